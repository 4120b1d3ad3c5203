/**
 * Answers that are held until a forwarded request has come in. What is held is counted in the whole process, so each
 * answer must give its part back.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built } from '../built.ts';
import { type RunningModule, startModule } from '../runtime.ts';

const MIB = 1024 * 1024;
/** More than may be held in all. */
const REQUESTS = 90;

/**
 * Its Worker answers the first octets of a request with a MiB, and waits for the rest or fails; or it reads none, and
 * answers little or much; or it answers with what it reads.
 */
const module = `
  import { answerAfterBody } from './worker/self-host/held-answers.ts';
  const answering = {
    async fetch(request) {
      if (request.headers.has('X-Refuses')) return new Response(new Uint8Array(${MIB}), { status: 413 });
      if (request.headers.has('X-Echoes')) return new Response(request.body);
      if (request.headers.has('X-Ends')) {
        let left = 100;
        return new Response(new ReadableStream({
          pull: (controller) => left-- > 0 ? controller.enqueue(new Uint8Array(${MIB})) : controller.close(),
        }));
      }
      const reader = request.body.getReader();
      await reader.read();
      const fails = request.headers.has('X-Fails');
      let sent = 0;
      return new Response(new ReadableStream({
        async pull(controller) {
          if (++sent === 1) return controller.enqueue(new Uint8Array(${MIB}));
          if (fails) throw new Error('It failed.');
          while (!(await reader.read()).done);
          controller.close();
        },
      }));
    },
  };
  export default {
    fetch: (request) => answerAfterBody(request, request.body, { headers: new Headers(request.headers) }, answering),
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
  running = await startModule(outputFiles[0]?.text ?? '', { compatibilityDate, compatibilityFlags });
});
afterAll(() => running.close());

/** Begins a request, whose answer the Worker begins at once. */
function begin(headers: Record<string, string> = {}) {
  const asked = request(running.origin, { method: 'POST', headers });
  const state = { octets: 0, hasAnswer: false };
  const ended = new Promise<void>((resolve) => {
    asked.on('error', () => resolve());
    asked.on('response', (response) => {
      state.hasAnswer = true;
      response.on('data', (piece: Buffer) => (state.octets += piece.byteLength));
      response.on('error', () => resolve()).on('close', () => resolve());
    });
  });
  asked.write('begin');
  return { asked, state, ended };
}

/** Whether the answer to a new request waits for the rest of the request, and then comes whole. */
async function isHeld(headers: Record<string, string> = {}): Promise<boolean> {
  const { asked, state, ended } = begin(headers);
  for (let turns = 0; !state.hasAnswer && turns < 6; turns++) await setTimeout(50);
  const isWaiting = !state.hasAnswer;
  asked.end('end');
  await ended;
  expect(state.octets).toBe(MIB);
  return isWaiting;
}

test('answers that fail give their memory back', async () => {
  for (let count = 0; count < REQUESTS; count++) {
    const { asked, ended } = begin({ 'X-Fails': 'yes' });
    await ended;
    asked.destroy();
  }
  expect(await isHeld()).toBe(true);
});

test('an answer without the request waits for it, too: a proxy sends all of it before it looks', async () => {
  expect(await isHeld({ 'X-Refuses': 'yes' })).toBe(true);
});

/** Sends a body as nginx does, which reads no answer before it has sent all, and returns the length of the answer. */
async function echo(mebibytes: number, headers: Record<string, string> = { 'X-Echoes': 'yes' }): Promise<number> {
  const asked = request(running.origin, { method: 'POST', headers });
  const answered = once(asked, 'response');
  for (let count = 0; count < mebibytes; count++) {
    const piece = Buffer.alloc(MIB, count);
    if (!asked.write(piece)) await once(asked, 'drain');
  }
  asked.end();
  const [answer]: IncomingMessage[] = await answered;
  let octets = 0;
  for await (const piece of answer ?? []) octets += piece.byteLength;
  return octets;
}

test('an answer above what may be held comes whole: then the rest of the request is kept', async () => {
  expect(await echo(100)).toBe(100 * MIB);
  expect(await isHeld()).toBe(true);
});

test('a long answer without the request stops nobody', async () => {
  expect(await echo(30, { 'X-Ends': 'yes' })).toBe(100 * MIB);
  expect(await echo(30)).toBe(30 * MIB);
});

test('a client that leaves in the middle stops nobody', async () => {
  for (let count = 0; count < 3; count++) {
    const asked = request(running.origin, { method: 'POST', headers: { 'X-Echoes': 'yes' } });
    asked.on('error', () => {});
    for (let sent = 0; sent < 70; sent++) if (!asked.write(Buffer.alloc(MIB))) await once(asked, 'drain');
    asked.destroy();
  }
  expect(await echo(100)).toBe(100 * MIB);
  expect(await isHeld()).toBe(true);
});

test('long answers at the same time all come whole, although not all fit', async () => {
  const lengths = [30, 40, 50, 20];
  expect(await Promise.all(lengths.map((length) => echo(length)))).toEqual(lengths.map((length) => length * MIB));
  expect(await isHeld()).toBe(true);
});
