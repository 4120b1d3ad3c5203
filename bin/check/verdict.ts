/** What the check of an item means for a run: whether it fails it, and how it is counted. */
import type { CheckStatus } from '../../src/open/statuses.ts';
import type { CheckedLink, SuccessorSuggestion } from '../network/contract.ts';
import type { CheckItem, LinkPlace } from './items.ts';

/** Which statuses fail a run. */
export interface Acceptance {
  readonly accept: ReadonlySet<CheckStatus>;
  /** Whether a link that was not checked fails it, and one about which a server did not decide. */
  readonly strict: boolean;
  /** Whether a server that lets robots see nothing, or wants fewer requests, has decided nothing. */
  readonly lenient: boolean;
}

/** A checked item. */
export interface ItemVerdict {
  readonly url: string;
  readonly place: LinkPlace | null;
  /** The status; `invalid` = this is not a URL, or Waypost failed. */
  readonly status: CheckStatus | 'invalid';
  /** The server's words, or a sentence. */
  readonly words: string;
  /** The address that the server names instead. */
  readonly location: string | null;
  /** `null` = nobody asked for one. */
  readonly suggestion: SuccessorSuggestion | null;
  readonly fails: boolean;
  /** Whether the server wants a login, denies access or wants fewer requests, which says nothing about the link. */
  readonly isUndecided: boolean;
  /** The object for programs, without the place. */
  readonly record: object;
}

/** Judges what was found about an item. */
export function verdictOn(
  item: Extract<CheckItem, { kind: 'link' | 'uncertain' | 'invalid' }>,
  checked: CheckedLink | null,
  acceptance: Acceptance,
): ItemVerdict {
  const place = 'place' in item ? item.place : null;
  const { url } = item;
  const common = { url, place, location: null, suggestion: null, isUndecided: false };
  if (item.kind === 'uncertain') {
    const { detail } = item;
    const record = { input: url, status: 'not-checked', reason: 'uncertain', detail };
    return { ...common, status: 'not-checked', words: detail, fails: acceptance.strict, record };
  }
  if (item.kind === 'invalid' || checked === null || 'error' in checked) {
    const fault = checked !== null && 'error' in checked ? checked.error : invalidOf(item);
    const error = { code: fault.code, message: fault.message };
    const words = `${error.message} (${error.code})`;
    return { ...common, status: 'invalid', words, fails: true, record: { input: url, error } };
  }
  const { status, location, reply, detail, suggestion = null } = checked;
  const isUndecided = acceptance.lenient && (status === 'restricted' || TOO_MANY_REQUESTS.test(reply ?? ''));
  const fails =
    status === 'not-checked' || isUndecided
      ? acceptance.strict && !acceptance.accept.has(status)
      : status !== 'alive' && !acceptance.accept.has(status);
  return { url, place, status, words: reply ?? detail, location, suggestion, fails, isUndecided, record: checked };
}

/** RFC 6585 §4. */
const TOO_MANY_REQUESTS = /^HTTP\/\S+ 429\b/;

function invalidOf(item: CheckItem): { readonly code: string; readonly message: string } {
  return item.kind === 'invalid' ? item : { code: 'internal-error', message: 'This link was not checked.' };
}
