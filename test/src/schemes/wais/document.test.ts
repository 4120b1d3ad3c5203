/** The identifier of a document is a list of fields, perhaps behind a length, or it is opaque. */
import { expect, test } from 'vitest';
import { explain } from '../../../../src/index.ts';

test.each([
  ['010/1=a;02=b', '10/1=a;2=b;', { length: 10, wpath: '1=a;2=b;' }],
  ['1=a;2=b=c;', '1=a;2=b%3Dc;', { length: null, wpath: '1=a;2=b%3Dc;' }],
  ['010/1=a;b', '010/1=a;b', { length: null, wpath: '010/1=a;b', fields: [] }],
  ['010/1=a;2=01=a;a', '010/1=a;2=01=a;a', { length: null, wpath: '010/1=a;2=01=a;a', fields: [] }],
  ['010/00000000001=a;', '010/00000000001=a;', { length: null, wpath: '010/00000000001=a;' }],
])('%s is %s', (id, canonicalId, details) => {
  const { canonical, details: own } = explain(`wais://h.example/db/T/${id}`);
  expect(canonical).toBe(`wais://h.example/db/T/${canonicalId}`);
  expect(own).toMatchObject(details);
});
