/**
 * What holds for every kind of links: parameters of other kinds are refused, HEAD ignores ranges, and the JSON of a
 * shape ends as it always did.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseEgressPolicy } from '../../../../src/egress/policy.ts';
import { schemes } from '../../../../src/index.ts';
import { openers } from '../../../../src/open/registry.ts';
import { gateways } from '../../../../worker/gateway/open/built-in.ts';
import { describedParameters, parametersOf } from '../../../../worker/gateway/shapes/parameters.ts';
import { type RunningRelay, startRelay } from '../../../../worker/relay/relay.ts';
import { startCnrp } from '../../../servers/cnrp.ts';
import { startDict } from '../../../servers/dict.ts';
import { startFinger } from '../../../servers/finger.ts';
import { startFtp } from '../../../servers/ftp.ts';
import { startGopher } from '../../../servers/gopher.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { startNntp } from '../../../servers/nntp.ts';
import { type RunningProspero, startProspero } from '../../../servers/prospero.ts';
import { startWais } from '../../../servers/wais.ts';
import type { RunningWorker } from '../../harness.ts';
import { type Json, json } from '../news/worker.ts';
import { startGateway } from '../worker.ts';

const SECRET = 'a secret of the tests';

type Server = 'cnrp' | 'dict' | 'finger' | 'ftp' | 'gopher' | 'nntp' | 'wais';
let servers: Record<Server, RunningServer>;
let prospero: RunningProspero;
let relay: RunningRelay;
let worker: RunningWorker;

beforeAll(async () => {
  const [cnrp, dict, finger, ftp, gopher, nntp, wais] = await Promise.all([
    startCnrp(),
    startDict(),
    startFinger(),
    startFtp(),
    startGopher(),
    startNntp(),
    startWais(),
  ]);
  servers = { cnrp, dict, finger, ftp, gopher, nntp, wais };
  prospero = await startProspero();
  const policy = parseEgressPolicy({ EGRESS_ALLOW: `localhost:${prospero.port}, 127.0.0.1:${prospero.port}` });
  relay = await startRelay({ secret: SECRET, policy, port: 0 });
  worker = await startGateway([...Object.values(servers), prospero], {
    NEWS_SERVER: `localhost:${nntp.port}`,
    PROSPERO_RELAY: relay.origin,
    PROSPERO_RELAY_SECRET: SECRET,
    // Nothing listens at the port of the discard protocol: no name leads out of this machine.
    DOH_URL: 'http://127.0.0.1:9/dns-query',
  });
});
afterAll(() => Promise.all([worker, relay, prospero, ...Object.values(servers ?? {})].map((one) => one?.close())));

/** The address that opens a link. `{ftp}` is the test server. */
function open(link: string, query = ''): string {
  const port = (name: string): number => (name === 'prospero' ? prospero : servers[name as Server]).port;
  const url = link.replace(/\{(\w+)\}/, (_, name: string) => `localhost:${port(name)}`);
  return `/open?url=${encodeURIComponent(url)}${query}`;
}

describe('a parameter of other kinds is refused, for a page and for programs:', () => {
  const all = new Set(openers.flatMap((opener) => describedParameters(opener).map(([name]) => name)));

  test.each(openers.map((opener) => [opener.kind, opener] as const))('%s', async (_kind, opener) => {
    const [scheme = ''] = opener.schemes;
    // Browsers open links into the Web themselves.
    const own = gateways.has(scheme) ? parametersOf(opener) : [];
    for (const name of ['nonsense', ...all].filter((other) => !own.includes(other))) {
      for (const format of ['html', 'json']) {
        const path = open(schemes.get(scheme)?.example ?? '', `&${name}=1&format=${format}`);
        const response = await worker.fetch(path, { redirect: 'manual' });
        const said = format === 'html' ? `Unknown parameter ${name}.` : 'parameter-unknown';
        expect([name, response.status, await response.text()]).toEqual([name, 400, expect.stringContaining(said)]);
      }
    }
  });
});

describe('HEAD ignores a range (RFC 9110 §14.2):', () => {
  /** The address of a document of WAIS, which only a search tells. */
  async function documentAt(headline: string): Promise<string> {
    const { hits } = await json(worker, open('wais://{wais}/history?wais'));
    const hit = hits.find((one: Json) => one.headline.startsWith(headline));
    const { pathname, search } = new URL(hit.types[0].open);
    return `${pathname}${search}${search === '' ? '?' : '&'}format=raw`;
  }
  const partAt = async (headline: string, part: string) => `${await documentAt(headline)}&part=${part}`;
  const raw = (link: string) => open(link, '&format=raw');

  test.each<[what: string, path: () => string | Promise<string>, hasParts: boolean]>([
    ['the text of a dict link', () => raw('dict://{dict}/d:gopher'), true],
    ['the text of a finger link', () => raw('finger://{finger}/curator'), true],
    ['a file of FTP', () => raw('ftp://{ftp}/pub/README'), true],
    ['the list of a directory of FTP', () => raw('ftp://{ftp}/pub/'), false],
    ['a text of gopher', () => raw('gopher://{gopher}/0/about/welcome.txt'), false],
    ['a file of gopher', () => raw('gopher://{gopher}/9/large/3MB.bin'), false],
    ['a sound of gopher', () => raw('gopher://{gopher}/s/gallery/telephone.wav'), true],
    ['a picture of WAIS with its length', () => documentAt('A picture'), true],
    ['a text of WAIS with its length', () => documentAt('wais.txt'), true],
    ['a part of a message of WAIS', () => partAt('parts.eml', '3'), true],
    ['a file of Prospero', () => raw('prospero://{prospero}//museum/docs/plan.txt'), false],
    ['an article', () => raw('news:attachment.1@museum.test'), false],
    ['a part of an article', () => raw('news:attachment.1@museum.test/part/2'), true],
    ['a part that a mid link names', () => raw('mid:inline.1@museum.test/post@inline.museum.test'), true],
  ])('%s', async (_what, pathOf, hasParts) => {
    const path = await pathOf();
    const asked = async (method: string, range: string | null) => {
      const response = await worker.fetch(path, { method, headers: range === null ? {} : { Range: range } });
      const { status, headers } = response;
      await response.arrayBuffer();
      return [status, ...['Content-Range', 'Content-Length', 'Content-Type'].map((name) => headers.get(name))];
    };
    const whole = await asked('HEAD', null);
    expect(whole[0]).toBe(200);
    for (const range of ['bytes=1-2', 'bytes=-1', 'bytes=99999999-']) expect(await asked('HEAD', range)).toEqual(whole);
    expect((await asked('GET', 'bytes=1-2'))[0]).toBe(hasParts ? 206 : 200);
  });
});

describe('JSON', () => {
  const endOf = async (link: string) => (await (await worker.fetch(open(link, '&format=json'))).text()).slice(-2);

  test.each([
    ['a directory with the JSON of every listing', 'ftp://{ftp}/pub/'],
    ['a menu', 'gopher://{gopher}/'],
    ['a download', 'gopher://{gopher}/9/large/3MB.bin'],
    ['a text', 'finger://{finger}/curator'],
    ['a file that is read', 'prospero://{prospero}//museum/docs/plan.txt'],
    ['a list of groups', 'news://{nntp}/*'],
    ['a listing with JSON of its own', 'prospero://{prospero}//museum'],
    ['words', 'dict://{dict}/m:go:*:prefix'],
    ['results', 'wais://{wais}/history?wais'],
    ['a group', 'nntp://{nntp}/museum.history'],
    ['an article', 'news:attachment.1@museum.test'],
    ['a part', 'news:attachment.1@museum.test/part/2'],
    ['names', 'go://{cnrp}?fidonet'],
    ['a session', 'telnet://{gopher}/'],
    ['a draft', 'mailto:a@h.example'],
  ])('of %s ends with a line feed: %s', async (_what, link) => {
    expect(await endOf(link)).toBe('}\n');
  });
});
