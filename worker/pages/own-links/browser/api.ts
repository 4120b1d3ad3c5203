/** The requests of the page to the API. The token of the owner is kept in memory alone. */
import { basePath } from '../../parts/browser/base-path.ts';
import type { OwnLink } from '../own-link.ts';

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

/** A part of the list of links. */
export interface LinksPart {
  readonly links: readonly OwnLink[];
  readonly next: string | null;
}

/** The members of a new link or of a change; `null` removes a text or an end. */
export interface LinkFields {
  readonly url?: string;
  readonly alias?: string;
  readonly title?: string | null;
  readonly note?: string | null;
  readonly expiresAt?: string | null;
}

/** The links of one owner. */
export class LinksApi {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  /** A part of the links that have each word of a query, or of all links. */
  async list(query: string, cursor: string | null): Promise<LinksPart> {
    const parameters = new URLSearchParams({ q: query, ...(cursor !== null && { cursor }) });
    return (await this.#request('GET', `/v1/links?${parameters}`)).json();
  }

  async create(fields: LinkFields): Promise<OwnLink & { readonly created: boolean }> {
    return (await this.#request('POST', '/v1/links', fields)).json();
  }

  async change(slug: string, fields: LinkFields): Promise<OwnLink> {
    return (await this.#request('PATCH', `/v1/links/${slug}`, fields)).json();
  }

  async end(slug: string): Promise<void> {
    await this.#request('DELETE', `/v1/links/${slug}`);
  }

  /** All links of the owner, as lines of JSON. */
  async export(): Promise<string> {
    return (await this.#request('GET', '/v1/links/export')).text();
  }

  /** @throws ApiError for any answer but success */
  async #request(method: string, path: string, body?: LinkFields): Promise<Response> {
    const response = await fetch(basePath() + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The lists of an owner are nobody else's, and stay out of every cache.
      cache: 'no-store',
    });
    if (response.ok) return response;
    const problem: ProblemDetails = await response.json().catch(() => ({}));
    const [first] = problem.errors ?? [];
    const message = first?.message ?? problem.detail ?? problem.title ?? `The service answered ${response.status}.`;
    throw new ApiError(response.status, message, first?.parameter ?? null);
  }
}
