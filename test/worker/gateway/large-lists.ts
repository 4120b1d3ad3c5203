/** Servers with long lists: FTP directories, gopher menus, lists of newsgroups. */
import { startFtp } from '../../servers/ftp.ts';
import { listen, type RunningServer } from '../../servers/listener.ts';

export interface LargeList {
  readonly start: (entries: number) => Promise<RunningServer>;
  /** Its gateway path, with the port of the server. */
  readonly path: (port: number) => string;
}

/** A gopher server whose menus have a number of items, and no full stop at the end. */
function startMenu(items: number): Promise<RunningServer> {
  const line = (index: number) => `0Document number ${index}\t/archive/file-${index}.txt\tgopher.example\t70\r\n`;
  const menu = Array.from({ length: items }, (_, index) => line(index)).join('');
  return listen('gopher', {}, async (client) => {
    await client.line();
    await client.body(menu);
  });
}

/** A news server with a number of groups, which all have a description. */
function startGroups(groups: number): Promise<RunningServer> {
  const names = Array.from({ length: groups }, (_, index) => `bench.hierarchy${index % 97}.group${index}`);
  const replies: Readonly<Record<string, string>> = {
    CAPABILITIES: '101 these\r\nVERSION 2\r\nREADER\r\nLIST ACTIVE NEWSGROUPS\r\n.\r\n',
    'LIST ACTIVE': `215 groups\r\n${names.map((name) => `${name} 100 1 y\r\n`).join('')}.\r\n`,
    'LIST NEWSGROUPS': `215 descriptions\r\n${names.map((name) => `${name}\tAll about ${name}\r\n`).join('')}.\r\n`,
  };
  return listen('nntp', {}, async (client) => {
    await client.reply('200 ready\r\n');
    for (let line = await client.line(); line !== null; line = await client.line()) {
      await client.body(replies[line] ?? '500 what?\r\n');
    }
  });
}

export const largeLists: Readonly<Record<string, LargeList>> = {
  'an FTP directory': {
    start: (many) => startFtp({ many, mlsd: false }),
    path: (port) => `/ftp/127.0.0.1:${port}/pub/many/`,
  },
  'a gopher menu': { start: startMenu, path: (port) => `/gopher/127.0.0.1:${port}/1/menu` },
  'a list of newsgroups': { start: startGroups, path: (port) => `/news/127.0.0.1:${port}/*` },
};

/**
 * Reads a whole answer without keeping it.
 *
 * @returns its length in octets
 * @throws Error if the status is not 200, or if the connection breaks
 */
export async function lengthOf(url: string): Promise<number> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`the list was answered with ${response.status}`);
  let length = 0;
  for await (const octets of response.body ?? []) length += octets.length;
  return length;
}
