/** The Worker with owners, for the tests of short links. */
import { type Ask, type RunningWorker, startWorker } from '../worker/harness.ts';

export const tokens = {
  alice: 'alice-0123456789abcdef',
  bob: 'bob-0123456789abcdef',
  root: 'root-0123456789abcdef',
} as const;

export type Name = keyof typeof tokens;

export const LINK_TOKENS = `alice:${tokens.alice}, bob:${tokens.bob} root:${tokens.root}:admin`;

export interface LinkService extends RunningWorker {
  /** Asks as an owner, with JSON where there is a body. */
  readonly as: (
    owner: Name,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
}

export async function startLinks(vars: Record<string, string> = {}): Promise<LinkService> {
  const worker = await startWorker({ LINK_TOKENS, ...vars });
  return {
    ...worker,
    as(owner, method, path, body, headers) {
      const init: Ask = { method, headers: { Authorization: `Bearer ${tokens[owner]}`, ...headers } };
      if (body === undefined) return worker.fetch(path, init);
      const type = { 'Content-Type': 'application/json', ...init.headers };
      return worker.fetch(path, { ...init, headers: type, body: JSON.stringify(body) });
    },
  };
}
