/**
 * How other shorteners call the parts of a link, in lower case and without characters that are not letters: the names
 * of YOURLS, bit.ly, Shlink, Kutt, Sink, dub, Polr, Rebrandly and Short.io.
 */
import type { Warning } from '../links/warnings.ts';
import { READ_BY_RULES } from './unsaid.ts';

/** The names of each part. The first that has a value counts. */
export const NAMES = {
  slug: ['slug', 'shortcode', 'keyword', 'address', 'alias', 'backhalf', 'key', 'slashtag', 'path'],
  short: ['shorturl', 'shortlink', 'link', 'bitlink', 'short'],
  url: ['url', 'longurl', 'target', 'originalurl', 'destination', 'destinationurl'],
  domain: ['domain', 'domainname'],
  created: ['created', 'createdat', 'timestamp', 'datecreated', 'date'],
  clicks: ['clicks', 'visits', 'visitcount', 'visitscount', 'total', 'totalclicks', 'engagements'],
  lastClick: ['lastclickat', 'lastclicked'],
  title: ['title'],
  note: ['note', 'description', 'comment', 'comments'],
  expires: ['expires', 'expiresat', 'expiration', 'expirationat', 'validuntil', 'expirein'],
  begins: ['validsince'],
  limit: ['maxvisits', 'clickslimit', 'clicklimit'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type RowPart = keyof typeof NAMES;

/** Marks that decide whether a link is followed. */
export const MARKS = {
  password: ['password', 'passwordcontact', 'passwordprotected', 'haspassword', 'secretkey'],
  banned: ['banned'],
  ended: ['isdisabled', 'disabled', 'disabledat', 'isdeleted'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Mark = keyof typeof MARKS;

/** What a link here does not do, and the marks that say that it did. */
export const DROPPED: readonly (readonly [warning: Warning, marks: readonly string[]])[] = [
  ['query-not-forwarded', ['forwardquery', 'redirectwithquery', 'forwardparameters']],
  [
    'targeting-dropped',
    [
      ...['hasredirectrules', 'devicelongurls', 'apple', 'google', 'ios', 'android', 'geo', 'iphoneurl', 'androidurl'],
      ...['spliturl', 'splittargets', 'testvariants', 'deeplinks', 'iosurl'],
    ],
  ],
  ['interstitial-dropped', ['unsafe']],
  ['cloaking-dropped', ['cloaking', 'rewrite']],
  ['expired-url-dropped', ['expiredurl']],
  // A pull request for Polr: no release says whether the link ends before or after that day.
  ['expires-not-read', ['expirydate']],
];

/** The members of a link whose own members are parts of it. */
export const NESTED: readonly string[] = ['meta', 'visitssummary'];

const READ: ReadonlySet<string> = new Set([
  ...Object.values({ ...NAMES, ...MARKS }).flat(),
  ...DROPPED.flatMap(([, marks]) => marks),
  ...READ_BY_RULES,
]);

/** The name of a column or a member, as the tables have it. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** Whether anything is read from a column. */
export function isRead(name: string): boolean {
  return READ.has(plainName(name));
}
