/** The parameters of a query, checked against a schema alone, and what a fault says. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { parseQuery, readParameters, refuseUnknown } from '../../../worker/http/query.ts';

const queryOf = (query: string) => parseQuery(`https://w.example/${query}`);
const SCHEMA = v.object({ url: v.string(), count: v.exactOptional(v.pipe(v.string(), v.digits('must be a number'))) });
const LOOSE = v.looseObject(SCHEMA.entries);

/** The faults of a query, as code, parameter and message. */
function faultsOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    expect(error).toMatchObject({ problem: 'invalid-parameter' });
    const { faults } = error as { faults: { code: string; parameter: string; message: string }[] };
    return faults.map(({ code, parameter, message }) => [code, parameter, message]);
  }
}

const ENCODE = 'Encode `&` inside a value as `%26`.';
const unknown = (name: string) => [
  'parameter-unknown',
  name,
  `Unknown parameter \`${name}\`. Allowed: url, count. ${ENCODE}`,
];
const REPEATED = ['parameter-repeated', 'url', '`url` appears more than once.'];
const MISSING = ['parameter-missing', 'url', '`url` is missing.'];
const NOT_UTF_8 = [
  'parameter-not-utf-8',
  'url',
  '`url` is not UTF-8 after percent-decoding. Encode `%` inside a value as `%25`.',
];

describe('the parameters of a query', () => {
  test.each([
    ['?url=x', { url: 'x' }],
    ['?url=x&count=7', { url: 'x', count: '7' }],
    ['?url=', { url: '' }],
  ])('%s', (query, parameters) => {
    expect(readParameters(queryOf(query), SCHEMA)).toEqual(parameters);
  });

  test.each([
    ['', [MISSING]],
    ['?url=x&url=y', [REPEATED]],
    ['?url=%E9', [NOT_UTF_8]],
    ['?url=x&more=y', [unknown('more')]],
    ['?url=x&toString=y', [unknown('toString')]],
    ['?more=y', [unknown('more'), MISSING]],
    ['?url=x&count=z', [['parameter-invalid', 'count', '`count` must be a number.']]],
    ['?url=x&url=y&count=z', [REPEATED, ['parameter-invalid', 'count', '`count` must be a number.']]],
    ['?url=x&a&b&c&d&e', ['a', 'b', 'c', 'd', 'e'].map(unknown)],
    ['?url=x&a&b&c&d&e&f', ['a', 'b', 'c', 'd', 'e'].map(unknown)],
  ])('%s is refused', (query, faults) => {
    expect(faultsOf(() => readParameters(queryOf(query), SCHEMA))).toEqual(faults);
  });

  test('may have others if the schema is a loose one, which does not see them', () => {
    expect(readParameters(queryOf('?url=x&more=y&more=%E9'), LOOSE)).toEqual({ url: 'x' });
    expect(faultsOf(() => readParameters(queryOf('?more=y'), LOOSE))).toEqual([MISSING]);
  });

  test('are none for a route that has none', () => {
    const message = `Unknown parameter \`a\`. No parameters are allowed. ${ENCODE}`;
    expect(faultsOf(() => readParameters(queryOf('?a'), v.object({})))).toEqual([['parameter-unknown', 'a', message]]);
  });
});

describe('parameters that nothing reads', () => {
  test('are refused, with advice', () => {
    const known = ['url', 'count'];
    expect(faultsOf(() => refuseUnknown(queryOf('?url=x&url=y'), known))).toBeUndefined();
    expect(faultsOf(() => refuseUnknown(queryOf('?url=x&a&count&b'), known))).toEqual([unknown('a'), unknown('b')]);
    expect(faultsOf(() => refuseUnknown(queryOf('?a'), known, 'Did you mean `b`?'))).toEqual([
      ['parameter-unknown', 'a', `Unknown parameter \`a\`. Did you mean \`b\`?. Allowed: url, count. ${ENCODE}`],
    ]);
    expect(faultsOf(() => refuseUnknown(queryOf('?a&b&c&d&e&f'), known))).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map(unknown),
    );
  });

  test('are named by their first 40 characters', () => {
    const named = (name: string) => faultsOf(() => refuseUnknown(queryOf(`?${name}`), ['url', 'count']));
    expect(named('x'.repeat(40))).toEqual([unknown('x'.repeat(40))]);
    expect(named('x'.repeat(41))).toEqual([unknown(`${'x'.repeat(40)}…`)]);
  });
});
