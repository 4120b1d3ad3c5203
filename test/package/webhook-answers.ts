/** `guardedFetch` of the packed package in a runtime: bodies, codings, redirects, limits and TLS, at a server here. */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { authorityPath } from '../servers/certificates.ts';
import { receiver } from '../src/guarded-fetch/receiver.ts';
import type { Published } from './published.ts';
import type { ClientRuntime } from './webhook-clients.ts';

const NAME = 'gopher.waypost.example.org';
const plain = 'hello '.repeat(3000);

const SCRIPT = `
  import { readFileSync } from 'node:fs';
  import process from 'node:process';
  import { EgressError, guardedConnector, guardedFetch } from 'waypost/webhooks/node';
  const { plainPort, securePort, authorities } = JSON.parse(readFileSync('answers.json', 'utf8'));
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const EGRESS_ALLOW = '127.0.0.1:' + plainPort + ' 127.0.0.1:' + securePort;
  const common = { schemes: ['http', 'https'], resolve, authorities, egress: { EGRESS_ALLOW } };
  const call = async (path, init, options) => {
    try {
      const response = await guardedFetch('http://${NAME}:' + plainPort + path, init, { ...common, ...options });
      return response.status + ' ' + (await response.text()).slice(0, 40);
    } catch (error) {
      return error instanceof EgressError ? error.code + ' ' + error.rule : error.name;
    }
  };
  const secure = async (name) => {
    const called = guardedFetch('https://' + name + ':' + securePort + '/', {}, common);
    return called.then((response) => response.text(), ({ code }) => code);
  };
  const connector = () => {
    try {
      guardedConnector(() => () => {});
      return 'made';
    } catch {
      return 'refused';
    }
  };
  const parts = ['a', 'b', 'c'];
  const pull = (controller) => parts.length > 0 ? controller.enqueue(new TextEncoder().encode(parts.shift())) : controller.close();
  const stream = new ReadableStream({ pull });
  console.log(JSON.stringify([
    await call('/echo', { method: 'POST', body: 'abc' }),
    await call('/echo', { method: 'POST', body: stream, duplex: 'half' }),
    await call('/gzip'), await call('/br'), await call('/deflate'),
    await call('/bomb'),
    await call('/header', {}, { maxHeader: 4000 }),
    await call('/redirect', { method: 'POST', body: 'abc' }),
    await call('/redirect', { method: 'POST', body: 'abc' }, { redirects: 1 }),
    await call('/cut'),
    await call('/silent', {}, { answerTime: 100 }),
    await call('/drip', {}, { totalTime: 500 }),
    await call('/silent', { signal: AbortSignal.timeout(100) }),
    await secure('${NAME}'), await secure('other.example.org'),
    connector() === ('bun' in process.versions ? 'refused' : 'made'),
  ]));
  process.exit(0);
`;

const EXPECTED = [
  ...['200 3 abc', '200 chunked abc', `200 ${plain.slice(0, 40)}`, `200 ${plain.slice(0, 40)}`],
  ...[`200 ${plain.slice(0, 40)}`, 'TOO_LARGE maxBody', 'TOO_LARGE maxHeader', 'REDIRECT_REFUSED redirects'],
  ...[
    '200 3 abc',
    'BAD_ANSWER http',
    'TIMEOUT answerTime',
    'TIMEOUT totalTime',
    'TimeoutError',
    'secure',
    'TLS_FAILED',
    true,
  ],
];

/** Runs the calls in a runtime; returns what is wrong, `null` = nothing. */
export async function faultOfAnswers(
  { consumer }: Published,
  command: ClientRuntime['command'],
): Promise<string | null> {
  const server = await receiver(async (request, response) => {
    const coded = (coding: string, octets: Uint8Array) => response.setHeader('Content-Encoding', coding).end(octets);
    switch (request.url) {
      case '/gzip':
        return coded('gzip', gzipSync(plain));
      case '/br':
        return coded('br', brotliCompressSync(plain));
      case '/deflate':
        return coded('deflate', deflateRawSync(plain));
      case '/bomb':
        return coded('gzip', gzipSync(Buffer.alloc(20_000_000)));
      case '/header':
        return response.setHeader('X', 'y'.repeat(8000)).end();
      case '/redirect':
        return response.writeHead(307, { Location: '/echo' }).end();
      case '/cut':
        response.setHeader('Content-Length', 10).write('abc', () => response.destroy());
        return;
      case '/drip':
        return response.write('a');
      case '/echo': {
        const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
        return response.end(`${length ?? coding} ${await text(request)}`);
      }
      default:
        return;
    }
  });
  const secure = await receiver((_, response) => response.end('secure'), 'trusted');
  try {
    const ports = { plainPort: server.port, securePort: secure.port };
    const authorities = [readFileSync(authorityPath, 'utf8')];
    writeFileSync(join(consumer, 'answers.json'), JSON.stringify({ ...ports, authorities }));
    writeFileSync(join(consumer, 'answers.js'), SCRIPT);
    const [program, ...args] = command;
    const child = spawn(program, [...args, 'answers.js'], { cwd: consumer, stdio: ['ignore', 'pipe', 'pipe'] });
    const [printed, faults] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return printed.trim() === JSON.stringify(EXPECTED) ? null : `guardedFetch prints ${printed}${faults}`;
  } finally {
    await Promise.all([server.close(), secure.close()]);
  }
}
