/** Bodies that the front of a self-hosted server refused: what the Worker answers. */
import { expect, test } from 'vitest';
import { RequestError } from '../../../worker/errors/request-error.ts';
import { problems } from '../../../worker/errors/table.ts';
import { type BodyRefusal, checkForwardedBody, refusedBody } from '../../../worker/http/body-refusal.ts';
import { refusalOf } from '../problems.ts';

test.each<[BodyRefusal, number, string]>([
  ['too-long', 413, 'body-too-large: .* at most 16 MiB. Send the list in several requests'],
  ['too-many', 429, 'rate-limited: .* Try again later, or send at most 64 KiB at once.'],
  ['too-slow', 408, 'body-too-slow: .* 30 seconds, .* 5 minutes. Send the list again'],
])('%s: %i', async (refusal, status, message) => {
  const check = () => checkForwardedBody({ cf: { waypostScheme: 'https', ...refusedBody(refusal) } });
  expect(await refusalOf(check)).toMatch(new RegExp(message.replace(': ', ' \\S+ null: ')));
  expect(check).toThrow(RequestError);
  try {
    check();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    expect(problems[error.problem].status).toBe(status);
    expect(error.headers).toEqual(refusal === 'too-many' ? { 'Retry-After': '10' } : {});
  }
});

test.each([undefined, {}, { colo: 'FRA' }, { waypostRefusal: 'toString' }, { waypostRefusal: 1 }])(
  'every other request passes: %o',
  (cf) => expect(() => checkForwardedBody({ cf })).not.toThrow(),
);
