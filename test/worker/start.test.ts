/**
 * What the Worker does while it starts. For the stack trace of an error, V8 needs the positions of everything in the
 * module, so it parses all of it a second time: a fifth of the processor time of a start.
 */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { built } from './built.ts';
import { startModule } from './runtime.ts';

/** Counts errors, also those of classes that extend `Error`. */
const COUNTER = `
export const errors = [];
globalThis.Error = new Proxy(Error, {
  construct(target, args, newTarget) {
    errors.push(String(args[0]));
    return Reflect.construct(target, args, newTarget);
  },
});
`;

const MAIN = `
import { errors } from './counter.js';
import * as worker from './worker.js';
export { LinkShard } from './worker.js';
const atStart = [...errors];
new Error('made later');
export default { fetch: () => Response.json({ atStart, later: errors, routes: typeof worker.default.fetch }) };
`;

test('makes no error', async () => {
  const { module, settings } = await built();
  const modules = { 'counter.js': COUNTER, 'worker.js': await readFile(module, 'utf8') };
  const running = await startModule(MAIN, settings, () => {}, modules);
  const found: unknown = await (await fetch(running.origin)).json();
  expect(found).toEqual({ atStart: [], later: ['made later'], routes: 'function' });
  await running.close();
});
