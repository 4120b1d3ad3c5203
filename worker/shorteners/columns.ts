/**
 * What the columns and members of other shorteners mean. This table alone knows their names: in lower case, without
 * characters that are not letters. It has the names of YOURLS, bit.ly, Shlink, Kutt, Sink, dub, Polr, Rebrandly,
 * Short.io, TinyURL, LinkStack, Firebase Dynamic Links and Pretty Links, and those that others have in common.
 */
import { BoundedMap } from '../../src/kept.ts';
import type { Warning } from '../links/warnings.ts';
import { READ_BY_RULES } from './unsaid.ts';

/** The names of each part. The first that has a value counts. */
export const NAMES = {
  slug: [
    ...['slug', 'shortcode', 'keyword', 'address', 'alias', 'backhalf', 'key', 'slashtag', 'path', 'linkkey', 'urlkey'],
    ...['linkslug', 'shortpath', 'shorturlcode', 'urlcode', 'vanity'],
  ],
  short: ['shorturl', 'shortlink', 'bitlink', 'short', 'tinyurl', 'shortenedurl', 'brandedlink', 'secureshorturl'],
  /** A slug if there is nothing better: in some exports it is something else. */
  code: ['code', 'shortid', 'hash'],
  /** Further slugs of the same link. */
  custom: ['custombitlinks', 'customlink', 'customlinks', 'custombackhalf', 'customslug', 'customalias', 'aliases'],
  url: [
    ...['url', 'longurl', 'target', 'originalurl', 'destination', 'destinationurl', 'targeturl', 'redirecturl'],
    ...['longlink', 'originallink', 'destinationlink', 'fullurl', 'redirectto', 'original'],
  ],
  /** The target if nothing else is, or else the short link. */
  link: ['link'],
  deepLink: ['deeplink'],
  /** A link that carries another one in its query. */
  longDynamicLink: ['longdynamiclink'],
  domain: ['domain', 'domainname', 'hostname', 'customdomain', 'shortdomain'],
  created: [
    ...['created', 'createdat', 'timestamp', 'datecreated', 'date', 'createddate', 'creationdate', 'createdon'],
    ...['createtime', 'creationtime', 'dateadded', 'addedat'],
  ],
  clicks: [
    ...['clicks', 'visits', 'visitcount', 'visitscount', 'total', 'totalclicks', 'engagements', 'totalengagements'],
    ...[
      'clickcount',
      'clicknumber',
      'hits',
      'hitcount',
      'totalhits',
      'totalvisits',
      'views',
      'numclicks',
      'noofclicks',
    ],
  ],
  lastClick: [
    'lastclickat',
    'lastclicked',
    'lastclickedat',
    'lastvisit',
    'lastvisitedat',
    'lastaccessedat',
    'lasthitat',
  ],
  title: ['title', 'name', 'linkname', 'linktitle', 'label'],
  note: ['note', 'notes', 'comment', 'comments', 'memo', 'remark', 'description'],
  expires: [
    ...[
      'expires',
      'expiresat',
      'expiration',
      'expirationat',
      'validuntil',
      'expirein',
      'expireat',
      'expiry',
      'validto',
    ],
    ...['expireson', 'expirationtime', 'expiretime', 'endsat', 'endat', 'activeuntil'],
  ],
  /** A day: the link ended before it or after it. */
  expiryDay: ['expirydate', 'expirationdate', 'expiredate', 'enddate'],
  begins: ['validsince', 'validfrom', 'startsat', 'startat', 'startdate', 'activefrom', 'beginsat', 'publishat'],
  limit: ['maxvisits', 'clickslimit', 'clicklimit', 'maxclicks', 'maxhits', 'maxuses', 'visitlimit', 'usagelimit'],
  status: ['status', 'state', 'linkstatus', 'urlstatus'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type RowPart = keyof typeof NAMES;

/** Marks that decide whether a link is followed. */
export const MARKS = {
  banned: ['banned', 'blocked', 'isbanned', 'isblocked', 'isspam', 'spam', 'malicious'],
  ended: [
    ...['isdisabled', 'disabled', 'disabledat', 'isdeleted', 'deleted', 'deletedat', 'isexpired', 'expired', 'paused'],
    ...['ispaused', 'suspended', 'inactive', 'isinactive', 'deactivated', 'deactivatedat', 'trashed'],
  ],
  /** Without such a mark, the link has ended. */
  active: ['active', 'isactive', 'enabled', 'isenabled', 'published', 'ispublished', 'live', 'islive', 'activated'],
  /** How the link redirects. */
  redirect: ['redirecttype', 'redirectcode', 'redirectstatus', 'redirectmethod', 'httpcode', 'statuscode'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Mark = keyof typeof MARKS;

/** Words in a column of states. */
export const STATES = {
  live: /^(?:|1|[23]\d\d|active|enabled|live|published|ok|on|valid|public|approved|true|yes)$/i,
  banned: /^(?:banned|blocked|spam|malicious|phishing|suspended|flagged|abuse)$/i,
  ended:
    /^(?:false|no|off|inactive|disabled|expired|paused|deleted|removed|trash(?:ed)?|ended|closed|draft|unpublished|410|404)$/i,
} as const;

/** Redirects that show the target, as ours do. */
export const PLAIN_REDIRECT = /^(?:|30[12378]|permanent|temporary|direct|default)$/i;

/** What protects a link: any text in the column, or a mark in one that asks or says whether it is protected. */
const PASSWORD = /pass(?:word|code|phrase)|secretkey|protect/;
const IS_PROTECTED = /^(?:is|has|requires?|needs|uses?)|(?:protected|protection|required|enabled|contact)$/;

/** What a link here does not do, and names of columns that say that it did. The first that fits counts. */
export const DROPPED: readonly (readonly [warning: Warning, names: RegExp])[] = [
  [
    'max-visits-dropped',
    /(?:max|limit|allowed|remaining).*(?:click|visit|hit|use|view)|(?:click|visit|hit|use|view)s?(?:limit|cap|max|left|remaining)|expir.*(?:click|visit|hit|view)|onetime|singleuse/,
  ],
  ['query-not-forwarded', /(?:forward|pass|append|keep|merge|preserve|propagate|inherit|include).*(?:quer|param|qs)/],
  ['query-not-forwarded', /(?:quer|param|redirectwithq).*(?:forward|pass|uery)/],
  [
    'targeting-dropped',
    /devic|mobile|desktop|tablet|platform|android|ios|iphone|ipad|apple|^google$|geo|countr|region|language|locale|target(?:s|ing)$|rule|rotat|split|variant|abtest|deeplink|condition|restrict|allowlist|whitelist/,
  ],
  ['interstitial-dropped', /unsafe|interstitial|splash|warn|confirm|captcha|countdown|nsfw|adult/],
  ['cloaking-dropped', /cloak|mask|frame|rewrite/],
  ['preview-dropped', /^og(?:title|description|image|url)|opengraph|preview|(?:social|meta|card)(?:title|desc|image)/],
  ['expired-url-dropped', /^expired(?:url|redirect|destination|target)|^(?:fallback|after)|expir.*(?:url|redirect)/],
  ['expires-not-read', /expir|valid(?:ity|till|thru|through|for)|until|^ttl/],
  ['begins-not-read', /^(?:start|begin|schedul|activat|publish).*(?:at|on|date|time|from)$/],
];

/** What does not change what a link does: people, groups, figures, and forms of what is read. */
const NEUTRAL =
  /^(?:id|idstring|uuid|guid|ip|user|owner|creator|createdby|author|email|tags?|tag(?:id|name)s?|folders?|group|groupid|category|campaign|channel|source|type|favourite|https|references|scripts|archived|isarchived|ispublic|publicstats|public|crawlable|doindex|nofollow|sponsored|trackme|trackconversion|icon|qr.*|image|video|imageurl|favicon.*|duplicate|lcpath|iscustom|isapi|longurlhash|caseinsensitive|cached|leads|conversions?|sales?|saleamount|reach|scans|bots|nonbots|teststartedat|testcompletedat|utm.*|(?:client|launchpad|webhook|external|tenant|program|partner|project|domain|owner|user|creator|author|folder|workspace|tag|group|button|parent|link)(?:ids?|name)|integration.*|relative.*|(?:up|last)dat.*|modified.*|(?:top|most|unique|returning).+|.*(?:clicks|visits|scans|stats|analytics|installs)|(?:clicks|visits|scans)(?:by|per|from|today|last|this).*)$/;

/** The members of a link whose own members are parts of it. */
export const NESTED: readonly string[] = ['meta', 'visitssummary', 'count', 'stats'];

const READ: ReadonlySet<string> = new Set([...Object.values({ ...NAMES, ...MARKS }).flat(), ...NESTED]);
const READ_BY_PROGRAM: ReadonlySet<string> = new Set(READ_BY_RULES);

/**
 * What the name of a column or a member says of it: it is read, it has a password, it is a mark of one, a link here
 * does not do it, it changes nothing, or nobody knows.
 */
type Meaning = 'read' | 'password' | 'protected' | 'neutral' | 'unknown' | Warning;

const meanings = new BoundedMap<string, Meaning>(64 * 1024, (name) => name.length + 1);

/** @param name - as {@link plainName} returns it */
export function meaningOf(name: string): Meaning {
  const known = meanings.get(name);
  if (known !== undefined) return known;
  const meaning = meaningIn(name);
  meanings.set(name, meaning);
  return meaning;
}

function meaningIn(name: string): Meaning {
  if (PASSWORD.test(name)) return IS_PROTECTED.test(name) ? 'protected' : 'password';
  if (name === 'deeplink' || name === 'longdynamiclink') return 'targeting-dropped';
  if (READ.has(name)) return 'read';
  const ofProgram = READ_BY_PROGRAM.has(name);
  if (NEUTRAL.test(name) && !ofProgram) return 'neutral';
  return DROPPED.find(([, names]) => names.test(name))?.[0] ?? (ofProgram ? 'read' : 'unknown');
}

/** The name of a column or a member, as the tables have it. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}
