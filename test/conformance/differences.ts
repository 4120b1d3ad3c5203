/** Every deliberate difference from other projects' suites, with the rule that asks for it. */
import { canonicalize } from '../../src/index.ts';
import type { Judgement } from './judges.ts';
import type { Row } from './rows.ts';

export interface Difference {
  readonly reason: string;
  /** Whether a row that did not pass differs for this reason. */
  readonly covers: (row: Row, judgement: Judgement) => boolean;
}

/** The scheme of a row: the pattern suites have it in their names. */
const patternScheme = ({ suite }: Row): string | null => /^regexp-common-(.+)$/.exec(suite)?.[1] ?? null;

/** Rows that a strict grammar rejects and that we accept without a diagnostic. */
const unnoticed = ({ op, valid }: Row): boolean => op === 'validate' && valid === false;

const has = ({ codes }: Judgement, code: string): boolean => codes.includes(code);

/** The expected value in canonical form; `null` if it is not a URL. */
const canonicalOrNull = (text: Row['expect']): string | null => {
  try {
    return typeof text === 'string' ? canonicalize(text) : null;
  } catch {
    return null;
  }
};

/** Hosts. */
const hosts: readonly Difference[] = [
  {
    reason: 'a host must not be empty in gopher, http and telnet (RFC 3986 §3.2.2 leaves it to the scheme)',
    covers: ({ suite }, judgement) => suite === 'net-gopher' && has(judgement, 'host-missing'),
  },
  {
    reason:
      'any number of slashes after http: names a host, as browsers read it (WHATWG URL, special authority slashes)',
    covers: ({ op, base = '' }) => op === 'resolve' && base.startsWith('http:///'),
  },
  {
    reason:
      'http: without // is relative to an http base, as browsers read it (WHATWG URL, special relative or authority state)',
    covers: ({ op, base = '', input }) =>
      op === 'resolve' && base.startsWith('http://') && /^http:(?!\/\/)/.test(input),
  },
  {
    reason: 'a base is canonical before a reference is resolved, so its own dot segments are gone (RFC 3986 §5.2.1)',
    covers: ({ op, base = '' }) => op === 'resolve' && /^http:\/\/.*\/\.\.$/.test(base),
  },
  {
    reason: 'a last label that is a number makes an IPv4 address or an error (WHATWG URL, ends-in-a-number checker)',
    covers: ({ op, input }, judgement) => op === 'validate' && input.includes('.123./') && has(judgement, 'host-ipv4'),
  },
  {
    reason: 'a top label begins with a letter (draft-hoffkohn-rfc1738bis §2.1), else a warning',
    covers: ({ op, valid }, judgement) => op === 'validate' && valid === true && has(judgement, 'host-top-label-digit'),
  },
  {
    reason:
      'a scheme of one letter may be the letter of a drive, as in C:\\x: a warning (no scheme of one letter is registered)',
    covers: ({ op, valid }, judgement) => op === 'validate' && valid === true && has(judgement, 'drive-letter'),
  },
  {
    reason: 'http does not accept IPvFuture hosts, because browsers do not (WHATWG URL, host parser)',
    covers: ({ op, input }) => op === 'validate' && input.startsWith('http://[v'),
  },
  {
    reason: 'zone identifiers have a meaning on one machine only (WHATWG URL, host parser)',
    covers: ({ op, input }) => op === 'validate' && /^http:\/\/\[fe80:.*%25/.test(input),
  },
  {
    reason: 'a question mark ends the authority (RFC 3986 §3.2), also in a user name or password',
    covers: (row) => patternScheme(row) === 'telnet' && row.valid === true && /\?.*@/.test(row.input),
  },
];

/** What a URL is, and what its normal form is. */
const forms: readonly Difference[] = [
  {
    reason:
      'the canonical form is scheme-based (RFC 3986 §6.2.3) and in ASCII; the suite stops at syntax, or keeps an IRI',
    covers: ({ op, input, expect }, { got }) => op === 'normalize' && input !== got && got === canonicalOrNull(expect),
  },
  {
    reason: 'dot segments go where the path is rooted (RFC 3986 §6.2.2.3); in a rootless path they are data',
    covers: ({ op, input }) => op === 'normalize' && /^[a-z]+:(?!\/).*\.\//.test(input),
  },
  {
    reason: 'a rootless path of a base merges (RFC 3986 §5.2.3); the suite refuses such bases, as browsers do',
    covers: ({ op, base = '', expect }) => op === 'resolve' && expect === null && /^foo:bar/.test(base),
  },
  {
    reason: 'a fragment of the base is dropped, not refused (RFC 3986 §5.1)',
    covers: ({ op, base = '', expect }) => op === 'resolve' && expect === null && base.includes('#'),
  },
  {
    reason: 'a base is an absolute URL (RFC 3986 §5.1)',
    covers: ({ op, base = '' }, judgement) =>
      op === 'resolve' && base.startsWith('//') && has(judgement, 'base-invalid'),
  },
  {
    reason: 'a fragment of ws and wss stays, with a warning: browsers refuse or remove it (RFC 6455 §3)',
    covers: ({ op, input }) => op === 'equal' && /^wss?:.*#/i.test(input),
  },
  {
    reason: 'the name of a URN keeps its case, also in the namespace uuid (RFC 8141 §3.1)',
    covers: ({ op, input }) => op === 'equal' && /^urn:uuid:/i.test(input),
  },
  {
    reason: 'no client can request this document: its id is no list of fields (draft-ietf-uri-url-03, wpath)',
    covers: ({ op, valid }, judgement) => op === 'validate' && valid === true && has(judgement, 'wais-document'),
  },
  {
    reason: 'no message-id has CR, LF or NUL (RFC 5536 §3.1.3)',
    covers: ({ op, input }, judgement) =>
      op === 'validate' && /^s?news:.*%(?:00|0A|0D)/i.test(input) && has(judgement, 'news-cr-lf'),
  },
  {
    reason: 'a text without a scheme is not a URL (RFC 3986 §3)',
    covers: ({ op }, judgement) =>
      op === 'roundtrip' && (has(judgement, 'scheme-missing') || has(judgement, 'scheme-invalid')),
  },
  {
    reason:
      'blanks around a URL, tabs and line breaks in it, and missing or spare slashes are read as browsers read them',
    covers: ({ op, input }) =>
      op === 'roundtrip' && /[\t\n\r]|^ | $|^(?:https?|file):(?:\/[^/]|\/{3,}[^/])/.test(input),
  },
];

/** Rows that a stricter grammar rejects and the current specifications allow. */
const grammars: readonly Difference[] = [
  {
    reason: 'the row expects form data that is not in the URL',
    covers: ({ suite, input }) => suite === 'net-gopher' && input.includes('something.cgi'),
  },
  {
    reason:
      '~ is unreserved (RFC 3986 §2.3), where RFC 1738 §2.2 called it unsafe: to notice it would doubt our own output',
    covers: (row) => unnoticed(row) && row.input.includes('~'),
  },
  {
    reason: 'any URI may have a fragment (RFC 3986 §3.5), where RFC 1738 left it out of the grammar',
    covers: (row) => unnoticed(row) && row.input.includes('#'),
  },
  {
    reason: 'no character of a gopher path is reserved, / among them (RFC 4266 §2.1)',
    covers: (row) => unnoticed(row) && patternScheme(row) === 'gopher' && /:\/\/[^/]+\/.*\//.test(row.input),
  },
  {
    reason: 'the row asks whether a URL is of one scheme, and it is a good one of another',
    covers: (row) => unnoticed(row) && patternScheme(row) === 'ftp' && row.input.startsWith('http://'),
  },
];

export const differences: readonly Difference[] = [...hosts, ...forms, ...grammars];
