/** Links, and servers in memory, for the tests of the opener of gopher. */
import { expect } from 'vitest';
import type { CheckNetwork, OpenContext } from '../../../../src/open/contract.ts';
import { type MemoryAnswer, type MemoryServer, memoryServer } from '../../protocols/memory-server.ts';
import { contextOf, linkOf } from '../context.ts';

export const gopherLink = (url: string) => linkOf('gopher', url);

/** What a server sends by the first line of a request. It closes the connection after a string. */
export type Replies = Readonly<Record<string, string | MemoryAnswer>>;

export function gopherDouble(replies: Replies): MemoryServer {
  return memoryServer((request) => {
    const reply = replies[request.split('\r\n', 1).join('')] ?? null;
    return typeof reply === 'string' ? { parts: [reply], end: 'closed' } : reply;
  });
}

/** A context that reaches a server. */
export function contextAt(
  server: MemoryServer,
  asked: Partial<OpenContext & CheckNetwork> = {},
): OpenContext & CheckNetwork {
  const another = () => Promise.reject(new TypeError('gopher has one connection'));
  return contextOf({
    connect: async ({ tls = 'none' } = {}) => Object.assign(await server.connect(tls), { another }),
    ...asked,
  });
}

/** The addresses of nobody: a link is its own. */
export const LINKS = {
  open: (url: string | null) => url,
  openCanonical: (link: string) => `open ${link}`,
  self: (query: Readonly<Record<string, string>>) => `self ${JSON.stringify(query)}`,
};

/** Waits until a server has no connection left that the client has not closed. */
export async function expectClosed(server: MemoryServer): Promise<void> {
  await expect.poll(() => server.open).toBe(0);
}
