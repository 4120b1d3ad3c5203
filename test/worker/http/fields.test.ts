/** `fields`: the members of an answer that a client asks for. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { fieldsOf, onlyFields } from '../../../worker/http/fields.ts';
import { parseQuery, readParameters } from '../../../worker/http/query.ts';
import { refusalOf } from '../problems.ts';

const Parameters = v.object({ fields: fieldsOf(['input', 'canonical', 'details']) });
const read = (query: string) => readParameters(parseQuery(`https://w.example/?${query}`), Parameters).fields;

describe('the parameter', () => {
  test.each([
    ['', undefined],
    ['fields=details', ['details']],
    ['fields=details,input', ['input', 'details']],
    ['fields=details%2Ccanonical%2Cinput', ['input', 'canonical', 'details']],
    ['fields=input,input,', ['input']],
  ])('%s', (query, fields) => expect(read(query)).toEqual(fields));

  const allowed = 'Allowed: input, canonical, details.';
  test.each([
    ['fields=', `must not be empty. ${allowed}`],
    ['fields=,', `must not be empty. ${allowed}`],
    ['fields=input,nothing', `cannot have \`nothing\`. ${allowed}`],
    ['fields=Input', `cannot have \`Input\`. ${allowed}`],
    [`fields=${'x'.repeat(50)}`, `cannot have \`${'x'.repeat(40)}…\`. ${allowed}`],
    ['fields=constructor', `cannot have \`constructor\`. ${allowed}`],
  ])('%s is refused', async (query, message) => {
    expect(await refusalOf(() => read(query))).toBe(
      `invalid-parameter parameter-invalid fields: \`fields\` ${message}`,
    );
  });
});

test('an answer keeps its order, and has all members unless some are asked for', () => {
  const answer = { input: 'A', canonical: 'a', details: null };
  expect(onlyFields(answer, undefined)).toBe(answer);
  expect(JSON.stringify(onlyFields(answer, ['details', 'input']))).toBe('{"input":"A","details":null}');
  expect(onlyFields(answer, ['more'])).toEqual({});
});
