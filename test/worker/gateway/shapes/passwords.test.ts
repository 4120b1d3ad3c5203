/** User names and passwords of visitors: how they are read, and how a server's wish for them is told. */
import { describe, expect, test } from 'vitest';
import { GatewayError } from '../../../../src/net/failure.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import {
  areWanted,
  askPassword,
  credentialsOf,
  loginHref,
  loginParameters,
  refused,
  wantedLogin,
  whatToEnter,
  withLogin,
} from '../../../../worker/gateway/shapes/passwords.ts';
import { contextOf } from '../context.ts';
import { basic } from '../worker.ts';

const credentials = { user: 'me', password: 'sesame' };
const context = (mayAskPassword = true, link = 'ftp://h.example/pub/a.txt', more = {}) => ({
  ...contextOf({ link }),
  mayAskPassword,
  ...more,
});

describe('credentials (RFC 7617)', () => {
  test.each([
    [null, null],
    ['', null],
    ['Bearer bWU6c2VzYW1l', null],
    ['xBasic bWU6c2VzYW1l', null],
    ['Basic', null],
    ['Basic bWU6c2VzYW1l x', null],
    ['Basic bWU6!', null],
    ['Basic bWU6===', null],
    [basic('me', 'sesame'), credentials],
    ['basic   bWU6c2VzYW1l', credentials],
    [' BASIC bWU6c2VzYW1l ', credentials],
    ['Basic bWU6', { user: 'me', password: '' }],
    [basic('a', 'b'), { user: 'a', password: 'b' }],
    [basic('', 'a:b'), { user: '', password: 'a:b' }],
    ['Basic Ojo+Pz8/', { user: '', password: ':>???' }],
    // Octets, which the server reads as it likes.
    [basic('ü', 'x'), { user: '\xc3\xbc', password: 'x' }],
  ])('%j', (authorization, expected) => {
    expect(credentialsOf(authorization)).toEqual(expected);
  });

  test.each(['Basic bWU=', 'Basic b', 'Basic bWU6c='])('%s cannot be read', (authorization) => {
    expect(() => credentialsOf(authorization)).toThrow(
      new GatewayError('bad-request', 'The user name and password cannot be read.'),
    );
  });
});

describe('a password is asked for', () => {
  test.each([
    ['ftp://h.example/pub/', 'Basic realm="ftp://h.example", charset="UTF-8"'],
    ['ftp://h.example:2121/', 'Basic realm="ftp://h.example:2121", charset="UTF-8"'],
    ['ftps://[::1]/', 'Basic realm="ftps://[::1]", charset="UTF-8"'],
  ])('of %s', (link, challenge) => {
    expect(askPassword(context(true, link), 'Who?')).toMatchObject({
      ...{ code: 'unauthorized', message: 'Who?', headers: { 'WWW-Authenticate': challenge } },
    });
  });

  test('not where a browser would send it to other servers, too', () => {
    expect(askPassword(context(false), 'Who?')).toMatchObject({
      ...{ code: 'forbidden', message: 'Who?', headers: {} },
      advice: 'Log in at the address of this server that begins with /ftp/.',
    });
  });
});

describe('the login of a link', () => {
  test.each([
    ['me', null, { login: 'me' }],
    ['me', 'sesame', { login: 'me' }],
    ['me', '', { login: 'me', password: 'empty' }],
    ['u%40s', null, { login: 'u@s' }],
    ['j%C3%B6', null, { login: 'jö' }],
    ['a%3Ab', null, { login: '' }],
    ['a%00', null, { login: '' }],
    ['a%E2%80%AEb', null, { login: '' }],
    ['x'.repeat(100), null, { login: 'x'.repeat(100) }],
    ['x'.repeat(101), null, { login: '' }],
  ])('of %s with the password %j: %j', (user, password, parameters) => {
    expect(loginParameters(user, password)).toEqual(parameters);
  });

  test.each([
    ['', null],
    ['?login', { name: null, isEmpty: false }],
    ['?login=me', { name: 'me', isEmpty: false }],
    ['?login=a:b', { name: null, isEmpty: false }],
    ['?login=me&password=empty', { name: 'me', isEmpty: true }],
    ['?login=me&password=sesame', { name: 'me', isEmpty: false }],
  ])('at %j is %j', (query, wanted) => {
    expect(wantedLogin(new URLSearchParams(query))).toEqual(wanted);
  });

  test.each([
    ['me', 'me', true],
    ['me', null, true],
    ['me', 'you', false],
    ['me', 'ME', false],
    ['j\xc3\xb6', 'jö', true],
    ['j\xf6', 'jö', true],
    ['', 'me', false],
  ])('of the user %j is that of %j: %s', (user, name, are) => {
    expect(areWanted({ user, password: 'x' }, { name, isEmpty: false })).toBe(are);
  });

  test('says what to enter', () => {
    expect(whatToEnter({ name: null, isEmpty: true })).toBe('Enter your user name and password for this server.');
    expect(whatToEnter({ name: 'me', isEmpty: false })).toBe('Enter the password of “me” for this server.');
    expect(whatToEnter({ name: 'me', isEmpty: true })).toMatch(/ The link says that it is empty\.$/);
  });
});

describe('a login that was asked for', () => {
  const fail = (error: unknown): unknown => {
    try {
      return refused(context(), { name: 'me', isEmpty: false })(error);
    } catch (thrown) {
      return thrown;
    }
  };

  test('and that the server refuses is asked for again', () => {
    for (const error of [new ProtocolError('login-required', 'No.'), new GatewayError('unauthorized', 'No.')]) {
      expect(fail(error)).toMatchObject({
        ...{ code: 'unauthorized', message: 'Enter the password of “me” for this server.' },
        headers: { 'WWW-Authenticate': 'Basic realm="ftp://me@h.example", charset="UTF-8"' },
      });
    }
  });

  test.each([new ProtocolError('not-found', 'No.'), new TypeError('a bug'), null])('fails as it fails: %s', (error) => {
    expect(fail(error)).toBe(error);
  });
});

describe('a failure', () => {
  const LOGIN = [{ text: 'Log in', href: '/ftp/h.example/?login=' }];
  const wanted = new ProtocolError('login-required', 'Who?');
  const missing = new ProtocolError('not-found', 'No.', { advice: 'Look above.' });

  test('of a server that wants a login has a challenge', () => {
    expect(withLogin(wanted, context())).toMatchObject({ code: 'unauthorized', message: 'Who?', links: [] });
  });

  test('where no password may be asked for leads to a login', () => {
    expect(withLogin(wanted, context(false))).toMatchObject({
      ...{ code: 'forbidden', links: LOGIN, advice: expect.stringContaining('/ftp/') },
    });
  });

  test('after a login that was not enough says that no password helps', () => {
    expect(withLogin(wanted, context(true, undefined, { credentials }))).toMatchObject({
      ...{ code: 'forbidden', message: 'Who?', links: [], cause: wanted },
      advice: 'To log in as another user, add ?login to the address.',
    });
  });

  test.each([
    ['not-found', LOGIN],
    ['forbidden', LOGIN],
    ['gateway-timeout', []],
    ['bad-request', []],
  ] as const)('%s offers a login to those who are not logged in: %j', (code, links) => {
    const error = new GatewayError(code, 'No.');
    expect(withLogin(error, context())).toMatchObject({ code, message: 'No.', links });
    expect(withLogin(error, context(true, undefined, { credentials }))).toMatchObject({ code, links: [] });
  });

  test('keeps its advice', () => {
    expect(withLogin(missing, context())).toMatchObject({ advice: 'Look above.', links: LOGIN });
    expect(withLogin(new GatewayError('forbidden', 'No.'), context())).toMatchObject({ advice: null });
  });

  test('of a server without an address offers none', () => {
    const { links } = context();
    const closed = { ...context(), links: { ...links, hrefOf: () => null } };
    const error = new GatewayError('forbidden', 'No.');
    expect(withLogin(error, closed)).toBe(error);
  });

  test('of Waypost itself stays as it is', () => {
    const error = new TypeError('a bug');
    expect(withLogin(error, context())).toBe(error);
  });
});

test.each([
  ['ftp://h.example/pub/a.txt', undefined, '/ftp/h.example/?login='],
  ['ftp://h.example:2121/', { tls: 'no' }, '/ftp/h.example:2121/?tls=no&login='],
])('the login for %s with %j is at %s', (link, query, href) => {
  expect(loginHref(context(true, link), query)).toBe(href);
});
