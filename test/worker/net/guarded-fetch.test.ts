/** `guardedFetch` of `waypost/webhooks/workers` in the platform's runtime. */
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WRANGLER } from '../../../worker/build/bundle.ts';
import { type Receiver, receiver } from '../../src/guarded-fetch/receiver.ts';
import { type RunningModule, startModule } from '../runtime.ts';

/** Calls what a request says, and returns the answer, or the rule that ended it. */
const WORKER = `
  import { EgressError, guardedFetch } from './worker/mounted/webhooks.ts';
  const streamOf = (text) => new Response(text).body;
  export default {
    async fetch(request) {
      const { url, init, streamed, aborted, options, addresses } = await request.json();
      const all = { ...options, resolve: async () => addresses };
      try {
        const body = streamed === undefined ? init.body : streamOf(streamed);
        const signal = aborted ? AbortSignal.timeout(50) : undefined;
        const response = await guardedFetch(url, { ...init, body, signal }, all);
        const { status, redirected, headers } = response;
        return Response.json({ status, url: response.url, redirected, headers: [...headers], body: await response.text() });
      } catch (error) {
        return Response.json(error instanceof EgressError ? [error.code, error.rule] : [error.name]);
      }
    },
  };
`;

const NAME = 'gopher.waypost.example.org';
const plain = 'hello '.repeat(5000);

let worker: RunningModule;
let server: Receiver;
let secure: Receiver;
beforeAll(async () => {
  const { outputFiles } = await build({
    ...WRANGLER,
    conditions: [...WRANGLER.conditions],
    external: [...WRANGLER.external],
    stdin: { contents: WORKER, resolveDir: process.cwd(), loader: 'ts' },
    ...{ bundle: true, write: false },
  });
  worker = await startModule(outputFiles.map(({ text }) => text).join(''), { compatibilityDate: '2026-10-23' });
  server = await receiver(async (request, response) => {
    const { method, url, headers } = request;
    if (url === '/gzip') return response.setHeader('Content-Encoding', 'gzip').end(gzipSync(plain));
    if (url === '/bomb') return response.setHeader('Content-Encoding', 'gzip').end(gzipSync(Buffer.alloc(20_000_000)));
    if (url === '/redirect') return response.writeHead(307, { Location: '/to' }).end();
    if (url === '/private') return response.writeHead(302, { Location: 'http://127.0.0.2/' }).end();
    if (url === '/silent') return;
    if (url === '/204') return response.writeHead(204).end();
    return response.end(JSON.stringify({ method, url, headers, body: await text(request) }));
  });
  secure = await receiver(async (request, response) => response.end(`secure ${await text(request)}`), 'trusted');
});
afterAll(() => Promise.all([worker.close(), server.close(), secure.close()]));

interface Called {
  readonly path?: string;
  readonly init?: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string };
  readonly streamed?: string;
  readonly aborted?: boolean;
  readonly options?: object;
  readonly to?: 'server' | 'secure';
  readonly name?: string;
  readonly addresses?: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly url: string;
  readonly redirected: boolean;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

async function call({
  path = '/',
  init = {},
  options,
  to = 'server',
  name = NAME,
  addresses,
  ...more
}: Called): Promise<unknown> {
  const { port } = to === 'server' ? server : secure;
  const egress = { EGRESS_ALLOW: `127.0.0.1:${server.port} 127.0.0.1:${secure.port}` };
  const body = JSON.stringify({
    url: `${to === 'server' ? 'http' : 'https'}://${name}:${port}${path}`,
    ...{ init, addresses: addresses ?? ['127.0.0.1'], ...more },
    options: { schemes: ['http', 'https'], egress, ...options },
  });
  return (await fetch(worker.origin, { method: 'POST', body })).json();
}

const answered = async (called: Called): Promise<Answer> => {
  const answer = await call(called);
  if (typeof answer !== 'object' || answer === null || !('status' in answer)) throw new Error(JSON.stringify(answer));
  return answer as Answer;
};

describe('in workerd', () => {
  test('a request has its body, and the answer is that of the server', async () => {
    const { status, url, body } = await answered({
      path: '/in?a=b',
      init: { method: 'POST', body: 'abc', headers: { 'X-A': 'b' } },
    });
    expect([status, url]).toEqual([200, `http://${NAME}:${server.port}/in?a=b`]);
    const seen = JSON.parse(body);
    expect(seen).toMatchObject({ method: 'POST', url: '/in?a=b', body: 'abc' });
    expect(seen.headers).toMatchObject({ host: `${NAME}:${server.port}`, 'x-a': 'b', 'content-length': '3' });
    expect(seen.headers).toMatchObject({ 'accept-encoding': 'gzip, deflate', connection: 'close' });
  });

  test('a name in EGRESS_ALLOW is looked up by the resolver of the caller, and its addresses are not judged', async () => {
    const options = { denyHosts: ['127.0.0.0/8'], egress: { EGRESS_ALLOW: `inner.lan:${server.port}` } };
    expect((await answered({ name: 'inner.lan', options })).status).toBe(200);
  });

  test('a stream is sent in chunks', async () => {
    const long = 'x'.repeat(100_000);
    const seen = JSON.parse((await answered({ init: { method: 'PUT' }, streamed: long })).body);
    expect([seen.body, seen.headers['transfer-encoding']]).toEqual([long, 'chunked']);
  });

  test('TLS names the host and checks its certificate', async () => {
    expect((await answered({ to: 'secure', init: { method: 'POST', body: 'x' } })).body).toBe('secure x');
    expect(await call({ to: 'secure', name: 'other.example.org' })).toEqual(['TLS_FAILED', 'certificate']);
  });

  test('gzip is decompressed', async () => {
    const { headers, body } = await answered({ path: '/gzip' });
    expect([body, new Headers(headers.map(([name, value]) => [name, value])).has('content-encoding')]).toEqual([
      plain,
      false,
    ]);
  });

  test('a redirect is followed if it is allowed', async () => {
    const { url, redirected, body } = await answered({
      path: '/redirect',
      init: { method: 'POST', body: 'a' },
      options: { redirects: 1 },
    });
    expect([new URL(url).pathname, redirected, JSON.parse(body).body]).toEqual(['/to', true, 'a']);
    expect((await answered({ path: '/204' })).status).toBe(204);
  });

  test.each<[what: string, called: Called, ending: readonly string[]]>([
    ['a redirect', { path: '/redirect' }, ['REDIRECT_REFUSED', 'redirects']],
    ['a redirect to a private address', { path: '/private', options: { redirects: 1 } }, ['EGRESS_DENIED', 'address']],
    ['an answer that is too long', { path: '/bomb' }, ['TOO_LARGE', 'maxBody']],
    ['a server that is silent', { path: '/silent', options: { answerTime: 50 } }, ['TIMEOUT', 'answerTime']],
    ['a signal', { path: '/silent', aborted: true }, ['TimeoutError']],
    ['a private address', { addresses: ['127.0.0.1', '10.0.0.1'] }, ['EGRESS_DENIED', 'address']],
    ['no address', { addresses: [] }, ['NOT_RESOLVED', 'no-address']],
    ['a scheme that is not allowed', { options: { schemes: ['https'] } }, ['EGRESS_DENIED', 'scheme']],
  ])('%s ends the call', async (_, called, ending) => {
    expect(await call(called)).toEqual(ending);
  });
});
