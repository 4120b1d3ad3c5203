/**
 * The successor next door: whether the Web of the same host has what a link names, and how certain that is. Hosts that
 * answer for everything, front pages, logins and parked names look like a document, so that each guard asks for one of
 * them. Nothing is certain but what could be compared with the old server.
 */
import { type Canonical, explain, type Resolution, resolve } from '../index.ts';
import { BoundedMap } from '../kept.ts';
import { codeOf, isFailure } from '../net/failure.ts';
import { latin1Of } from '../octets/octets.ts';
import type { Collected } from '../protocols/connection.ts';
import type { HttpHead } from '../protocols/http/head.ts';
import { withoutUserInfoAndFragment } from '../uri/user-info.ts';
import { type CheckRun, checkLink, type LinkCheck } from './check-link.ts';
import { withContent } from './linked-content.ts';
import { openerOf } from './registry.ts';
import type { Certainty, CheckStatus } from './statuses.ts';
import { isPage, kindsAgree, type WebFront } from './web-front.ts';

/** What is found next door: an address to propose, or why there is none. */
export type SuccessorSuggestion =
  | {
      readonly url: Canonical;
      readonly certainty: Certainty;
      /** A sentence for people. It may quote a server. */
      readonly reason: string;
      /** As its server says, in octets; `null` = it does not say. */
      readonly size: number | null;
      /** When its server says that it was changed: RFC 3339, UTC; `null` = it does not say. */
      readonly modified: string | null;
    }
  | {
      readonly url: null;
      readonly certainty: null;
      readonly reason: string;
      readonly size: null;
      readonly modified: null;
    };

/** Does work that asks the server of a link, in the turn of that server and within a time. */
export type InTurn = <Result>(link: Resolution, work: (run: CheckRun) => Promise<Result>) => Promise<Result>;

/** Why nothing is suggested. */
export function nothingSuggested(reason: string): SuccessorSuggestion {
  return { url: null, certainty: null, reason, size: null, modified: null };
}

/** Whether the Web is asked about a link of a status, or why not. */
const ASKED = {
  alive: true,
  gone: true,
  unavailable: true,
  unreachable: true,
  'other-protocol': true,
  moved: 'The server itself names the new address.',
  restricted: 'The server denies access, and Waypost looks for no way around that.',
  'not-checked': 'It is not known whether the link is alive.',
} as const satisfies Readonly<Record<CheckStatus, true | string>>;

/** The most octets of a file that are compared. */
const MOST_COMPARED = 1024 * 1024;
/** How much of a page is read. */
const MOST_OF_PAGE = 64 * 1024;
/** The web servers of which it is remembered what they answer for nothing. */
const MOST_SERVERS = 500;

/** What a web server answers for a path that cannot exist. */
type AnswerForNothing = 'refusal' | 'document' | 'unknown';

/** What the old server says in comparison. */
type ContentComparison =
  | { readonly kind: 'same' | 'different'; readonly reason: string }
  | { readonly kind: 'size'; readonly datesDiffer: boolean }
  | { readonly kind: 'unknown' };

const UNKNOWN: ContentComparison = { kind: 'unknown' };

interface FrontAnswer {
  readonly check: LinkCheck;
  /** The address that answered, after redirects. */
  readonly link: Resolution;
  /** `null` = no web server answered. */
  readonly head: HttpHead | null;
}

/** What a web server says of a document. */
interface WebFacts {
  readonly size: number | null;
  readonly modified: Date | null;
  readonly mediaType: string | null;
}

/**
 * Looks for successors next door, for the links of one run or request.
 *
 * @example
 * ```ts
 * const nextDoor = new NextDoor(() => Promise.reject(new Error('No server may be asked.')));
 * const { url, reason } = await nextDoor.suggest(explain('ftp://h.example/a.zip'), 'moved');
 * [url, reason]; // [null, 'The server itself names the new address.']
 * ```
 */
export class NextDoor {
  readonly #inTurn: InTurn;
  readonly #answersForNothing = new BoundedMap<string, Promise<AnswerForNothing>>(MOST_SERVERS);

  constructor(inTurn: InTurn) {
    this.#inTurn = inTurn;
  }

  /**
   * Asks the web servers of the host of a link for what it names: HEAD first, as robots.txt allows, one request at a
   * time.
   *
   * @param status - what a check has just found
   * @throws GatewayError `client-closed`
   */
  async suggest(link: Resolution, status: CheckStatus): Promise<SuccessorSuggestion> {
    const bare = withoutUserInfoAndFragment(link.canonical);
    if (bare !== link.canonical.replace(/#.*$/, ''))
      return nothingSuggested('The link has a user name, which is never sent.');
    const asked = ASKED[status];
    if (asked !== true) return nothingSuggested(asked);
    const old = explain(bare, { complete: true });
    const front = openerOf(old.scheme)?.webFront?.(old) ?? null;
    if (front === null) return nothingSuggested('Links of this kind have no counterpart on a web server.');
    const reasons: string[] = [];
    for (const url of front.urls) {
      const suggestion = await this.#judge(url, front, status === 'alive' && front.isFile ? old : null);
      if (suggestion.url !== null) return suggestion;
      reasons.push(`${url}: ${suggestion.reason}`);
    }
    return nothingSuggested(reasons.join(' '));
  }

  /** @param old - the link whose server still has a file; `null` = there is nothing to compare with */
  async #judge(url: Canonical, { mediaType, urls }: WebFront, old: Resolution | null): Promise<SuccessorSuggestion> {
    const { check, link, head } = await this.#ask(explain(url, { complete: true }), urls);
    if (check.status !== 'alive' || head === null) return nothingSuggested(check.detail);
    const facts = factsIn(head);
    if (head.status !== 200 || facts.size === 0) return nothingSuggested(NO_DOCUMENT);
    const forNothing = await this.#answerForNothing(link, urls);
    if (forNothing === 'document') return nothingSuggested('The host answers every path, even one that cannot exist.');
    const compared = old === null ? UNKNOWN : await this.#compare(old, link, facts, mediaType);
    if (compared.kind === 'different') return nothingSuggested(compared.reason);
    const found = (certainty: Certainty, reason: string): SuccessorSuggestion => ({
      ...{ url: link.canonical, certainty, reason, size: facts.size },
      modified: facts.modified?.toISOString().replace('.000Z', 'Z') ?? null,
    });
    const isTrusted = forNothing === 'refusal';
    if (compared.kind === 'same') {
      return isTrusted ? found('same', compared.reason) : found('likely', `${compared.reason} ${UNKNOWN_HOST}`);
    }
    const agrees = kindsAgree(mediaType, facts.mediaType);
    if (agrees === false) return nothingSuggested('It is of another kind.');
    if (!isTrusted) return found('guess', UNKNOWN_HOST);
    if (compared.kind === 'size') {
      return compared.datesDiffer
        ? found('guess', 'The size agrees, but the dates do not.')
        : found('likely', 'The size agrees.');
    }
    if (isPage(facts.mediaType)) {
      const refusal = await this.#refusalOfPage(link);
      return refusal === null
        ? found('guess', 'It is a page, and nothing shows what is on it.')
        : nothingSuggested(refusal);
    }
    return agrees === true
      ? found('likely', 'It is a file of the right kind. Nothing else could be compared.')
      : found('guess', 'Nothing shows what it is.');
  }

  /** Checks an address. Of redirects, only those are followed that keep the site and the path. */
  async #ask(link: Resolution, urls: readonly Canonical[]): Promise<FrontAnswer> {
    const heads: { readonly url: string; readonly head: HttpHead }[] = [];
    const onHead: CheckRun['onHead'] = (url, head) => void heads.push({ url, head });
    const follows = (target: Resolution) => keepsPlace(link, target, urls);
    const check = await this.#inTurn(link, (run) => checkLink(link, { ...run, onHead, follows }));
    const last = heads.at(-1);
    return {
      ...{ check, head: last?.head ?? null },
      link: last === undefined ? link : explain(last.url, { complete: true }),
    };
  }

  /** Asks each web server once for a path that cannot exist. */
  async #answerForNothing({ canonical }: Resolution, urls: readonly Canonical[]): Promise<AnswerForNothing> {
    const root = resolve('/', canonical);
    let answer = this.#answersForNothing.get(root);
    if (answer === undefined) {
      const nothing = explain(resolve(`/waypost-asks-for-nothing-${crypto.randomUUID()}`, root), { complete: true });
      answer = this.#ask(nothing, urls).then(({ check }) => ANSWERS_FOR_NOTHING[check.status]);
      this.#answersForNothing.set(root, answer);
      answer.catch(() => this.#answersForNothing.delete(root));
    }
    return answer;
  }

  async #compare(
    old: Resolution,
    link: Resolution,
    facts: WebFacts,
    mediaType: string | null,
  ): Promise<ContentComparison> {
    const held = await this.#orNull(
      this.#inTurn(old, (run) =>
        withContent(old, run, 'json', async (content) => {
          if (content === null) return null;
          const { size, modified } = content;
          const octets = sizesDiffer(size, facts) ? NO_OCTETS : await content.octets(MOST_COMPARED);
          return { ...octets, size, modified };
        }),
      ),
    );
    if (held === null) return UNKNOWN;
    if (sizesDiffer(held.size, facts)) {
      return { kind: 'different', reason: `It has ${facts.size} octets, and the old server has ${held.size}.` };
    }
    const found = await this.#orNull(this.#read(link, MOST_COMPARED));
    if (found === null) return { kind: 'different', reason: CANNOT_BE_READ };
    return compareOctets(held, found, facts, mediaType);
  }

  /** `null` = a server failed. */
  async #orNull<Result>(work: Promise<Result>): Promise<Result | null> {
    try {
      return await work;
    } catch (error) {
      if (!isFailure(error) || codeOf(error) === 'client-closed') throw error;
      return null;
    }
  }

  #read(link: Resolution, cap: number) {
    return this.#inTurn(link, (run) =>
      withContent(link, run, 'octets', async (content) => content?.octets(cap) ?? NO_OCTETS),
    );
  }

  /** Why a page is not what a link names; `null` = it may be. */
  async #refusalOfPage(link: Resolution): Promise<string | null> {
    const page = await this.#orNull(this.#read(link, MOST_OF_PAGE));
    if (page === null) return CANNOT_BE_READ;
    const html = latin1Of(page.octets);
    if (/<input\b[^>]*\btype\s*=\s*["']?password\b/i.test(html)) return 'It asks for a password.';
    return /<meta\b[^>]*\bhttp-equiv\s*=\s*["']?refresh\b/i.test(html) ? 'It leads to another address.' : null;
  }
}

const NO_OCTETS: Collected = { octets: new Uint8Array(), complete: false };

const NO_DOCUMENT = 'The answer has no document.';
const CANNOT_BE_READ = 'It cannot be read.';
const UNKNOWN_HOST = 'It is not known what the host answers to a path that cannot exist.';

const ANSWERS_FOR_NOTHING = {
  alive: 'document',
  gone: 'refusal',
  restricted: 'refusal',
  moved: 'refusal',
  unavailable: 'unknown',
  unreachable: 'unknown',
  'other-protocol': 'unknown',
  'not-checked': 'unknown',
} as const satisfies Readonly<Record<CheckStatus, AnswerForNothing>>;

/** Whether a redirect leads to the same path of the same site, whose host may begin with `www.`, over what is asked. */
function keepsPlace(from: Resolution, to: Resolution, urls: readonly Canonical[]): boolean {
  const [a, b] = [from.components, to.components];
  const isAsked = urls.some((url) => url.startsWith(`${to.scheme}:`));
  const isHere = siteOf(a.host) === siteOf(b.host) && b.explicitPort === null;
  return isAsked && isHere && a.query === b.query && (b.path === a.path || b.path === `${a.path}/`);
}

const siteOf = (host: string | null) => host?.replace(/^www\./, '');

function factsIn({ headers }: HttpHead): WebFacts {
  const length = headers.get('content-length') ?? '';
  const time = Date.parse(headers.get('last-modified') ?? '');
  return {
    size: /^\d{1,15}$/.test(length) ? Number(length) : null,
    modified: Number.isNaN(time) ? null : new Date(time),
    mediaType: headers.get('content-type')?.replace(/;.*$/s, '').trim().toLowerCase() || null,
  };
}

const sizesDiffer = (size: number | null, facts: WebFacts): boolean =>
  size !== null && facts.size !== null && size !== facts.size;

/** @param held - what the old server has: its beginning, if it is longer than what is compared */
function compareOctets(
  held: Collected & Pick<WebFacts, 'size' | 'modified'>,
  found: Collected,
  facts: WebFacts,
  mediaType: string | null,
): ContentComparison {
  if (found.octets.length === 0) return { kind: 'different', reason: NO_DOCUMENT };
  const isWhole = held.complete && found.complete;
  if (held.complete !== found.complete || !areSame(held.octets, found.octets)) {
    return isWhole && mediaType?.startsWith('text/') === true && areSameLines(held.octets, found.octets)
      ? { kind: 'same', reason: 'The text is the same.' }
      : { kind: 'different', reason: 'It has other octets than the old server.' };
  }
  if (isWhole) return { kind: 'same', reason: 'The octets are the same.' };
  if (held.size === null || facts.size === null) return UNKNOWN;
  const [older, newer] = [secondOf(held.modified), secondOf(facts.modified)];
  if (older === null || newer === null) return { kind: 'size', datesDiffer: false };
  if (older !== newer) return { kind: 'size', datesDiffer: true };
  return { kind: 'same', reason: 'The size, the date and the first MiB agree.' };
}

/** Archives and reproducible builds put 1970 or 1980 where there is no date. */
const FIRST_DATE = Date.UTC(1980, 0, 2);
/** Whoever makes an answer up gives it the time of its own clock, which may be fast. */
const YOUNGEST_MS = 60_000;

/** A date that may show that two files are the same. MDTM may have fractions of a second, and HTTP has none. */
function secondOf(date: Date | null): number | null {
  const time = date?.getTime() ?? 0;
  return time >= FIRST_DATE && time <= Date.now() - YOUNGEST_MS ? Math.floor(time / 1000) : null;
}

function areSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, at) => octet === b[at]);
}

/** Protocols of texts have line ends of their own. Empty lines are no text. */
function areSameLines(a: Uint8Array, b: Uint8Array): boolean {
  const [one, other] = [a, b].map((octets) => latin1Of(octets).replace(/\r\n?/g, '\n').replace(/\n+$/, ''));
  return one !== '' && one === other;
}
