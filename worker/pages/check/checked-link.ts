/** What is sent of a link to `/v1/check` of this service, and what its answer says. */
import { type Certainty, type CheckStatus, isCertainty, isStatus } from '../../../src/open/statuses.ts';
import { WITH_DEFAULT_SERVER } from '../../../src/text/scheme-names.ts';
import { withoutUserInfoAndFragment } from '../../../src/uri/user-info.ts';
import type { LineAnswer } from './links-lines.ts';

/** Where a copy may be. Nobody has asked the archive. */
interface ArchiveAddress {
  readonly name: string;
  readonly url: string;
  /** The address with `{date}` in it; `null` = the archive's addresses have no date. */
  readonly dated: string | null;
}

/** What the service says about a link. */
export interface CheckResult {
  readonly status: CheckStatus;
  /** One sentence. It may quote the server. */
  readonly detail: string;
  /** For `moved`: where to. */
  readonly location: string | null;
  /** ISO 8601; empty if nothing was asked. */
  readonly checkedAt: string;
  readonly archives: readonly ArchiveAddress[];
  /** What the Web of the same host has; `null` = nothing, or nobody asked. */
  readonly suggestion: WebSuggestion | null;
}

/** What archives say when they are asked for a copy of a link. */
export type CopyAnswer =
  /** `date` is its day: `1997-01-31`. */
  | { readonly kind: 'copy'; readonly archive: string; readonly url: string; readonly date: string }
  /** Each archive has answered. */
  | { readonly kind: 'none' }
  /** An archive did not say; one sentence. */
  | { readonly kind: 'unknown'; readonly detail: string };

interface WebSuggestion {
  readonly url: string;
  readonly certainty: Certainty;
  /** One sentence. */
  readonly reason: string;
}

/**
 * What is sent of a link: no user name, no password and no fragment. `null` = nothing, because no server can be asked
 * about it. `checkTarget('ftp://ada:secret@h.example/a#b')` is `'ftp://h.example/a'`.
 *
 * @param canonical - a canonical URL
 */
export function checkTarget(canonical: string): string | null {
  const [, scheme = '', slashes] = /^([a-z][a-z\d+.-]*):(\/\/[^/?#])?/.exec(canonical) ?? [];
  if (scheme === 'file' || (slashes === undefined && !WITH_DEFAULT_SERVER.includes(scheme))) return null;
  return /[@#]/.test(canonical) ? withoutUserInfoAndFragment(canonical) : canonical;
}

/** Whether a link has a server that anybody can ask, and no user information. */
export function mayBeShared(canonical: string): boolean {
  return checkTarget(canonical) !== null && !/^[a-z\d+.-]+:\/\/[^/?#]*@/.test(canonical);
}

/** The answer about a link that is not sent. */
export const NO_SERVER: CheckResult = {
  status: 'not-checked',
  detail: 'No server can be asked about a link of this kind.',
  ...{ location: null, checkedAt: '', archives: [], suggestion: null },
};

/** What has to end before a link can be asked about again; `null` = the answer is the result. */
export function waitOf({ status, reason }: LineAnswer): 'client' | 'server' | 'request' | null {
  if (status === 429) return 'client';
  if (status !== 'not-checked') return null;
  if (reason === 'rate-limited') return 'server';
  // The service has no more connections for this request, but for the next one.
  return reason === 'connection-limit' ? 'request' : null;
}

export function resultOf(answer: LineAnswer): CheckResult {
  const { status: name, detail, location, checkedAt, archives, suggestion } = answer;
  // A problem says why the service did not ask.
  const status = typeof name === 'string' && isStatus(name) ? name : 'not-checked';
  return {
    status,
    detail: textOrNull(detail) ?? SAYS_NOTHING,
    location: textOrNull(location),
    checkedAt: (status !== 'not-checked' && textOrNull(checkedAt)) || '',
    archives: Array.isArray(archives) ? archives.flatMap(archiveOf) : [],
    suggestion: suggestionOf(membersOf(suggestion)),
  };
}

/** The reason of an answer for which every archive was asked. */
const ARCHIVES_ONLY = 'archives-only';

export function copyIn({ copy, reason, detail }: LineAnswer): CopyAnswer {
  const { name, url, datetime } = membersOf(copy);
  const made = new Date(textOrNull(datetime) ?? '');
  if (isWebAddress(url) && !Number.isNaN(made.getTime())) {
    return { kind: 'copy', archive: textOrNull(name) ?? url, url, date: made.toISOString().slice(0, 10) };
  }
  if (reason === ARCHIVES_ONLY) return { kind: 'none' };
  return { kind: 'unknown', detail: textOrNull(detail) ?? SAYS_NOTHING };
}

/** What archives said of a link, in the cell of a sheet. */
export function wordsOfCopy(copy: CopyAnswer | null): string {
  switch (copy?.kind) {
    case undefined:
      return 'not asked';
    case 'copy':
      return `yes, of ${copy.date}`;
    case 'none':
      return 'no';
    case 'unknown':
      return `not known: ${copy.detail}`;
  }
}

const SAYS_NOTHING = 'The service did not say why.';

function suggestionOf({ url, certainty, reason }: LineAnswer): WebSuggestion | null {
  if (!isWebAddress(url) || typeof certainty !== 'string' || !isCertainty(certainty)) return null;
  return { url, certainty, reason: textOrNull(reason) ?? '' };
}

const membersOf = (value: unknown): LineAnswer => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Anything else would be a link that runs a script. */
const isWebAddress = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//.test(value);

function archiveOf(value: unknown): readonly ArchiveAddress[] {
  const { name, url, dated } = membersOf(value);
  // Settings name archives.
  if (!isWebAddress(url)) return [];
  return [{ name: textOrNull(name) ?? url, url, dated: isWebAddress(dated) ? dated : null }];
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
