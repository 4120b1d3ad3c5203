/** The programs of docs/protocols.md, from the packed package, with servers of Debian. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runExample } from '../package/protocol-examples.ts';
import { type Published, publish } from '../package/published.ts';
import { ftpServers, makeTree as makeFtpTree } from './ftp-servers.ts';
import { gopherServers, isInstalled, makeTree as makeGopherTree } from './gopher-servers.ts';
import { startInn } from './news-server.ts';

let published: Published;
beforeAll(() => {
  published = publish();
});
afterAll(() => published?.remove());

const gopherTree = makeGopherTree();
const ftpTree = makeFtpTree();
afterAll(() => {
  for (const { scratch } of [gopherTree, ftpTree]) rmSync(scratch, { recursive: true });
});

const gophers = Object.entries(gopherServers).filter(([, kind]) => kind.scheme === 'gopher' && isInstalled(kind));
const ftps = Object.entries(ftpServers).filter(([, kind]) => kind.tls === 'none' && kind.anonymous);

test.each([
  ...gophers.map(([name, { start }]) => {
    return ['Gopher', name, () => start(gopherTree.root, gopherTree.scratch), /^item .*about/m] as const;
  }),
  ...ftps.map(([name, { start }]) => {
    return ['FTP', name, () => start(ftpTree.root, ftpTree.scratch), /^file big\.bin 3000000 /m] as const;
  }),
  [
    'NNTP',
    'INN',
    () => startInn(['test.thread', 'test.kinds'], 'test.members'),
    /^test\.kinds About test\.kinds$/m,
  ] as const,
])('%s with %s', async (name, _, start, printed) => {
  const server = await start();
  try {
    expect(await runExample(name, server.port, published.consumer)).toMatch(printed);
  } finally {
    await server.close();
  }
});
