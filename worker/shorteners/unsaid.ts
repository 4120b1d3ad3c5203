/**
 * What a link did at its program, although no member of its export says it, or one whose name means something else
 * elsewhere. A program shows in the members that it alone writes.
 */
import type { Warning } from '../links/warnings.ts';

/** The members of a row, by their plain names. */
export type RowMembers = ReadonlyMap<string, unknown>;

interface Rule {
  readonly warning: Warning;
  /** Members that every row of the program has. */
  readonly has: readonly string[];
  /** Members that no row of another program has together. */
  readonly unless?: readonly string[];
  /** A member that such rows do not have, or that is not set. */
  readonly lacks?: string;
  /** Members of which one is set. */
  readonly set?: readonly string[];
  /** Whether the creation is a number: Sink counts seconds. */
  readonly countsSeconds?: true;
}

const UTM = ['utmsource', 'utmmedium', 'utmcampaign', 'utmterm', 'utmcontent'];

const RULES: readonly Rule[] = [
  // dub adds the query to every target. Its API has `key`, its panel `Destination URL`.
  { warning: 'query-not-forwarded', has: ['shortlink', 'key'] },
  { warning: 'query-not-forwarded', has: ['shortlink', 'destinationurl'] },
  // With `proxy`, dub shows its own preview to crawlers of social networks.
  { warning: 'preview-dropped', has: ['shortlink', 'key'], set: ['proxy'] },
  // Shlink adds the query unless the link says otherwise, and its CSV does not.
  { warning: 'query-unknown', has: ['shortcode'], lacks: 'forwardquery' },
  // A variable of Sink decides for links that do not say it.
  { warning: 'query-unknown', has: ['slug', 'createdat'], lacks: 'redirectwithquery', countsSeconds: true },
  { warning: 'cloaking-dropped', has: ['slug', 'createdat'], set: ['proxy'], countsSeconds: true },
  { warning: 'preview-dropped', has: ['slug', 'createdat'], set: ['image'], countsSeconds: true },
  // Short.io adds the query unless the link, or its domain, says otherwise.
  { warning: 'query-unknown', has: ['originalurl'], lacks: 'skipqs' },
  // Nobody says whether the target has them. No release of Kutt has such columns, only its pull request 997, and
  // Short.io publishes no code. The targets of dub have them already.
  { warning: 'utm-unknown', has: [], unless: ['shortlink', 'key'], set: UTM },
];

/** The members that the rules read. */
export const READ_BY_RULES: readonly string[] = RULES.flatMap(({ has, lacks = [], set = [] }) =>
  has.concat(lacks, set),
);

/** What a row loses, by its program. */
export function unsaidIn(members: RowMembers, isSet: (value: unknown) => boolean): ReadonlySet<Warning> {
  const found = RULES.filter(
    ({ has, unless, lacks, set, countsSeconds }) =>
      has.every((name) => members.has(name)) &&
      !unless?.every((name) => members.has(name)) &&
      (set === undefined || set.some((name) => isSet(members.get(name)))) &&
      (lacks === undefined || isAbsent(lacks, members, isSet)) &&
      (countsSeconds === undefined || typeof members.get('createdat') === 'number'),
  );
  return new Set(found.map(({ warning }) => warning));
}

/** `false` is an answer for all but `skipQS`, which only takes something away if it is set. */
function isAbsent(name: string, members: RowMembers, isSet: (value: unknown) => boolean): boolean {
  return name === 'skipqs' ? !isSet(members.get(name)) : !members.has(name);
}
