/** The requests of the page to the API. The token of the owner is kept in memory alone. */
import type { Link } from '../../../links/link.ts';
import { basePath } from '../../parts/browser/base-path.ts';

/** An error that the API reported. */
export class ApiError extends Error {
  readonly status: number;
  /** The member of the request that is wrong; `null` if the API names none. */
  readonly field: string | null;

  constructor(status: number, message: string, field: string | null) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

interface ProblemDetails {
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly parameter?: string | null; readonly message?: string }[];
}

/** The members of a new link or of a change; `null` removes a text or an end. */
export type LinkFields = Partial<Pick<Link, 'url' | 'title' | 'note' | 'expiresAt'>> & { readonly alias?: string };

/** Sends a request about the links of one owner. @throws ApiError for any answer but success */
export type LinksApi = (method: string, path: string, body?: LinkFields) => Promise<Response>;

/** The API with the token of an owner. */
export function linksApi(token: string): LinksApi {
  return async (method, path, body) => {
    const response = await fetch(basePath() + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      // The lists of an owner are nobody else's, and stay out of every cache.
      cache: 'no-store',
    });
    if (response.ok) return response;
    const problem: ProblemDetails = await response.json().catch(() => ({}));
    const [first] = problem.errors ?? [];
    const message = first?.message ?? problem.detail ?? problem.title ?? `The service answered ${response.status}.`;
    throw new ApiError(response.status, message, first?.parameter ?? null);
  };
}
