/** The JSON of the news gateway, and of mailto links, matches the OpenAPI description. */
import { Validator } from '@cfworker/json-schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newsAnswers, newsSchemas } from '../../../../worker/openapi/news.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { startNntp } from '../../../servers/nntp.ts';
import type { RunningWorker } from '../../harness.ts';
import { json, startGateway } from './worker.ts';

let server: RunningServer;
let worker: RunningWorker;

beforeAll(async () => {
  server = await startNntp({ many: 1000 });
  worker = await startGateway([server], { NEWS_SERVER: `localhost:${server.port}` });
});

afterAll(async () => {
  await worker?.close();
  await server?.close();
});

const letter = encodeURIComponent('mailto:a@h.example?subject=Tea&bcc=b@h.example&attach=x');
const answers: readonly (readonly [path: string, name: string])[] = [
  ['/news/~/*', 'NewsGroups'],
  ['/news/~/none.*', 'NewsGroups'],
  ['/news/~/museum.history', 'NewsGroup'],
  ['/news/~/museum.curiosities', 'NewsGroup'],
  ['/news/~/museum.empty', 'NewsGroup'],
  ['/news/~/museum.deluge?to=500', 'NewsGroup'],
  ['/nntp/~/museum.history/6', 'NewsArticle'],
  ...['attachment.1', 'bare.1', 'inline.1', 'no-archive.1', 'raw-latin.1', 'uuencoded.1', 'veronica.3'].map(
    (name) => [`/news/~/${name}@museum.test`, 'NewsArticle'] as const,
  ),
  ['/news/~/attachment.1@museum.test/part/3?format=json', 'NewsPart'],
  [`/open?url=${letter}`, 'Draft'],
];

test.each(answers)('%s is a %s', async (path, name) => {
  const text = JSON.stringify({ ...newsSchemas[name], $defs: newsSchemas });
  const schema = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'));
  const { valid, errors } = new Validator(schema, '2020-12').validate(await json(worker, path));
  expect([valid, errors]).toEqual([true, []]);
});

test('every kind of response is tested', () => {
  expect(new Set(answers.map(([, name]) => name))).toEqual(new Set(newsAnswers));
});
