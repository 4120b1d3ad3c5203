/** `npm start`: each link to its servers that documents have, or that it shows itself, opens. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { definitions } from '../../src/schemes/registry.ts';
import { check, loadBundle, objectsIn } from '../bin/network/harness.ts';
import { documentFiles } from '../document-links.ts';
import {
  CLOSED,
  type EveryServer,
  frontPageLinks,
  printedLinks,
  serverSettings,
  serverTable,
  startEveryServer,
} from './every-server.ts';

const documented = Object.fromEntries(serverTable.map(({ name, port }) => [name, port]));

/** Schemes with servers of their own, without the Web: `http://localhost:8787` is Waypost itself. */
const schemes = definitions.map(({ name }) => name).filter((name) => !name.startsWith('http'));

/** A link to this machine, as it is or as the path of a gateway, or a group of the museum on the default server. */
const LINK = new RegExp(
  `\\b(?:(${schemes.join('|')})(?::/)?/((?:[^\\s/@]+@)?(?:localhost|127\\.0\\.0\\.1):\\d+[^\\s"'\`<>)]*)|(news:museum\\.[^\\s"'\`<>)]+))`,
  'g',
);

/** The links to the museum in a text. */
function linksTo(text: string): readonly string[] {
  return [...text.matchAll(LINK)].map(([, scheme, rest, news = '']) => (scheme ? `${scheme}://${rest}` : news));
}

const shown = [...printedLinks, ...frontPageLinks].map(({ url }) => url(documented));
const inDocuments = documentFiles.flatMap((file) => linksTo(readFileSync(file, 'utf8')));
const links = [...new Set([...shown, ...inDocuments])];

let servers: EveryServer;
beforeAll(async () => {
  [servers] = await Promise.all([startEveryServer(async () => 0), loadBundle()]);
});
afterAll(() => servers.close());

/** The link with the port that the server has in this test. */
function moved(link: string): string {
  return link.replace(/(localhost|127\.0\.0\.1):(\d+)/i, (_, host: string, port: string) => {
    const { name } = serverTable.find((server) => server.port === Number(port)) ?? {};
    if (name === undefined && Number(port) !== CLOSED) throw new Error(`No server has the port ${port}: ${link}`);
    return `${host}:${name === undefined ? CLOSED : servers.ports[name]}`;
  });
}

test('documents have links to the museum', () => {
  expect(linksTo('`/gopher/localhost:7070/`, "ftp://a@127.0.0.1:21/b" (news:museum.c) http://localhost:1/')).toEqual([
    'gopher://localhost:7070/',
    'ftp://a@127.0.0.1:21/b',
    'news:museum.c',
  ]);
  expect(inDocuments.length).toBeGreaterThan(2);
});

test.each(links)('%s opens', async (link) => {
  const settings = Object.entries({ ...OPTIONS }).flatMap(([option, name]) => [
    option,
    serverSettings[name](servers.ports),
  ]);
  const checked = await check(['--pause', '0ms', ...settings], { stdin: `${moved(link)}\n` });
  expect(objectsIn(checked)).toEqual([expect.objectContaining({ status: 'alive' })]);
});

const OPTIONS = {
  '--news-server': 'NEWS_SERVER',
  '--news-archive': 'NEWS_ARCHIVE',
  '--name-service': 'CNRP_SERVICES',
} as const;
