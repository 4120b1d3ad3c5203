/** Long lists are sent in pieces. Together, the pieces are the same JSON. */
import { describe, expect, test, vi } from 'vitest';
import { explain } from '../../../../src/index.ts';
import { aboutLink, absolute, longJson, openAddress } from '../../../../worker/gateway/shared/json-stream.ts';
import { contextOf } from '../context.ts';

const CONTEXT = { resolution: explain('GOPHER://h.example:70/1numbers') };

const toJson = (number: number): object => ({ number, text: `"${number}"\n` });

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** The numbers as arrivals of 700 each, after an empty one. */
async function* arrivals(count: number): AsyncGenerator<number[]> {
  yield [];
  for (let from = 0; from < count; from += 700) yield numbers(count).slice(from, from + 700);
}

describe.each([
  ['known', numbers],
  ['arriving', arrivals],
] as const)('%s items', (_, itemsOf) => {
  test.each([0, 1, 999, 1000, 1001, 2500])('%d', async (count) => {
    let seen = 0;
    const stream = longJson(CONTEXT, [
      { kind: 'numbers' },
      {
        name: 'items',
        items: itemsOf(count),
        toJson: (number: number) => {
          seen++;
          return toJson(number);
        },
      },
      () => ({ seen }),
    ]);
    const text = await new Response(stream).text();
    expect(JSON.parse(text)).toEqual({
      ...aboutLink(CONTEXT),
      kind: 'numbers',
      items: numbers(count).map(toJson),
      seen: count,
    });
    expect(text.endsWith('\n')).toBe(true);
  });
});

test('nothing is written before the body is read', async () => {
  let written = 0;
  const ended = vi.fn();
  const toJson = (number: number) => {
    written++;
    return number;
  };
  const json = [{ kind: 'numbers' }, { name: 'items', items: numbers(10_000), toJson }, { truncated: false }] as const;
  const reader = longJson(CONTEXT, json, ended).getReader();
  expect(written).toBe(0);
  await reader.read();
  await reader.read();
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(10_000);
  await reader.cancel();
  expect(ended.mock.calls).toEqual([[{ kind: 'cancelled' }]]);
});

test('items that arrive are asked for only as far as the body is read', async () => {
  let arrived = 0;
  async function* items(): AsyncGenerator<number[]> {
    for (; arrived < 1000; arrived++) yield numbers(100);
  }
  const reader = longJson(CONTEXT, [{ kind: 'numbers' }, { name: 'items', items: items(), toJson }, {}]).getReader();
  expect(arrived).toBe(0);
  await reader.read();
  await reader.read();
  expect(arrived).toBeGreaterThan(0);
  expect(arrived).toBeLessThan(50);
  await reader.cancel();
});

test('JSON begins with the link as it was written, and with its canonical form', () => {
  expect(aboutLink(CONTEXT)).toEqual({
    input: 'GOPHER://h.example:70/1numbers',
    canonical: 'gopher://h.example/1numbers',
  });
});

describe('addresses in JSON are absolute', () => {
  const { links } = contextOf();
  const ROOT = 'https://waypost.example';

  test.each([
    ['gopher://h.example/0a', `${ROOT}/gopher/h.example/0a`],
    ['http://h.example/', 'http://h.example/'],
    ['javascript:alert(1)', null],
  ])('%s: %s', (url, open) => {
    expect(openAddress(links, url)).toBe(open);
  });

  test('with parameters, and of no link', () => {
    expect(openAddress(links, 'gopher://h.example/0a', { format: 'raw' })).toBe(
      `${ROOT}/gopher/h.example/0a?format=raw`,
    );
    expect(openAddress(links, null)).toBeNull();
  });

  test.each([
    ['/a', 'https://w.example/base/a'],
    ['https://h.example/a', 'https://h.example/a'],
  ])('%s: %s', (href, address) => {
    expect(absolute({ root: 'https://w.example/base' }, href)).toBe(address);
  });
});
