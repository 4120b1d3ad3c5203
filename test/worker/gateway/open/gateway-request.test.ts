/** What a gateway gets of a request: the view, the parameters that it may have, and the server that it may reach. */
import { describe, expect, test, vi } from 'vitest';
import { explain } from '../../../../src/index.ts';
import { parseGatewayPath } from '../../../../worker/gateway/contract/gateway-path.ts';
import { linkBuilder } from '../../../../worker/gateway/contract/link-builder.ts';
import {
  checkParameters,
  prepareRequest,
  serverTiming,
  viewOf,
} from '../../../../worker/gateway/open/gateway-request.ts';
import { type Asking, askContext } from '../context.ts';

const path = parseGatewayPath('/gopher/h.example/');

describe('the view', () => {
  const of = (query: string, accept?: string) =>
    viewOf(askContext({ query, headers: accept === undefined ? {} : { Accept: accept } }));

  test.each<[query: string, accept: string | undefined, format: string, feed: boolean]>([
    ['', undefined, 'html', false],
    ['', '*/*', 'html', false],
    ['', 'text/html', 'html', false],
    ['', 'application/json', 'json', false],
    ['?format=html', 'application/json', 'html', false],
    ['?format=json', 'text/html', 'json', false],
    ['?format=raw', 'text/html', 'raw', false],
    ['?format=atom', 'text/html', 'json', true],
  ])('%j with Accept: %s is %s, a feed: %s', (query, accept, format, feed) => {
    expect(of(query, accept)).toMatchObject({ format, feed });
  });

  test.each([
    ['', null],
    ['?charset=', null],
    ['?charset=cp437', 'cp437'],
    ['?charset=CP437', 'cp437'],
    ['?charset=latin1', 'windows-1252'],
  ])('%j has the charset %s', (query, charset) => {
    expect(of(query).charset).toBe(charset);
  });

  test.each(['?format=xml', '?format=', '?charset=klingon', '?format=raw&format=json'])('%s is refused', (query) => {
    expect(() => of(query)).toThrow();
  });

  test('has no parameters that name the link', () => {
    const { query } = of('?url=gopher%3A%2F%2Fh.example%2F&base=b&dialect=d&lax=&page=2&page=3&format=raw');
    expect([...query]).toEqual([
      ['page', '2'],
      ['page', '3'],
      ['format', 'raw'],
    ]);
  });
});

describe('the parameters of a request', () => {
  /** The first unknown parameter, and what is told about it; `null` = all are known. */
  function refusal(query: string, parameters?: readonly string[], gatewayPath = path): unknown {
    try {
      checkParameters({ ...askContext({ query }), gatewayPath }, parameters === undefined ? {} : { parameters });
      return null;
    } catch (error) {
      return (error as { faults: unknown[] }).faults[0];
    }
  }

  test.each([
    ['?format=raw&charset=cp437', undefined],
    ['?page=2', ['page']],
    ['?field.1=a&field.=b', ['field.*']],
    ['?utm_source=list', undefined],
    ['?UTM_Source=list', undefined],
    ['?fbclid=a&gclid=b&dclid=c&twclid=d&yclid=e&msclkid=f&mc_cid=g&mc_eid=h', undefined],
  ])('%s is taken', (query, parameters) => {
    expect(refusal(query, parameters)).toBeNull();
  });

  test.each([
    ['page', undefined],
    ['pages', ['page']],
    ['field', ['field.*']],
    ['xfield.1', ['field.*']],
    ['url', ['page']],
    ['lax', ['page']],
    ['utm_', undefined],
    ['xutm_source', undefined],
    ['fbclidx', undefined],
    ['xgclid', undefined],
    ['clid', undefined],
    ['mc_fid', undefined],
    ['utm-source', undefined],
  ])('%s is refused', (name, parameters) => {
    expect(refusal(`?${name}=a`, parameters)).toMatchObject({ code: 'parameter-unknown', parameter: name });
  });

  test('at /open, others name the link', () => {
    expect(refusal('?url=a&base=b&dialect=c&lax=', [], null)).toBeNull();
  });

  test('whoever searches is told how, if the gateway has a search', () => {
    const advice = 'To search, write `?search=` and the words';
    expect(refusal('?words', ['search'])).toMatchObject({ message: expect.stringContaining(advice) });
    expect(refusal('?words', ['page'])).toMatchObject({ message: expect.not.stringContaining('search') });
  });
});

describe('the context', () => {
  function prepared(url: string, asking: Asking = {}, gatewayPath: string | null = null) {
    const link = explain(url, { complete: true });
    const asked = askContext(asking);
    const links = linkBuilder(link.canonical, 'https://waypost.example', asked.environment);
    const parsed = gatewayPath === null ? null : parseGatewayPath(gatewayPath);
    const found = prepareRequest(link, links, { ...asked, gatewayPath: parsed });
    found.lifetime.lift();
    return { ...found, asked };
  }

  const Authorization = 'Basic bWU6c2VzYW1l';

  test.each([
    ['at the path of its server', 'ftp://h.example/', '/ftp/h.example/', true],
    ['at /open', 'ftp://h.example/', null, false],
    ['without a slash', 'ftp://h.example/', '/ftp/h.example', false],
    ['of a server that takes none', 'gopher://h.example/', '/gopher/h.example/', false],
  ])('a password %s', (_, url, at, may) => {
    const { context } = prepared(url, { headers: { Authorization } }, at);
    expect([context.mayAskPassword, context.authorization]).toEqual([may, may ? Authorization : null]);
  });

  test('a robot is known by its name', () => {
    expect(prepared('gopher://h.example/').context.robot).toBeNull();
    expect(prepared('gopher://h.example/', { headers: { 'User-Agent': 'GPTBot/1' } }).context.robot).toBe('GPTBot');
  });

  test.each([
    ['gopher://192.168.1.1/', 'egress-denied'],
    ['gopher://printer.local/', 'egress-denied'],
    // A name is judged by its addresses, which nobody asks for here.
    ['gopher://h.example.org/', null],
    ['gopher://1.0.0.1/', null],
  ])('%s is judged without a connection: %s', (url, code) => {
    const { context } = prepared(url);
    if (code === null) expect(() => context.judgeServer()).not.toThrow();
    else expect(() => context.judgeServer()).toThrow(expect.objectContaining({ code }));
  });

  test('its own service is no server', () => {
    const { context } = prepared('gopher://waypost.example/');
    expect(() => context.judgeServer()).toThrow(expect.objectContaining({ code: 'egress-denied' }));
  });

  test('a server that is denied is not connected to', async () => {
    const { context, connections } = prepared('gopher://192.168.1.1/');
    await expect(context.connect()).rejects.toMatchObject({ code: 'egress-denied' });
    await expect(context.resolveServer()).rejects.toMatchObject({ code: 'egress-denied' });
    expect(connections).toEqual([]);
  });

  test('a request that lasts too long ends with the reason', () => {
    vi.useFakeTimers();
    const link = explain('gopher://h.example/');
    const asked = askContext({ settings: { DEADLINES: 'total=2s' } });
    const links = linkBuilder(link.canonical, 'https://waypost.example', asked.environment);
    const { lifetime } = prepareRequest(link, links, asked);
    vi.advanceTimersByTime(1999);
    expect(lifetime.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    expect(lifetime.signal.reason).toMatchObject({ code: 'timeout' });
  });

  test('what it waits for, it waits for without failing', async () => {
    const { context, asked } = prepared('gopher://h.example/');
    context.execution.waitUntil(Promise.reject(new Error('broken')));
    context.execution.waitUntil(Promise.resolve(1));
    expect(await Promise.all(asked.streaming)).toEqual([undefined, undefined]);
  });
});

describe('Server-Timing', () => {
  const timings = { dns: null, connect: 0, tls: null, firstByte: null };

  test.each([
    [[], null],
    [[timings], 'connect;dur=0'],
    [[{ dns: 1, connect: 2, tls: 3, firstByte: 4 }], 'dns;dur=1, connect;dur=2, tls;dur=3, first-byte;dur=4'],
    [
      [
        { ...timings, connect: 5 },
        { ...timings, dns: 7 },
      ],
      'connect;dur=5',
    ],
  ])('%j: %j', (connections, header) => {
    expect(serverTiming(connections.map((timings) => ({ timings })))).toBe(header);
  });
});
