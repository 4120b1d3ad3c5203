/** Lookups by DNS over HTTPS, with answers of the test. `socket.test.ts` asks a resolver over HTTP. */
import { afterEach, expect, it, test, vi } from 'vitest';
import { noAddress, resolveName } from '../../../src/net/dns.ts';
import { encodeQuery, TYPES } from '../../../src/net/dns-message.ts';

afterEach(() => void vi.unstubAllGlobals());

const URL_OF_RESOLVER = 'https://resolver.example.net/dns-query';

/** A message of DNS about the name `a`. */
const message = (flags: string, records: readonly string[] = []) =>
  Uint8Array.from(
    Buffer.from(`0000 ${flags} 0000 000${records.length} 00000000 ${records.join('')}`.replaceAll(' ', ''), 'hex'),
  );

const IPV4 = '016100 0001 0001 0000003c 0004 5db8d70e';
const IPV6 = '016100 001c 0001 0000003c 0010 20010db8000000000000000000000001';
const addressesOf = (...records: string[]) => message('8180', records);

const V4 = { family: 4, octets: Uint8Array.of(93, 184, 215, 14), ttl: 60 };
const V6 = { family: 6, octets: Uint8Array.of(0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1), ttl: 60 };

type Reply = () => Promise<Response>;

const octets =
  (body: Uint8Array<ArrayBuffer> | null): Reply =>
  async () =>
    new Response(body);
const NONE = octets(message('8180'));
const SERVFAIL = octets(message('8182'));
const REFUSED = octets(message('8185'));
const STATUS: Reply = async () => new Response('no', { status: 500 });

/** Looks up `a` at a resolver that replies so to the two questions. */
function lookup(a: Reply, aaaa: Reply, signal: AbortSignal = new AbortController().signal) {
  const fetched = vi.fn((_: string, { body }: { body: Uint8Array }) => (body.at(-3) === TYPES.A.code ? a() : aaaa()));
  vi.stubGlobal('fetch', fetched);
  return { fetched, resolved: resolveName('a', URL_OF_RESOLVER, signal) };
}

test('a lookup asks for A and AAAA records as RFC 8484 §4.1 says, and follows no redirect', async () => {
  const { fetched, resolved } = lookup(NONE, NONE);
  await resolved;
  const type = 'application/dns-message';
  const common = { method: 'POST', headers: { 'content-type': type, accept: type }, redirect: 'manual' };
  expect(fetched.mock.calls).toEqual([
    [URL_OF_RESOLVER, { ...common, body: encodeQuery('a', 1), signal: expect.any(AbortSignal) }],
    [URL_OF_RESOLVER, { ...common, body: encodeQuery('a', 28), signal: expect.any(AbortSignal) }],
  ]);
});

const failed = (failure: string, isAnswer: boolean) => ({ kind: 'failed', failure, isAnswer });
const RCODE_2 = 'the resolver answered with RCODE 2';
const STATUS_500 = 'the resolver answered with HTTP status 500';

it.each<[what: string, a: Reply, aaaa: Reply, resolved: object]>([
  [
    'both',
    octets(addressesOf(IPV4)),
    octets(addressesOf(IPV6)),
    { kind: 'addresses', addresses: [V4, V6], failure: null },
  ],
  ['IPv4 only', octets(addressesOf(IPV4)), NONE, { kind: 'addresses', addresses: [V4], failure: null }],
  ['IPv6 only', NONE, octets(addressesOf(IPV6)), { kind: 'addresses', addresses: [V6], failure: null }],
  [
    'IPv4, and a failure',
    octets(addressesOf(IPV4)),
    SERVFAIL,
    { kind: 'addresses', addresses: [V4], failure: RCODE_2 },
  ],
  [
    'IPv6, and a failure',
    SERVFAIL,
    octets(addressesOf(IPV6)),
    { kind: 'addresses', addresses: [V6], failure: RCODE_2 },
  ],
  ['no address', NONE, NONE, { kind: 'absent' }],
  ['no IPv4, and a failure', NONE, SERVFAIL, failed(RCODE_2, true)],
  ['no IPv6, and a failure', SERVFAIL, NONE, failed(RCODE_2, true)],
  ['two failures', SERVFAIL, REFUSED, failed(RCODE_2, true)],
  ['a status', STATUS, STATUS, failed(STATUS_500, false)],
  ['a status, and a failure', STATUS, SERVFAIL, failed(STATUS_500, true)],
  ['a failure, and a status', SERVFAIL, STATUS, failed(RCODE_2, true)],
  ['a status, and no IPv6', STATUS, NONE, failed(STATUS_500, true)],
  ['no body', octets(null), octets(null), failed('the resolver answered with HTTP status 200', false)],
  [
    'status 201',
    async () => new Response(null, { status: 201 }),
    STATUS,
    failed('the resolver answered with HTTP status 201', false),
  ],
  ['an error', () => Promise.reject(new Error('no route')), STATUS, failed('no route', false)],
  ['a value that is thrown', () => Promise.reject('no route'), STATUS, failed('the resolver cannot be reached', false)],
])('a name with %s', async (_, a, aaaa, resolved) => {
  expect(await lookup(a, aaaa).resolved).toEqual(resolved);
});

test('a body that nobody reads is cancelled', async () => {
  const cancel = vi.fn();
  const unread = async () => new Response(new ReadableStream({ cancel }), { status: 500 });
  await lookup(unread, STATUS).resolved;
  expect(cancel).toHaveBeenCalledOnce();
});

it.each([
  [65_535, { kind: 'addresses' }],
  [65_536, failed('the resolver sent more than a DNS message', true)],
])('an answer of %d octets', async (length, resolved) => {
  const padded = new Uint8Array(length);
  padded.set(addressesOf(IPV4));
  expect(await lookup(octets(padded), NONE).resolved).toMatchObject(resolved);
});

test('a lookup ends with the reason of its signal, whatever the resolver answered', async () => {
  const controller = new AbortController();
  controller.abort();
  await expect(lookup(NONE, NONE, controller.signal).resolved).rejects.toMatchObject({ code: 'client-closed' });
});

test('a name without an address is unreachable', () => {
  expect(noAddress()).toMatchObject({ code: 'unreachable' });
});
