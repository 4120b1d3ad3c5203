/** The Worker with owners, for the tests of short links. */
import type { Ask } from '../client.ts';
import { type RunningWorker, type RuntimeOptions, startWorker } from '../harness.ts';

export const tokens = {
  alice: 'alice-0123456789abcdef',
  bob: 'bob-0123456789abcdef',
  root: 'root-0123456789abcdef',
} as const;

/** A link as the tests read it from JSON. */
export interface CreatedLink {
  readonly input: string;
  readonly created: boolean;
  readonly slug: string;
  readonly canonical: string;
  readonly short: string;
  readonly expiresAt: string | null;
  readonly clicks: number;
  readonly title: string | null;
  readonly note: string | null;
}

export type Name = keyof typeof tokens;

export const LINK_TOKENS = `alice:${tokens.alice}, bob:${tokens.bob} root:${tokens.root}:admin`;

/**
 * The stores of a service of a test. Each costs a file on the disk and a request for an export, and three show what
 * sixteen show.
 */
export const SHARDS = 3;

export interface LinkService extends RunningWorker {
  /** Sends a request as an owner, with the body as JSON. */
  readonly as: (
    owner: Name,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  /** Makes a link as an owner. */
  readonly make: (owner: Name, newLink: Record<string, unknown>) => Promise<CreatedLink>;
}

export async function startLinks(vars: Record<string, string> = {}, options?: RuntimeOptions): Promise<LinkService> {
  const worker = await startWorker({ LINK_TOKENS, LINK_SHARDS: String(SHARDS), ...vars }, options);
  const as: LinkService['as'] = (owner, method, path, body, headers) => {
    const init: Ask = { method, headers: { Authorization: `Bearer ${tokens[owner]}`, ...headers } };
    if (body === undefined) return worker.fetch(path, init);
    const type = { 'Content-Type': 'application/json', ...init.headers };
    return worker.fetch(path, { ...init, headers: type, body: JSON.stringify(body) });
  };
  return { ...worker, as, make: async (owner, newLink) => (await as(owner, 'POST', '/v1/links', newLink)).json() };
}

/** The members of a line of an answer: of a link, a problem, or the outcome of an imported line. */
export interface LineAnswer {
  readonly slug?: string;
  readonly canonical?: string;
  readonly created?: boolean;
  readonly outcome?: string;
  readonly warnings?: readonly string[];
  readonly status?: number;
  readonly unread?: readonly string[];
  readonly errors?: readonly { readonly code: string; readonly message: string }[];
}

/** The lines of an NDJSON answer. */
export async function linesOf(response: Response): Promise<LineAnswer[]> {
  const text = await response.text();
  if (text === '') return [];
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
