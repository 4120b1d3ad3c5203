/** Functions that are alike stand near each other, and the program is the same. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { groupFunctions } from '../../../worker/build/function-order.ts';

const KINDS = 40;

/** Three functions of each kind. Between two of one kind, there is more than gzip remembers. */
const functions = Array.from({ length: 3 * KINDS }, (_, index) => {
  const text = createHash('shake128', { outputLength: 700 })
    .update(`${index % KINDS}`)
    .digest('hex');
  return `function f${index}(){return ${index}+0*"${text}".length}`;
});
const program = `const sum=[];${functions.join('sum.length=0;')}sum.push(${functions.map((_, index) => `f${index}()`)});export const result=sum.reduce((a,b)=>a+b,0);`;

const run = (code: string): unknown => new Function(code.replace('export const result=', 'return '))();

test('the program does the same, and each function is there once', () => {
  const grouped = groupFunctions(program);
  expect(run(grouped)).toBe((119 * 120) / 2);
  expect(run(program)).toBe((119 * 120) / 2);
  for (const text of functions) expect(grouped.split(text)).toHaveLength(2);
});

test('it takes less space, and is the same each time', () => {
  const grouped = groupFunctions(program);
  expect(gzipSync(grouped).length).toBeLessThan(gzipSync(program).length / 2);
  expect(groupFunctions(program)).toBe(grouped);
});

test.each(['', 'export {};', 'import "cloudflare:sockets";\nexport function f(){}', 'function only(){}'])(
  '%s stays',
  (code) => {
    expect(groupFunctions(code)).toBe(code);
  },
);
