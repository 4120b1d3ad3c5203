/** The WAIS gateway with servers that refuse, break off or send what they should not: each has its status. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Fault } from '../../../servers/faults.ts';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import { answerOf, diagnosticRecord, fieldOf, hitRecord, textRecord } from '../../../servers/wais/records.ts';
import { messageOf, startScriptedWais } from '../../../servers/wais/scripted.ts';
import { startWais } from '../../../servers/wais.ts';
import type { RunningWorker } from '../../harness.ts';
import type { Json } from '../news/worker.ts';
import { HASTY, startGateway } from '../worker.ts';

const ID = Uint8Array.of(1, 2, 0x2f, 0x61, 7, 1, 0);
const DOCUMENT = 'TEXT/1=%2Fa;7=%00;';
const JSON_ONLY = { headers: { Accept: 'application/json' } };
const OUT_OF_RANGE = diagnosticRecord('SF', 'Request out of range');

/** Status, problem and detail of an answer. */
async function problemOf(response: Response): Promise<readonly [status: number, type: string, detail: string]> {
  const { type, detail } = (await response.json()) as Json;
  return [response.status, String(type).split('#').at(-1) ?? '', detail];
}

/** A server whose answers a test writes, and the test server. All tests share the Workers. */
let scripted: RunningServer;
let script: readonly Uint8Array[] = [];
let testServer: RunningServer;
/** A server that sends octets after it was called, and nothing else. */
let hostile: RunningServer;
let firstOctets = '';
let worker: RunningWorker;
let hasty: RunningWorker;

beforeAll(async () => {
  scripted = await startScriptedWais(() => script);
  testServer = await startWais();
  hostile = await listen('wais', {}, async (conversation) => {
    await conversation.exactly(25);
    await conversation.reply(firstOctets);
  });
  const servers = [scripted, testServer, hostile];
  [worker, hasty] = await Promise.all([startGateway(servers), startGateway(servers, HASTY)]);
});
afterAll(async () => {
  await Promise.all([worker?.close(), hasty?.close()]);
  await Promise.all([scripted, testServer, hostile].map((server) => server?.close()));
});

/** What the gateway answers for a path at a server that gives these answers. */
async function answered(
  answers: readonly Uint8Array[],
  path: string,
  init: RequestInit = JSON_ONLY,
): Promise<{ status: number; headers: Headers; text: string }> {
  script = answers;
  const response = await worker.fetch(`/wais/localhost:${scripted.port}/db${path}`, init);
  const { status, headers } = response;
  return { status, headers, text: await response.text().catch(() => 'broken') };
}

describe('diagnostics', () => {
  it.each([
    ['S1', 404, 'server-not-found'],
    ['S2', 503, 'gateway-busy'],
    ['S3', 400, 'link-not-sendable'],
    ['S5', 400, 'link-not-sendable'],
    ['SC', 400, 'link-not-sendable'],
    ['SD', 502, 'gateway-limit'],
    ['SF', 404, 'server-not-found'],
    ['SG', 403, 'server-forbidden'],
    ['SH', 403, 'server-forbidden'],
    ['SI', 502, 'gateway-limit'],
    ['SJ', 502, 'gateway-limit'],
    ['T2', 403, 'server-forbidden'],
  ])('%s is %i %s, for a search and for a document, without the path of the server', async (code, status, type) => {
    const base = `wais://localhost:${testServer.port}/diagnostics`;
    for (const path of [`?${code}`, `/TEXT/3=${code};`, `/PS/3=${code};`]) {
      const link = `/open?url=${encodeURIComponent(base + path)}${path.startsWith('/PS') ? '&format=raw' : ''}`;
      const problem = await problemOf(await worker.fetch(link, JSON_ONLY));
      expect(problem).toEqual([status, type, expect.stringContaining(`It says: “${code} at …”`)]);
    }
  });

  test('a code that nobody knows is a fault of the server', async () => {
    const { status, text } = await answered([messageOf(answerOf(diagnosticRecord('\x00\x01', 'x')))], '');
    expect([status, text]).toEqual([502, expect.stringContaining('gateway-server-failure')]);
  });

  it.each(['at C:\\wais\\db', 'at /db\x1b[2Jx', '/a/b'])('%j: no path is shown', async (information) => {
    const { text } = await answered([messageOf(answerOf(diagnosticRecord('S1', information)))], '');
    expect(text).not.toMatch(/wais\\\\db|\/db|\/a|\[2J/);
    expect(text).toContain('The server does not have this database.');
  });

  it.each([
    ['T2', 403],
    ['S2', 503],
    ['S1', 200],
  ])('%s for the list of databases is %i', async (code, status) => {
    script = [messageOf(answerOf(diagnosticRecord(code, '')))];
    expect((await worker.fetch(`/wais/localhost:${scripted.port}/`)).status).toBe(status);
  });
});

describe('the end of a document', () => {
  const text = (content: string, ...more: Uint8Array[]): Buffer =>
    messageOf(answerOf(textRecord(ID, content), ...more));
  const alone = messageOf(answerOf(OUT_OF_RANGE));

  it.each<[string, readonly Uint8Array[], string, RequestInit, number, string]>([
    ['SF with text', [text('tea', OUT_OF_RANGE)], '', {}, 200, 'tea'],
    ['SF alone after a part', [text('x'.repeat(95_904)), alone], '', {}, 200, 'x'.repeat(95_904)],
    ['no octet, with SF', [text('', OUT_OF_RANGE)], '', {}, 200, ''],
    ['SF alone', [alone], '', {}, 404, 'not-found'],
    ['neither text nor SF', [messageOf(answerOf())], '', {}, 404, 'not-found'],
    ['SF alone for a range', [alone], '9/', { headers: { Range: 'bytes=4-8' } }, 416, ''],
    ['SF alone for a range from the beginning', [alone], '9/', { headers: { Range: 'bytes=0-8' } }, 404, 'not-found'],
    ['a range', [text('cake')], '9/', { headers: { Range: 'bytes=4-7' } }, 206, 'cake'],
    [
      'a range that the server cuts short',
      [text('c', OUT_OF_RANGE)],
      '9/',
      { headers: { Range: 'bytes=4-7' } },
      206,
      'broken',
    ],
    [
      'a range with If-Range',
      [text('tea', OUT_OF_RANGE)],
      '9/',
      { headers: { Range: 'bytes=4-7', 'If-Range': '"a"' } },
      200,
      'tea',
    ],
    ['more than was asked for', [text('x'.repeat(95_905))], '', {}, 502, 'gateway-protocol'],
    ['more than was asked for, later', [text('x'.repeat(95_904)), text('x'.repeat(95_905))], '', {}, 200, 'broken'],
    [
      'a refusal in the middle',
      [text('x'.repeat(95_904)), messageOf(answerOf(diagnosticRecord('S2', '')))],
      '',
      {},
      200,
      'broken',
    ],
  ])('%s', async (_, answers, length, init, status, expected) => {
    const path = `/${DOCUMENT.replace('/', `/${length}`)}?format=raw`;
    const answer = await answered(answers, path, init);
    expect([answer.status, answer.text]).toEqual([status, status < 400 ? expected : expect.stringContaining(expected)]);
  });

  test.each([
    ['a picture that the server has', text('GIF89a', OUT_OF_RANGE), 200],
    ['a picture that it does not have', alone, 404],
  ])('the page of %s', async (_, answer, status) => {
    const headers = { Accept: 'text/html', 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' };
    expect((await answered([answer], `/${DOCUMENT.replace('TEXT', 'GIF')}`, { headers })).status).toBe(status);
  });

  test('HEAD closes the session and has no body; it ignores a range (RFC 9110 §14.2)', async () => {
    const path = `/${DOCUMENT.replace('/', '/9/')}?format=raw`;
    for (const headers of [{}, { Range: 'bytes=1-3' }, { Range: 'bytes=9-' }]) {
      const {
        status,
        headers: answer,
        text: body,
      } = await answered([text('tea', OUT_OF_RANGE)], path, {
        method: 'HEAD',
        headers,
      });
      const ofRange = ['Content-Range', 'Content-Length', 'Accept-Ranges'].map((name) => answer.get(name));
      expect([status, body, ...ofRange]).toEqual([200, '', null, null, 'bytes']);
    }
  });
});

test('the link to all pictures of a message keeps the charset', async () => {
  const ids = [1, 2, 3, 4, 5];
  const message = [
    'Content-Type: multipart/related; boundary=b\r\n',
    `--b\r\nContent-Type: text/html\r\n\r\n${ids.map((id) => `<img src="cid:${id}">`).join('')}`,
    ...ids.map((id) => `--b\r\nContent-Type: image/gif\r\nContent-ID: <${id}>\r\n\r\nGIF`),
    '--b--\r\n',
  ].join('\r\n');
  const { text } = await answered(
    [messageOf(answerOf(textRecord(ID, message), OUT_OF_RANGE))],
    `/${DOCUMENT.replace('TEXT', 'MIME')}?charset=utf-8`,
    { headers: { Accept: 'text/html' } },
  );
  expect(/<p class="pictures"><a href="[^"]*[?]([^"]*)"/.exec(text)?.[1]).toBe('charset=utf-8&amp;images=show');
});

describe('hostile answers', () => {
  const nested = Array.from({ length: 1000 }).reduce<Uint8Array>((inner) => fieldOf(150, inner), new Uint8Array());
  const raw = (header: string, ...apdu: number[]): Buffer =>
    Buffer.concat([Buffer.from(header, 'latin1'), Buffer.from(apdu)]);

  it.each([
    ['a length beyond the cap', raw('9999999999z2wais        0')],
    ['a length one beyond the cap', raw('0001048577z2wais        0')],
    ['a negative length', raw('-000000001z2wais        0')],
    ['no octets', raw('0000000000z2wais        0')],
    ['a refusal', raw('0000000000n2wais        0')],
    ['HTTP', raw('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['compression', raw('0000000003z2wais      u 0', 0, 1, 23)],
    ['a field past its end', messageOf(answerOf(Uint8Array.of(0x81, 0x16, 0xff, 0xff, 0x7f)))],
    ['a hit with a field past its end', messageOf(answerOf(fieldOf(150, Uint8Array.of(116, 9, 1))))],
    ['an integer without an end', messageOf(answerOf(new Uint8Array(100).fill(0x80)))],
    ['a score of 200 octets', messageOf(answerOf(fieldOf(150, fieldOf(118, new Uint8Array(200).fill(1)))))],
    [
      'two thousand hits',
      messageOf(answerOf(...Array.from({ length: 2000 }, () => hitRecord({ id: ID, headline: 'x' })))),
    ],
  ])('%s is a 502', async (_, message) => {
    const { status, text } = await answered([message], '');
    expect([status, text]).toEqual([502, expect.stringContaining('gateway-protocol')]);
  });

  test('a thousand levels are one hit without a title', async () => {
    const { status, text } = await answered([messageOf(answerOf(nested))], '?format=json');
    expect([status, JSON.parse(text).hits.length]).toEqual([200, 1]);
  });

  it.each([
    ['the length is beyond the cap', '9999999999z2wais        0', 'gateway-protocol'],
    ['the answer ends in its middle', '0000000100z2wais        0\x00', 'gateway-unreachable'],
  ])('%s, in the first answer', async (_, octets, code) => {
    firstOctets = octets;
    const problem = await problemOf(await worker.fetch(`/wais/localhost:${hostile.port}/db`, JSON_ONLY));
    expect(problem.slice(0, 2)).toEqual([502, code]);
  });

  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', '"><script>alert(1)</script>'])(
    'a hit of the type URL cannot be the link %s',
    async (headline) => {
      const message = messageOf(answerOf(hitRecord({ id: ID, headline, types: ['URL'] })));
      const { text } = await answered([message], '', { headers: { Accept: 'text/html' } });
      const [main = ''] = /<table[\s\S]*<\/table>/.exec(text) ?? [];
      expect(main).not.toMatch(/<a |<script/);
      expect(main).toContain('class="tag">link');
    },
  );

  test('controls and overrides of direction do not reach a page', async () => {
    const description =
      '(:source :ip-name "h" :database-name "d" :description "a\u001b[31mb\u202ec" :maintainer "m\u202e")';
    const answers = [
      answerOf(hitRecord({ id: ID, headline: 'x\u001b[2Jy', types: ['WSRC'] })),
      answerOf(textRecord(ID, Buffer.from(description).toString('latin1')), OUT_OF_RANGE),
    ].map(messageOf);
    const { status, text } = await answered(answers, '', { headers: { Accept: 'text/html' } });
    expect(status).toBe(200);
    expect(text).toContain('About this database');
    expect(text).not.toMatch(/[\u001b\u202e]/);
  });
});

describe('each fault of the test server', () => {
  it.each<[string, Fault, number, string]>([
    ['refused', { kind: 'refused' }, 502, 'gateway-unreachable'],
    ['silent', { kind: 'silent' }, 504, 'gateway-timeout'],
    ['silent after the first answer', { kind: 'silent', at: 'body' }, 504, 'gateway-timeout'],
    ['one octet at a time', { kind: 'drip', everyMs: 0 }, 200, ''],
    ['truncated', { kind: 'truncated', after: 40 }, 502, 'gateway-unreachable'],
    ['reset', { kind: 'reset', after: 40 }, 502, 'gateway-unreachable'],
    ['garbage', { kind: 'garbage' }, 502, 'gateway-protocol'],
    ['a gibibyte', { kind: 'huge' }, 502, 'gateway-protocol'],
    ['octets without an end after the answer', { kind: 'endless-line' }, 200, ''],
    ['lines without an end after the answer', { kind: 'endless' }, 200, ''],
    ['a length of ten too many', { kind: 'wrong-length' }, 504, 'gateway-timeout'],
    ['a length of ten too few', { kind: 'wrong-length', by: -10 }, 502, 'gateway-protocol'],
  ])('%s', async (_, fault, status, type) => {
    await testServer.faults.set(fault);
    const reader = status === 504 ? hasty : worker;
    // A search that finds nothing has a short answer.
    const link = encodeURIComponent(`wais://localhost:${testServer.port}/history?nothing`);
    const response = await reader.fetch(`/open?format=json&url=${link}`);
    const body = (await response.json()) as Json;
    expect([
      response.status,
      String(body.type ?? '')
        .split('#')
        .at(-1),
    ]).toEqual([status, type]);
    await testServer.faults.set(null);
  });
});
