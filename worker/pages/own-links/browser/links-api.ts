/** Requests about the short links of one owner. */
import { useState } from 'preact/hooks';
import type { OwnedLink } from '../../../links/link.ts';
import { basePath } from '../../parts/browser/base-path.ts';
import type { MissingStore } from '../own-link.ts';

/** The fields of a new link or of a change; `null` removes a text or an end. */
export type LinkFields = Partial<Record<'url' | 'alias' | 'title' | 'note' | 'expiresAt', string | null>>;

/** A page of the list of links. */
export interface LinkPage {
  readonly links: readonly OwnedLink[];
  /** The cursor of the links after these; `null` = there are none. */
  readonly next: string | null;
  /** Why the links of some stores are not in it. */
  readonly problems?: readonly MissingStore[];
}

/** Says that links are missing from something, and why; `null` = none are. */
export function missingFrom(what: string, problems: readonly MissingStore[]): Error | null {
  if (problems.length === 0) return null;
  return new Error([`Links are missing from ${what}.`, ...problems.map(({ detail }) => detail)].join(' '));
}

interface ProblemDetails {
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly parameter?: string | null; readonly message?: string }[];
}

/**
 * Sends a request with the token of an owner, and with the tag of the link that the page knows, if it knows one.
 *
 * @throws Error for any answer but success; its cause is the name of the field that is wrong, if the service names one
 */
export type LinksApi = (method: string, path: string, body?: LinkFields, known?: string | null) => Promise<Response>;

const HAS_CHANGED =
  'This link has changed since you opened it here, perhaps in another tab. Nothing was saved. Cancel, and open it again.';

/** @param onRefusal - is called if the token is not valid, before that is thrown */
export function linksApi(token: string, onRefusal: (error: Error) => void): LinksApi {
  return async (method, path, body, known = null) => {
    const response = await fetch(basePath() + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(known !== null && { 'If-Match': known }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // The lists of an owner are nobody else's, and stay out of every cache.
      cache: 'no-store',
    });
    if (response.ok) return response;
    if (response.status === 412) throw new Error(HAS_CHANGED);
    const problem: ProblemDetails = await response.json().catch(() => ({}));
    const [first] = problem.errors ?? [];
    const message = first?.message ?? problem.detail ?? problem.title ?? `The service answered ${response.status}.`;
    const error = new Error(message, { cause: first?.parameter });
    if (response.status === 401) onRefusal(error);
    throw error;
  };
}

/** Lists the links that have each word of a query: the first ones, or those after a cursor. */
export async function listLinks(api: LinksApi, query = '', cursor: string | null = null): Promise<LinkPage> {
  const parameters = new URLSearchParams({ q: query, ...(cursor !== null && { cursor }) });
  return (await api('GET', `/v1/links?${parameters}`)).json();
}

/** What a form asks of the service: whether it waits for the answer, and the error of the last one. */
export function useAttempt() {
  const [waiting, setWaiting] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const attempt = async (run: () => Promise<void>): Promise<void> => {
    setWaiting(true);
    setError(null);
    try {
      await run();
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
    }
    setWaiting(false);
  };
  return { waiting, error, setError, attempt };
}
