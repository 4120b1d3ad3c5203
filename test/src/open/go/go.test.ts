/** The opener of go links: which services it asks, with which query, and the shape of what they have. */
import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { OpenContext } from '../../../../src/open/contract.ts';
import { go } from '../../../../src/open/go/go.ts';
import type { ConnectOptions } from '../../../../src/open/links.ts';
import { namesJson } from '../../../../src/open/shape-json.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { type MemoryServer, memoryServer } from '../../protocols/memory-server.ts';
import { contextOf, linkOf, SETTINGS, shaped } from '../context.ts';

const answerOf = (results: string): string => {
  const body = `<cnrp><results>${results}</results></cnrp>`;
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/cnrp+xml\r\nContent-Length: ${body.length}\r\n\r\n`;
  return head + body;
};

const ENTRY = answerOf(
  '<resourcedescriptor><commonname>Fidonet</commonname><resourceuri>http://f.example/</resourceuri></resourcedescriptor>',
);
const NOTHING = answerOf('<status code="3.2.1">No match.</status>');
const REFERRAL = answerOf(
  '<service id="s"><serviceuri>http://other.example:8096/</serviceuri></service>' +
    '<referral><serviceref ref="s"/></referral>',
);

/** A service that sends one answer, whatever it is asked; `null` = it is silent. */
const serviceOf = (answer: string | null): MemoryServer =>
  memoryServer((request) => {
    const isHead = request.startsWith('POST ');
    return isHead || answer === null ? null : { parts: [answer], end: 'closed' };
  });

/** A network with services by their hosts. */
function networkOf(services: Readonly<Record<string, MemoryServer>>, members: Partial<OpenContext> = {}) {
  const dialled: ConnectOptions[] = [];
  const context = contextOf({
    async connect(options = {}) {
      dialled.push(options);
      const service = services[options.host ?? ''];
      if (service === undefined) throw new ProtocolError('unreachable', 'The server does not accept a connection.');
      const another = () => Promise.reject(new TypeError('CNRP has one connection'));
      return Object.assign(await service.connect(options.tls ?? 'none'), { another });
    },
    ...members,
  });
  return { context, dialled };
}

const hosts = (...names: readonly string[]) => names.map((host) => ({ host, port: 1096 }));
const settingsOf = (...names: readonly string[]) => ({ ...SETTINGS, cnrpServices: hosts(...names) });

async function open(url: string, services: Readonly<Record<string, MemoryServer>>, members?: Partial<OpenContext>) {
  const { context, dialled } = networkOf(services, members);
  return { names: shaped(await go.open(linkOf('go', url), context), 'names'), dialled };
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

describe('the services that are asked', () => {
  test.each([
    ['go://names.example?Fidonet', 'names.example', 1096],
    ['go://names.example:8096?Fidonet', 'names.example', 8096],
  ])('%s: its own', async (url, host, port) => {
    const service = serviceOf(ENTRY);
    const { names, dialled } = await open(url, { 'names.example': service }, { settings: settingsOf('set.example') });
    expect([dialled, service.open]).toEqual([[{ host, port, tls: 'none' }], 0]);
    expect(names.services.map(({ name }) => name)).toEqual([port === 1096 ? host : `${host}:${port}`]);
  });

  test.each(['go:Fidonet', 'go://?Fidonet', 'go://localhost?Fidonet'])('%s: those of the settings', async (url) => {
    const [a, b] = [serviceOf(ENTRY), serviceOf(NOTHING)];
    const settings = settingsOf('a.example', 'b.example', 'c.example');
    const { names } = await open(url, { 'a.example': a, 'b.example': b }, { settings });
    expect(names.services.map(({ name, error, results }) => [name, error?.code ?? null, results.length])).toEqual([
      ['a.example', null, 1],
      ['b.example', null, 0],
      ['c.example', 'gateway-unreachable', 0],
    ]);
    expect([a.open, b.open]).toEqual([0, 0]);
  });

  test('none is an error before anything is reached, with what a person can do', async () => {
    expect(await errorOf(go.open(linkOf('go', 'go:x'), contextOf({})))).toMatchObject({
      code: 'unsupported',
      advice: 'Name a service in the link, as in go://cnrp.example?fidonet.',
    });
    expect([go.needsServer?.(SETTINGS), go.needsServer?.(settingsOf('a.example'))]).toEqual(['cnrpServices', null]);
  });

  test('what XML cannot contain is not sent', async () => {
    const error = await errorOf(go.open(linkOf('go', 'go://h.example?a%00'), contextOf({})));
    expect(error).toMatchObject({ name: 'ProtocolError', code: 'invalid-request' });
  });
});

describe('one service of several', () => {
  const deadlines = { ...SETTINGS.deadlines, first: 20 };

  test('is left out when it is slow, and its connection ends', async () => {
    const [quick, silent] = [serviceOf(ENTRY), serviceOf(null)];
    const settings = { ...settingsOf('quick.example', 'silent.example'), deadlines };
    const { names } = await open('go:x', { 'quick.example': quick, 'silent.example': silent }, { settings });
    expect(names.services.at(-1)?.error).toEqual({
      code: 'gateway-timeout',
      detail: 'The service did not answer in time.',
    });
    expect(silent.open).toBe(0);
  });

  test.each([
    [['late.example'], [null]],
    [
      ['late.example', 'quick.example'],
      ['gateway-timeout', null],
    ],
  ])('alone has as long as any server: %j', async (names, codes) => {
    const late = serviceOf(ENTRY);
    const services = { 'late.example': late, 'quick.example': serviceOf(ENTRY) };
    const { context } = networkOf(services, { settings: { ...settingsOf(...names), deadlines } });
    const connect: OpenContext['connect'] = async (options = {}) => {
      if (options.host === 'late.example') await sleep(2 * deadlines.first);
      return context.connect(options);
    };
    const found = shaped(await go.open(linkOf('go', 'go:x'), { ...context, connect }), 'names');
    expect(found.services.map(({ error }) => error?.code ?? null)).toEqual(codes);
    await sleep(3 * deadlines.first);
    expect(late.open).toBe(0);
  });

  test('leaves nothing behind that waits for its deadline, or for the reader', async () => {
    const { signal } = new AbortController();
    const services = { 'a.example': serviceOf(ENTRY), 'b.example': serviceOf(ENTRY) };
    const { context } = networkOf(services, { settings: settingsOf('a.example', 'b.example'), signal });
    await go.open(linkOf('go', 'go:x'), context);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('ends with the reader, who has left', async () => {
    const settings = settingsOf('a.example', 'b.example');
    const services = { 'a.example': serviceOf(null), 'b.example': serviceOf(null) };
    const { context } = networkOf(services, { settings, signal: AbortSignal.abort() });
    expect(await errorOf(go.open(linkOf('go', 'go:x'), context))).toMatchObject({ code: 'client-closed' });
  });
});

describe('the defaults of a client', () => {
  const settings = { ...settingsOf('a.example'), cnrpGeography: 'DE' };

  test.each([
    ['go:x', ['language', 'geography'], ['Accept-Language']],
    ['go:x;geography=*', ['language'], ['Accept-Language']],
    ['go:x;LANGUAGE=fr', ['geography'], []],
    ['go://a.example?x', [], []],
    ['go://?id=7', [], []],
    ['go://', [], []],
  ])('%s has %j, and varies by %j', async (url, properties, vary) => {
    const service = serviceOf(ENTRY);
    const { context } = networkOf({ 'a.example': service }, { settings, languages: ['de-AT'] });
    const names = shaped(await go.open(linkOf('go', url), context), 'names');
    const asked = service.requests.join('');
    expect(['de-AT', 'DE'].map((value) => asked.includes(`>${value}<`))).toEqual([
      ...[properties.includes('language'), properties.includes('geography')],
    ]);
    expect(names.query.defaults.map(({ name }) => name)).toEqual(properties);
    expect(names.narrowed === null).toBe(properties.length === 0);
    expect(go.vary?.(linkOf('go', url))).toEqual(vary);
  });

  test('a search that finds nothing says so, and suggests one without them', async () => {
    const services = { 'a.example': serviceOf(NOTHING) };
    const { context } = networkOf(services, { settings, languages: ['de', 'en'] });
    const error = await errorOf(go.open(linkOf('go', 'go:x'), context));
    expect(error).toMatchObject({
      code: 'not-found',
      reply: 'No match.',
      suggest: [{ text: 'Search in all languages and regions', url: 'go:x;language=*;geography=*' }],
      advice: 'Check the spelling of the name, or search everywhere.',
    });
    expect(String(error)).toContain(
      'The search was for language de or en (as your browser asks) and geography DE (as this service asks).',
    );
  });

  test('without them there is nothing to suggest', async () => {
    const { context } = networkOf({ 'a.example': serviceOf(NOTHING) });
    const error = await errorOf(go.open(linkOf('go', 'go://a.example?x'), context));
    expect(error).toMatchObject({ code: 'not-found', suggest: [], advice: 'Check the spelling of the name.' });
  });
});

describe('the shape', () => {
  test.each([
    ['go://a.example?Fidonet', 'Fidonet', false],
    ['go://a.example?id=7', 'The entry 7', false],
    ['go://a.example?', 'A common name service', false],
    ['go://a.example?id=', 'The entry ', false],
    ['go://a.example', 'A common name service', true],
  ])('%s has the title %s', async (url, title, isAboutServices) => {
    const { names } = await open(url, { 'a.example': serviceOf(ENTRY) });
    expect(names).toMatchObject({ title, isAboutServices, freshFor: 300 });
  });

  test('its JSON has the same values, with the addresses of the caller', async () => {
    const { names } = await open('go://a.example?Fidonet', { 'a.example': serviceOf(REFERRAL) });
    const url = 'go://other.example:8096?Fidonet';
    expect(names.services[0]?.referrals).toEqual([{ service: 'http://other.example:8096/', dataset: null, url }]);
    const json = namesJson(names, { open: (link) => link && `/open?${link}` });
    expect(json).toMatchObject({
      kind: 'names',
      query: { commonName: 'Fidonet', id: null, attributes: [], defaults: [] },
      services: [{ name: 'a.example', error: null, referrals: [{ url, open: `/open?${url}` }] }],
    });
  });
});

describe('a check', () => {
  test('is alive if a service has an entry, and asks without defaults', async () => {
    const service = serviceOf(ENTRY);
    const settings = { ...settingsOf('a.example'), cnrpGeography: 'DE' };
    const { context } = networkOf({ 'a.example': service }, { settings });
    expect(await go.check?.(linkOf('go', 'go:x'), context)).toEqual({ status: 'alive' });
    expect(service.requests.join('')).not.toContain('geography');
  });

  test.each([
    [['a.example'], 'not-found'],
    [['a.example', 'gone.example'], 'gateway-unreachable'],
  ])('of an entry that %j do not have is %s', async (names, code) => {
    const { context } = networkOf({ 'a.example': serviceOf(NOTHING) }, { settings: settingsOf(...names) });
    expect(await errorOf(Promise.resolve(go.check?.(linkOf('go', 'go:x'), context)))).toMatchObject({ code });
  });
});
