/** Long lists are sent in pieces. Together, the pieces are the same JSON. */
import { expect, test } from 'vitest';
import { longJson } from '../../../../worker/gateway/shared/json-stream.ts';

const toJson = (number: number): object => ({ number, text: `"${number}"\n` });

test.each([0, 1, 999, 1000, 1001, 2500])('%d items', async (count) => {
  const items = Array.from({ length: count }, (_, index) => index);
  const stream = longJson({ kind: 'numbers' }, { name: 'items', items, toJson }, { truncated: false });
  const text = await new Response(stream).text();
  expect(JSON.parse(text)).toEqual({ kind: 'numbers', items: items.map(toJson), truncated: false });
});

test('nothing is written before the body is read', async () => {
  let written = 0;
  const items = Array.from({ length: 10_000 }, (_, index) => index);
  const reader = longJson(
    { kind: 'numbers' },
    {
      name: 'items',
      items,
      toJson: (number) => {
        written++;
        return number;
      },
    },
    { truncated: false },
  ).getReader();
  await reader.read();
  await reader.read();
  expect(written).toBeLessThan(items.length / 2);
  await reader.cancel();
});
