/** `GET /v1/qr`: the code of the address that opens a link. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeQr, modulesIn } from '../../qr-code.ts';
import { type RunningWorker, startWorker } from '../harness.ts';
import { readProblem } from '../problems.ts';

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker?.close());

const qr = (url: string) => worker.fetch(`/v1/qr?url=${encodeURIComponent(url)}`);

test('the code holds the address that opens the link, without its password', async () => {
  const response = await qr('FTP://anna:secret@h.example/pub');
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
  const svg = await response.text();
  expect(decodeQr(modulesIn(svg))).toBe(`${worker.origin}/r?url=ftp%3A%2F%2Fanna%40h.example%2Fpub`);
});

test.each([
  ['a link that nothing opens', 'javascript:alert(1)', 422, 'unsafe-link'],
  ['a link that is too long', `gopher://h.example/0/${'a'.repeat(3000)}`, 400, 'invalid-parameter'],
  ['no link', 'not a link', 422, 'invalid-url'],
])('%s has no code', async (_, url, status, type) => {
  const response = await qr(url);
  expect(response.status).toBe(status);
  expect((await readProblem(response)).type).toContain(type);
});
