/** What a gateway makes of its opener: parameters, logins, searches, redirects and failures. */
import { describe, expect, test, vi } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';
import { GatewayError } from '../../../../src/net/failure.ts';
import type { AnyOpener, OpenContext } from '../../../../src/open/contract.ts';
import type { AnyOpened, Moved } from '../../../../src/open/opened.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { gatewayOf, type OwnViews } from '../../../../worker/gateway/shapes/gateway-of.ts';
import { type Asking, contextOf } from '../context.ts';
import { basic } from '../worker.ts';

const FTP = 'ftp://h.example/pub/';
const MOVED: Moved = { shape: 'moved', url: 'ftp://h.example/new/' };

/** An opener that opens what a test says, and what it was asked for. */
function openerWith(opened: AnyOpened | Error, more: Partial<AnyOpener> = {}) {
  const asked: OpenContext[] = [];
  const opener = {
    ...{ kind: 'ftp', schemes: ['ftp'], name: 'FTP', protocol: 'FTP', shapes: ['listing', 'file'] },
    open: async (_: unknown, context: OpenContext) => {
      asked.push(context);
      if (opened instanceof Error) throw opened;
      return opened;
    },
    ...more,
  } as unknown as AnyOpener;
  return { opener, asked };
}

function open(opener: AnyOpener, asking: Asking & { readonly mayAsk?: boolean } = {}, views?: OwnViews) {
  const { mayAsk = true, headers = {}, ...others } = asking;
  const context = contextOf({ link: FTP, headers, ...others });
  const authorization = headers.Authorization ?? null;
  const gateway = views === undefined ? gatewayOf(opener) : gatewayOf(opener as never, views as never);
  return gateway.open({ ...context, mayAskPassword: mayAsk, authorization } as never);
}

const told = (response: Response) => [
  response.status,
  response.headers.get('Location'),
  response.headers.get('Cache-Control'),
];

test.each([
  ['?page=x&format=html', 'from 1 to'],
  ['?page=2&format=json', 'Only HTML has pages'],
  ['?filter=tea&format=json', 'Leave out `filter` to get everything'],
  ['?page=2&format=raw', 'Only HTML has pages'],
  ['?page=2&format=atom', 'Only HTML has pages'],
])('%s is refused before anything is opened', async (query, message) => {
  const { opener, asked } = openerWith(MOVED);
  await expect(open(opener, { query })).rejects.toMatchObject({
    faults: [{ parameter: query.slice(1).split('=')[0], message: expect.stringContaining(message) }],
  });
  expect(asked).toEqual([]);
});

describe('a link that leads to another', () => {
  test.each<[what: string, moved: Partial<Moved>, query: string, location: string, control: string | null]>([
    ['of its protocol', {}, '', '/ftp/h.example/new/', null],
    ['in a format', {}, '?format=json', '/ftp/h.example/new/?format=json', null],
    [
      'in a format and a charset',
      {},
      '?charset=cp437&format=raw',
      '/ftp/h.example/new/?charset=cp437&format=raw',
      null,
    ],
    ['that may be kept', { freshFor: 9 }, '', '/ftp/h.example/new/', 'public, max-age=9'],
    [
      'outside of its protocol',
      { url: 'http://h.example/', isOutside: true, freshFor: 9 },
      '?format=json',
      ...(['/r?url=http%3A%2F%2Fh.example%2F', 'public, max-age=9'] as const),
    ],
  ])('%s', async (_, moved, query, location, control) => {
    const { opener } = openerWith({ ...MOVED, ...moved });
    expect(told(await open(opener, { query }))).toEqual([302, location, control]);
  });

  test('to itself is a circle', async () => {
    const { opener } = openerWith({ ...MOVED, url: 'ftp://h.example/pub/' });
    await expect(open(opener)).rejects.toMatchObject({
      ...{ code: 'gateway-protocol', message: 'The server redirects the link in a loop.' },
    });
  });

  test('that has no address is not found', async () => {
    const { opener } = openerWith({ ...MOVED, url: 'x-none:a' });
    await expect(open(opener)).rejects.toMatchObject({ code: 'not-found' });
  });

  test.each(['file', 'download'])('as a %s', async (shape) => {
    const file = { shape, isRead: true, isResumable: true, json: null, mediaType: null, size: null, modified: null };
    const found = { ...file, name: 'a', fetch: async () => MOVED, begin: async () => MOVED, close: () => {} };
    const { opener } = openerWith(found as unknown as AnyOpened);
    expect(told(await open(opener))[1]).toBe('/ftp/h.example/new/');
  });
});

describe('the opener gets', () => {
  test('its options, and the first value of what the pages of its shapes ask for', async () => {
    const more = {
      shapes: ['groups', 'article'],
      options: { tls: { about: 'TLS.', values: ['no', 'yes'] } },
      spelling: { parameter: 'literal', about: 'A.', of: () => null },
    } as unknown as Partial<AnyOpener>;
    const { opener, asked } = openerWith(MOVED, more);
    await open(opener, { query: '?match=a&match=b&tls=no&literal=c&other=d' });
    expect(asked[0]?.options).toMatchObject({ match: 'a', tls: 'no', literal: 'c' });
    expect(asked[0]?.options).not.toHaveProperty('part');
    await expect(open(opener, { query: '?tls=perhaps' })).rejects.toMatchObject({
      faults: [{ parameter: 'tls', message: '`tls` must be no or yes.' }],
    });
  });

  test.each([
    ['?sort=kind', 'sort', '`sort` must be name or size or modified.'],
    ['?order=up', 'order', '`order` must be asc or desc.'],
  ])('no order that does not exist: %s', async (query, parameter, message) => {
    await expect(open(openerWith(MOVED).opener, { query })).rejects.toMatchObject({ faults: [{ parameter, message }] });
  });

  test('credentials, if its servers take some', async () => {
    const headers = { Authorization: basic('me', 'sesame') };
    const taking = openerWith(MOVED, { logIn: async () => {} });
    await open(taking.opener, { headers });
    expect(taking.asked[0]?.credentials).toEqual({ user: 'me', password: 'sesame' });
    const others = openerWith(MOVED);
    await open(others.opener, { headers });
    expect(others.asked[0]?.credentials).toBeNull();
  });
});

describe('a login', () => {
  const query = '?login=';
  const headers = { Authorization: basic('me', 'sesame') };

  test('is asked for, and then leads to the address without it', async () => {
    const logIn = vi.fn(async () => {});
    const { opener, asked } = openerWith(MOVED, { logIn });
    await expect(open(opener, { query })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(logIn).not.toHaveBeenCalled();
    expect(told(await open(opener, { query, headers }))).toEqual([302, '/ftp/h.example/pub/', 'private, no-store']);
    expect(logIn).toHaveBeenCalledOnce();
    expect(asked).toEqual([]);
  });

  test('that the server refuses is asked for again', async () => {
    const { opener } = openerWith(MOVED, { logIn: () => Promise.reject(new ProtocolError('login-required', 'No.')) });
    await expect(open(opener, { query, headers })).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('is no parameter of those who take none', async () => {
    expect((await open(openerWith(MOVED).opener, { query })).status).toBe(302);
  });
});

describe('a failure', () => {
  const wanted = new ProtocolError('login-required', 'Who?');

  test('leads to a login where there are some, and else has the challenge of the protocol', async () => {
    await expect(open(openerWith(wanted, { logIn: async () => {} }).opener)).rejects.toMatchObject({
      headers: { 'WWW-Authenticate': expect.stringMatching(/^Basic/) },
    });
    await expect(open(openerWith(wanted).opener)).rejects.toMatchObject({ headers: { 'WWW-Authenticate': 'FTP' } });
  });
});

describe('a search', () => {
  const link = canonicalize('ftp://h.example/found');
  const searchFields = { fields: { search: 'Words.' }, unfit: 'Not here.' };

  test('leads to its link, and nothing is opened', async () => {
    const search = vi.fn(() => link);
    const { opener, asked } = openerWith(MOVED, { search, searchFields } as never);
    const response = await open(opener, { query: '?search=a&search=b&format=json' });
    expect(told(response)).toEqual([303, '/ftp/h.example/found?format=json', 'no-store']);
    expect(search.mock.calls[0]?.[1 as never]).toEqual({ search: 'b', format: 'json' });
    expect(asked).toEqual([]);
  });

  test('that nobody asks for opens the link', async () => {
    const { opener } = openerWith(MOVED, { search: () => null, searchFields } as never);
    expect((await open(opener)).status).toBe(302);
    const { opener: without } = openerWith(MOVED, { search: () => link } as never);
    expect((await open(without)).status).toBe(302);
  });
});

describe('views of its own', () => {
  const early = (answer: Response | null) => ({ parameter: 'sent', respond: async () => answer });

  test('may answer before anything is opened', async () => {
    const { opener, asked } = openerWith(MOVED);
    const views = { early: early(new Response('early')) };
    expect(await (await open(opener, { query: '?sent=' }, views)).text()).toBe('early');
    expect(asked).toEqual([]);
    expect((await open(opener, {}, views)).status).toBe(302);
    expect((await open(opener, { query: '?sent=' }, { early: early(null) })).status).toBe(302);
    expect(gatewayOf(opener as never, views as never).parameters).toContain('sent');
    expect(gatewayOf(opener).parameters).not.toContain('sent');
  });

  test.each(['draft', 'values'])('are needed for %s', async (shape) => {
    const { opener } = openerWith({ shape } as unknown as AnyOpened);
    await expect(open(opener)).rejects.toThrow(TypeError);
    const views = { [shape]: () => new Response('shown') };
    expect(await (await open(opener, {}, views)).text()).toBe('shown');
  });
});

describe('the parameters of an address', () => {
  const entry = (more: Partial<AnyOpener>, url = 'ftp://me@h.example/') => {
    const link = explain(url);
    return gatewayOf(openerWith(MOVED, more).opener).entry?.(link.components, link);
  };
  const logIn = async () => {};

  test.each<[what: string, more: Partial<AnyOpener>, url: string | undefined, parameters: object]>([
    ['a login', { logIn }, undefined, { login: 'me' }],
    ['a user who is nobody', { logIn, isAnonymous: (user) => user === 'me' }, undefined, {}],
    ['another user', { logIn, isAnonymous: () => false }, undefined, { login: 'me' }],
    ['no user', { logIn }, 'ftp://h.example/', {}],
    ['no login', {}, undefined, {}],
    ['a spelling', { spelling: { parameter: 'p', about: '', of: () => 'x' } }, undefined, { p: 'x' }],
    ['the usual spelling', { spelling: { parameter: 'p', about: '', of: () => null } }, undefined, {}],
    ['a session', { shapes: ['session'], logIn }, 'telnet://me:x@h.example/', { user: 'me', password: 'withheld' }],
  ])('of %s', (_, more, url, parameters) => {
    expect(entry(more, url)).toEqual(parameters);
  });
});

test('a failure of the gateway itself stays as it is', async () => {
  const late = new GatewayError('gateway-timeout', 'Late.');
  await expect(open(openerWith(late).opener)).rejects.toBe(late);
});
