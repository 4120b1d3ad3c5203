/** The words and phrases that `npm run lint` refuses, each with what to write instead. */

/** Words of identifiers and file names: `crumbs` matches `crumbsOf` but not `breadcrumbs`. */
export const WORDS: readonly (readonly [words: string, instead: string])[] = [
  ['attend attends attended attendance', 'wait for'],
  ['court courtesy', 'robots'],
  ['crumb crumbs', 'breadcrumbs'],
  ['deals', 'group by shard'],
  ['doubt doubts doubted doubtful', 'warning, or rejection reason'],
  ['dress dressed', 'add common headers'],
  ['elsewhere', 'gateway setting, or destination'],
  ['harvest harvested harvester harvesting pick picks picked', 'extract links, or choose'],
  ['house household', 'layout, or the project'],
  ['journey visit visits visited visiting', 'gateway request, or request context'],
  ['lane lanes', 'concurrency'],
  ['lettering', 'message, or compose form'],
  ['museum', 'test servers'],
  ['room rooms', 'scheme definition'],
  ['torn', 'aborted'],
  ['touched', 'changes'],
  ['visitor visitors', 'client, or reader'],
  ['wish wishes', 'request, or new link'],
];

export interface Phrase {
  readonly pattern: RegExp;
  readonly instead: string;
  /** A sentence in which it is found. */
  readonly example: string;
}

/** Phrases that sound translated, in what people read: strings, README and CHANGELOG. */
export const PHRASES: readonly Phrase[] = [
  phrase(/(?<!there )\b(?:is|are) no (?!longer\b)[a-z]/i, '“is not a”', 'The host in brackets is no IPv6 address.'),
  phrase(/\b(?:whoever|whichever|whomever)\b/i, 'who it is', 'Links are made by whoever holds a token.'),
  phrase(/\bthat which\b/i, 'the name of the thing', 'The octets are that which the server sent.'),
  phrase(/\bwhat is asked\b/i, '“the question”', 'What is asked does not fit what is there.'),
  phrase(/\bif need be\b/i, '“if needed”', 'An object with `url` and, if need be, `base`.'),
  phrase(/\bsays? of (?:itself|themselves)\b/i, '“says about itself”', 'What the database says of itself.'),
  phrase(/\bonce more\b/i, '“again”', 'The value is percent-encoded once more.'),
  phrase(/\bin the sense of\b/i, '“as X defines it”', 'The answer has no results in the sense of CNRP.'),
  phrase(/\bby the (?:empty )?selector\b/i, '“with the selector”', 'A menu at h by the selector “a”.'),
  phrase(/, asking for\b/i, '“for”', 'A search at h, asking for “gold”.'),
  phrase(
    /\b(?:search|message|answer|query|name) of (?:gopher|WAIS|CNRP|Prospero|Archie)\b/i,
    '“a WAIS message”',
    'No message of WAIS can have it.',
  ),
  phrase(/\bpeople it knows\b/i, '“known users”', 'The server gives this object only to people it knows.'),
  phrase(/\b(?:leads?|led) elsewhere\b/i, '“leads to another URL”', 'An alias can be led elsewhere.'),
  phrase(/\b(?:speaks|knows|opens) no\b/i, '“does not know”', 'The scheme knows no ports.'),
  phrase(/\blook twice\b/i, 'what is odd', 'Look twice: this host looks like another one.'),
  phrase(/\bat hand\b/i, 'where it is', 'Keep it at hand.'),
  phrase(/\bgive up\b/i, '“delete”, or “stop”', 'Give up a link.'),
  phrase(/\bmay have [\d,]+ \w+ at most\b/i, '“may have at most …”', 'The body may have 5 octets at most.'),
];

function phrase(pattern: RegExp, instead: string, example: string): Phrase {
  return { pattern, instead, example };
}
