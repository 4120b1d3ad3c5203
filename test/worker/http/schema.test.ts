/** Values of JSON checked with a schema, and the parameters that routes share. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { derived } from '../../../worker/build/openapi/schema.ts';
import { canonical, item, None, options, wholeNumber } from '../../../worker/http/parameters.ts';
import { readValue, shortened } from '../../../worker/http/schema.ts';

const FORM = 'An item is an object with `url`.';
const Item = v.strictObject({ url: v.string('must be a string'), base: v.exactOptional(v.string()) }, FORM);
const Bare = v.object({ url: v.string() });

const faults = (...expected: [code: string, parameter: string | null, message: string][]) =>
  expect.objectContaining({
    problem: 'invalid-item',
    faults: expected.map(([code, parameter, message]) => ({ code, parameter, message, at: null, spec: null })),
  });

test('a value is what the schema makes of it', () => {
  expect(readValue(Item, { url: 'x', base: 'y' }, 'invalid-item')).toEqual({ url: 'x', base: 'y' });
});

test.each([null, 7, [], [{ url: 'x' }]])('%j is no item', (value) => {
  expect(() => readValue(Item, value, 'invalid-item')).toThrow(faults(['item-invalid', null, FORM]));
  expect(() => readValue(Bare, value, 'invalid-item')).toThrow(
    faults(['item-invalid', null, 'This must be a JSON object: `{…}`.']),
  );
});

test.each<[value: unknown, ...faults: [code: string, parameter: string | null, message: string][]]>([
  [{}, ['parameter-missing', 'url', `\`url\` is missing. ${FORM}`]],
  [{ url: 7 }, ['parameter-invalid', 'url', '`url` must be a string.']],
  [{ url: null }, ['parameter-invalid', 'url', '`url` must be a string.']],
  [{ url: 'x', more: 1 }, ['item-invalid', null, `Unknown member \`more\`. ${FORM}`]],
  [
    { url: 7, more: 1 },
    ['parameter-invalid', 'url', '`url` must be a string.'],
    ['item-invalid', null, `Unknown member \`more\`. ${FORM}`],
  ],
  [{ url: 'x', ['m'.repeat(41)]: 1 }, ['item-invalid', null, `Unknown member \`${'m'.repeat(40)}…\`. ${FORM}`]],
])('%j has the faults %j', (value, ...expected) => {
  expect(() => readValue(Item, value, 'invalid-item')).toThrow(faults(...expected));
});

test('only the last fault says what an object must be, and only a sentence does', () => {
  const read = (message: string) => () =>
    readValue(v.object({ a: v.string(message), b: v.string(message) }, message), {}, 'invalid-item');
  expect(read('An object has `a` and `b`.')).toThrow(
    faults(
      ['parameter-missing', 'a', '`a` is missing.'],
      ['parameter-missing', 'b', '`b` is missing. An object has `a` and `b`.'],
    ),
  );
  for (const message of ['must be `A.` or B', 'must be A.', 'Has a. And b']) {
    expect(read(message)).toThrow(
      faults(['parameter-missing', 'a', '`a` is missing.'], ['parameter-missing', 'b', '`b` is missing.']),
    );
  }
});

test('names are shortened after 40 characters', () => {
  expect([shortened('x'.repeat(40)), shortened('x'.repeat(41))]).toEqual(['x'.repeat(40), `${'x'.repeat(40)}…`]);
});

describe('what routes share', () => {
  const TEXT = expect.stringMatching(/^\S.*\.$/);

  test('is described with its words, defaults and forms', () => {
    const byDefault = (value: string) => expect.stringMatching(new RegExp(`\\. By default \`"${value}"\`\\.$`));
    const text = { description: TEXT, type: 'string' };
    const dialect = { description: TEXT, enum: ['current', 'url-1994'] };
    const { query, body, none, answer } = derived({
      ...{ query: v.object(options), body: v.object(item), none: None, answer: canonical },
    });
    expect(query?.properties).toEqual({
      base: text,
      dialect: { ...dialect, description: byDefault('current') },
      lax: { description: byDefault('false'), enum: ['true', 'false'] },
    });
    expect(body?.properties).toEqual({ url: text, base: text, dialect, lax: { description: TEXT, type: 'boolean' } });
    expect(body?.required).toEqual(['url']);
    expect(none?.properties).toEqual({});
    expect(answer).toEqual({ ...text, format: 'uri' });
  });

  test('is read as words in a query, and as values in JSON', () => {
    expect(v.parse(v.object(options), { base: 'a', dialect: 'url-1994', lax: 'true' })).toEqual({
      ...{ base: 'a', dialect: 'url-1994', lax: true },
    });
    expect(v.parse(v.object(options), { lax: 'false' })).toEqual({ lax: false });
    expect(v.safeParse(v.object(options), { dialect: 'x' }).issues?.[0].message).toBe('must be current or url-1994');
    expect(v.safeParse(v.object(options), { lax: 'yes' }).issues?.[0].message).toBe('must be true or false');
    expect(v.parse(v.object(item), { url: 'x', lax: true })).toEqual({ url: 'x', lax: true });
    expect(v.safeParse(v.object(item), { url: 'x', lax: 'true' }).issues?.[0].message).toBe('must be true or false');
  });

  test('a number has both limits, and one fault', () => {
    const Count = wholeNumber(2, 4);
    for (const value of [2, 3, 4]) expect(v.parse(Count, value)).toBe(value);
    for (const value of [1, 5, 2.5, 0.5]) {
      expect(v.safeParse(Count, value).issues?.map(({ message }) => message)).toEqual([
        'must be a whole number from 2 to 4',
      ]);
    }
    expect(v.safeParse(Count, '3').issues?.map(({ message }) => message)).toEqual(['must be a number']);
  });
});
