/**
 * Bodies that a proxy passes on, in the runtime: their octets are counted in the whole process, so each body must give
 * its part back, whatever becomes of its request.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built } from '../built.ts';
import { type RunningModule, startModule } from '../runtime.ts';

const MIB = 1024 * 1024;
const MOST = 16 * MIB;
/** Together more than all bodies may take. */
const ROUNDS = 10;

/** Its Worker answers with what it reads, or with the beginning of it, or without it, or fails. */
const module = `
  import { readForwarded } from './worker/self-host/forwarded-body.ts';
  async function answer(request) {
    const what = request.headers.get('X-Answer');
    if (what === 'failure') throw new Error('It failed.');
    if (what === 'nothing') return new Response('nothing');
    if (what === 'all') return new Response(request.body);
    const reader = request.body.getReader();
    const { value } = await reader.read();
    return new Response(value);
  }
  export default {
    async fetch(request, bindings, execution) {
      if (request.headers.has('X-Inner')) return answer(request);
      const body = await readForwarded(request.body, (work) => execution.waitUntil(work));
      if (typeof body === 'string') return new Response(body, { status: 429 });
      const headers = new Headers(request.headers);
      headers.set('X-Inner', 'yes');
      return bindings.SELF.fetch(new Request(request, { headers, body }));
    },
  };
`;

let running: RunningModule;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: module, resolveDir: join(import.meta.dirname, '../../..') },
    bundle: true,
    write: false,
    format: 'esm',
    external: ['cloudflare:*', 'node:*'],
  });
  const { compatibilityDate = '', compatibilityFlags = [] } = (await built()).settings;
  const bindings = { serviceBindings: { SELF: 'worker' } };
  running = await startModule(outputFiles[0]?.text ?? '', { compatibilityDate, compatibilityFlags, ...bindings });
});
afterAll(() => running.close());

async function send(answer: string, octets = MOST): Promise<{ readonly status: number; readonly length: number }> {
  const response = await fetch(running.origin, {
    method: 'POST',
    headers: { 'X-Answer': answer },
    body: new Uint8Array(octets),
  });
  return { status: response.status, length: (await response.arrayBuffer()).byteLength };
}

/** Begins a request whose answer has all of the body, and leaves: before the body has come in, or in the answer. */
async function leave(when: 'in the body' | 'in the answer'): Promise<void> {
  const asked = request(running.origin, { method: 'POST', headers: { 'X-Answer': 'all' } });
  asked.on('error', () => {});
  if (when === 'in the body')
    await new Promise<void>((resolve) => void asked.write(Buffer.alloc(MOST), () => resolve()));
  else {
    asked.end(Buffer.alloc(MOST));
    const [response]: IncomingMessage[] = await once(asked, 'response');
    response?.on('error', () => {});
    await once(response ?? asked, 'data');
  }
  asked.destroy();
}

test('a body of 16 MiB passes, and a longer one is refused', async () => {
  expect(await send('all')).toEqual({ status: 200, length: MOST });
  expect((await send('all', MOST + 1)).status).toBe(429);
});

test.each(['failure', 'nothing', 'beginning', 'all'])(
  'a Worker that answers with %s lets a body go',
  async (answer) => {
    for (let round = 0; round < ROUNDS; round += 1) await send(answer);
    expect(await send('all')).toEqual({ status: 200, length: MOST });
  },
);

test.each(['in the body', 'in the answer'] as const)('a client that leaves %s takes its body along', async (when) => {
  for (let round = 0; round < ROUNDS; round += 1) await leave(when);
  await expect.poll(() => send('all')).toEqual({ status: 200, length: MOST });
});
