/** The functions that write JSON Schema, and the schemas of each kind. */
import { expect, test } from 'vitest';
import { explain, schemes } from '../../../src/index.ts';
import * as s from '../../../src/schemes/documentation.ts';
import { readDocumentation } from '../../../worker/build/beside-definitions.ts';

test.each<[schema: s.Schema, written: object]>([
  [s.string('A.', { format: 'x' }), { type: 'string', description: 'A.', format: 'x' }],
  [s.integer('A.'), { type: 'integer', description: 'A.' }],
  [s.count('A.'), { type: 'integer', description: 'A.', minimum: 0 }],
  [s.link('A.'), { type: 'string', description: 'A.', format: 'uri' }],
  [s.time('A.'), { type: 'string', description: 'A.', format: 'date-time' }],
  [s.boolean('A.'), { type: 'boolean', description: 'A.' }],
  [s.literal('a'), { const: 'a' }],
  [s.oneOf(['a', 'b'], 'A.'), { enum: ['a', 'b'], description: 'A.' }],
  [s.list('A.', 'B.'), { type: 'array', items: { type: 'string', description: 'A.' }, description: 'B.' }],
  [s.ref('A'), { $ref: '#/components/schemas/A' }],
  [s.nullable('A.'), { description: 'A.', anyOf: [{ type: 'string' }, { type: 'null' }] }],
  [s.nullable(s.literal('a')), { anyOf: [{ const: 'a' }, { type: 'null' }] }],
  [s.listOf('A.', { b: 'B.' }), { ...s.list(s.object({ b: 'B.' }), 'A.') }],
  [
    s.shape('A.', { b: 'B.' }),
    {
      type: 'object',
      properties: { b: { type: 'string', description: 'B.' } },
      required: ['b'],
      additionalProperties: false,
      description: 'A.',
    },
  ],
  [
    s.pair('A.', s.literal('b')),
    { type: 'array', prefixItems: [s.string('A.'), s.literal('b')], items: false, minItems: 2 },
  ],
  [s.endpoint.transport, { enum: ['tcp', 'tls'], description: expect.any(String) }],
])('%j', (schema, written) => {
  expect(schema).toEqual(written);
  expect(Object.keys(schema)).toEqual(Object.keys(written));
});

test.each([...schemes.values()])('the schemas of $name have the members of its links', async ({ kind, example }) => {
  const { schema, gallery = [] } = (await readDocumentation(kind)) ?? {};
  expect(gallery.filter(({ url, year, history }) => !(url && year > 1900 && history))).toEqual([]);
  const { details, request } = explain(example);
  const membersOf = (own: s.Schema | undefined): readonly string[] => Object.keys(own?.properties ?? {}).toSorted();
  expect(membersOf(schema?.details)).toEqual(Object.keys(details).toSorted());
  if (request !== null) expect(membersOf(schema?.request)).toEqual(Object.keys(request).toSorted());
  expect(JSON.stringify(schema)).not.toContain('"description":""');
});
