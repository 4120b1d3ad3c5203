/** The JSON of the gopher gateway matches the OpenAPI description. */
import { Validator } from '@cfworker/json-schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gopherAnswers, gopherSchemas } from '../../../../worker/openapi/gopher.ts';
import { type Fixture, startFixture } from './worker.ts';

let fixture: Fixture<'main'>;

beforeAll(async () => {
  fixture = await startFixture({ main: {} });
});

afterAll(() => fixture?.close());

const answers: readonly (readonly [path: string, name: string])[] = [
  ['/', 'GopherMenu'],
  ['/1/horrors', 'GopherMenu'],
  ['/1/gallery', 'GopherMenu'],
  ['/7/search%09gopher', 'GopherMenu'],
  ['/0/charsets/letter.txt', 'GopherText'],
  ['/M/gallery/mail.eml', 'GopherMail'],
  ['/7/search', 'GopherSearch'],
  ['/9/large/3MB.bin', 'GopherFile'],
  ['/8guest', 'GopherSession'],
  ['/T', 'GopherSession'],
  ['/0/plus/motto%09%09!', 'GopherAttributes'],
  ['/1/plus%09%09$', 'GopherAttributes'],
  ['/0/plus/visitors-book%09%09%3F', 'GopherForm'],
];

test.each(answers)('%s is a %s', async (path, name) => {
  const response = await fixture.worker.fetch(fixture.at('main', path), { headers: { Accept: 'application/json' } });
  expect(response.status).toBe(200);
  const text = JSON.stringify({ ...gopherSchemas[name], $defs: gopherSchemas });
  const schema = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'));
  const { valid, errors } = new Validator(schema, '2020-12').validate(await response.json());
  expect([valid, errors]).toEqual([true, []]);
});

test('every kind of answer is tried', () => {
  expect(new Set(answers.map(([, name]) => name))).toEqual(new Set(gopherAnswers));
});
