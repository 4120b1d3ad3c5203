/** A VMS server: a walk through its directories by the links of the pages, and the names that it takes in commands. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFtp } from '../../../servers/ftp.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { commandsTo, startGateway } from '../worker.ts';

let server: RunningServer;
let worker: RunningWorker;

beforeAll(async () => {
  server = await startFtp({ listing: 'vms', mlsd: false });
  worker = await startGateway([server]);
});

afterAll(async () => {
  await worker?.close();
  await server?.close();
});

const HTML = { headers: { Accept: 'text/html' } };

/** The address of the link with this text on a page. */
async function linkOn(path: string, text: string): Promise<string> {
  const response = await worker.fetch(path, HTML);
  const html = await response.text();
  expect([response.status, html]).toEqual([200, expect.stringContaining(`<bdi>${text}</bdi></a>`)]);
  const before = html.slice(0, html.indexOf(`<bdi>${text}</bdi></a>`));
  return before.slice(before.lastIndexOf('href="') + 'href="'.length).split('"')[0] ?? '';
}

test('from the root to a file two directories below', async () => {
  const root = `/ftp/127.0.0.1:${server.port}/`;
  const pub = await linkOn(root, 'PUB/');
  expect(pub).toBe(`${root}PUB/`);
  const tools = await linkOn(pub, 'TOOLS/');
  expect(tools).toBe(`${root}PUB/TOOLS/`);
  const tool = await linkOn(tools, 'A_LONG_NAME_FOR_A_TOOL_THAT_COUNTS.FOR');
  server.log.length = 0;
  const response = await worker.fetch(tool);
  expect([response.status, await response.text()]).toEqual([200, '      PRINT *, 1\r\n']);
  expect(commandsTo(server).filter((line) => /^(?:CWD|RETR)/.test(line))).toEqual([
    'CWD PUB',
    'CWD [.PUB]',
    'CWD TOOLS',
    'CWD [.TOOLS]',
    'RETR A_LONG_NAME_FOR_A_TOOL_THAT_COUNTS.FOR',
  ]);
});

test('versions: the newest has no number in its link, older ones do', async () => {
  const directory = `/ftp/127.0.0.1:${server.port}/PUB/`;
  const newest = await linkOn(directory, 'NOTES.TXT');
  const older = await linkOn(directory, 'NOTES.TXT;2');
  expect([newest, older]).toEqual([`${directory}NOTES.TXT`, `${directory}NOTES.TXT%3B2`]);
  expect(await (await worker.fetch(newest)).text()).toBe('The third version.\r\n');
  const response = await worker.fetch(older);
  expect(await response.text()).toBe('The second version.\r\n');
  expect(response.headers.get('Content-Disposition')).toBe('inline; filename="NOTES.TXT"');
});

test.each([
  ['/PUB;type=d', 200],
  ['/PUB', 302],
  ['/%2FPUB/TOOLS/', 200],
  ['/%5BPUB.TOOLS%5D/', 200],
  ['/%2F%5BPUB.TOOLS%5D/ARCHIVE.ZIP', 200],
  ['/%2F/AAAREADME.TXT', 200],
  ['/NONE/', 404],
  ['/NONE', 404],
])('%s: %i', async (path, status) => {
  const response = await worker.fetch(`/ftp/127.0.0.1:${server.port}${path}`, { redirect: 'manual' });
  await response.arrayBuffer();
  expect(response.status).toBe(status);
});
