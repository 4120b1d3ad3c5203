/** Failures of openers as they are published: the addresses of suggestions, and the challenge of a 401. */
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';
import { GatewayError } from '../../../../src/net/failure.ts';
import { ftp } from '../../../../src/open/ftp/ftp.ts';
import { news } from '../../../../src/open/news/news.ts';
import { wais } from '../../../../src/open/wais/wais.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { linkBuilder } from '../../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { publishedFailure } from '../../../../worker/gateway/shapes/failure.ts';
import { environmentOf } from '../../../../worker/settings/environment.ts';

const ASSETS = { fetch: () => Promise.resolve(new Response()) };
const environment = environmentOf({ ASSETS }, builtInGateways);
const links = linkBuilder(canonicalize('news:misc.test'), 'https://waypost.example', environment);
const context = { opener: news, links };

describe('a suggestion', () => {
  const linksOf = (url: string, isExample?: boolean) => {
    const suggest = [{ text: 'Try this', url, ...(isExample !== undefined && { isExample }) }];
    const failure = publishedFailure(new ProtocolError('not-found', 'No.', { suggest }), context);
    return failure instanceof GatewayError ? failure.links : null;
  };

  test.each([
    ['ftp://h.example/a', undefined, '/ftp/h.example/a'],
    ['ftp://h.example/a', false, '/ftp/h.example/a'],
    ['news://news.example/a%25b@h', true, '/inspect?url=news%3A%2F%2Fnews.example%2Fa%2525b%40h'],
  ])('%s, an example: %s', (url, isExample, href) => {
    expect(linksOf(url, isExample)).toEqual([{ text: 'Try this', href }]);
  });

  test('that nothing may open is left out', () => {
    expect(linksOf('javascript:alert(1)')).toEqual([]);
  });
});

describe('the challenge', () => {
  const wanted = new ProtocolError('login-required', 'Who?', { status: 480, reply: '480 who?', advice: 'Ask.' });

  test('names the protocol, and the rest stays as it was', () => {
    const failure = publishedFailure(wanted, context);
    expect(failure).toMatchObject({
      code: 'unauthorized',
      message: 'Who?',
      reply: '480 who?',
      advice: 'Ask.',
      rule: null,
      headers: { 'WWW-Authenticate': 'NNTP' },
      cause: wanted,
    });
  });

  test.each([
    ['of a protocol without a name', wanted, { ...context, opener: wais }],
    ['of another error', new ProtocolError('forbidden', 'No.'), context],
  ])('is not there: %s', (_, error, of) => {
    expect(publishedFailure(error, of)).toMatchObject({ headers: {} });
  });
});

test('an error of another kind stays as it is', () => {
  const errors = [new TypeError('a bug'), new GatewayError('unauthorized', 'No.'), null];
  expect(errors.map((error) => publishedFailure(error, { ...context, opener: ftp }))).toEqual(errors);
});
