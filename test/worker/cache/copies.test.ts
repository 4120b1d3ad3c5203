/** How long copies are fresh, how long they stand in for a server, and what is never kept. */
import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { GatewayError, gatewayCodes } from '../../../src/net/failure.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { Copies, type SharedRequest, type ShownCopy } from '../../../worker/cache/copies.ts';
import { blockAt } from '../../../worker/cache/copy-block.ts';
import type { CacheStore } from '../../../worker/http/quiet-cache.ts';

const DAY = 86_400;
const request: SharedRequest = {
  identity: 'one',
  root: 'https://w.example',
  url: 'https://w.example/gopher/h/1',
  headers: { Accept: 'text/html' },
  cacheControl: '',
};

type Copy = ShownCopy['copy'];

interface Reading<Answer> {
  readonly show: (copy: Copy, failure: ShownCopy['failure']) => Answer;
  readonly make: () => Promise<Answer>;
}

/** Answers a request as the cache does: with a copy, by asking the server, or with a copy in place of its failure. */
async function reading<Answer>(
  copies: Copies,
  request: SharedRequest,
  { show, make }: Reading<Answer>,
): Promise<Answer> {
  const found = await copies.beforeAsking(request);
  if (typeof found !== 'string') return show(found.copy, found.failure);
  try {
    const answer = await make();
    copies.noteAnswer(request);
    return answer;
  } catch (error) {
    const { copy, failure } = await copies.insteadOf(error, request);
    return show(copy, failure);
  }
}

/** Copies in a store that keeps what it gets, except for what a test says. */
function setUp(change: Partial<CacheStore> = {}) {
  const entries = new Map<string, Response>();
  const clock = { now: 1_000_000_000_000 };
  const store: CacheStore = {
    match: async (key) => entries.get(key)?.clone(),
    put: async (key, response) => void entries.set(key, response),
    delete: async (key) => entries.delete(key),
    ...change,
  };
  const copies = new Copies(
    async () => store,
    DAY,
    () => clock.now,
  );
  const keep = (cacheControl: string, others = {}) =>
    copies.keep(request, { 'cache-control': cacheControl, vary: 'Accept', ...others }, new Uint8Array([97]));
  return { entries, clock, copies, keep };
}

describe('a copy', () => {
  test('is fresh until its max-age, then stands in for a day, then is gone', async () => {
    const { clock, copies, keep } = setUp();
    await keep('public, max-age=300');
    const at = async (seconds: number) => {
      clock.now = 1_000_000_000_000 + seconds * 1000;
      const copy = await copies.find(request);
      return copy === null ? null : [copy.age, copy.isFresh];
    };
    expect([await at(0), await at(299)]).toEqual([
      [0, true],
      [299, true],
    ]);
    expect([await at(300), await at(DAY + 299)]).toEqual([
      [300, false],
      [DAY + 299, false],
    ]);
    expect(await at(DAY + 300)).toBeNull();
  });

  test('has the headers of the answer, as they were', async () => {
    const { copies, keep } = setUp();
    await keep('public, max-age=300', { etag: '"a"', 'server-timing': 'dns;dur=1' });
    expect((await copies.find(request))?.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      vary: 'Accept',
      etag: '"a"',
    });
    expect((await copies.find(request))?.headers).not.toHaveProperty('server-timing');
    await copies.keep(request, { 'cache-control': 'public, max-age=300' }, new Uint8Array());
    expect((await copies.find(request))?.headers).not.toHaveProperty('vary');
  });

  test('stays in the store for as long as it may be shown', async () => {
    const { entries, keep } = setUp();
    await keep('public, max-age=300');
    expect([...entries.values()].map(({ headers }) => headers.get('Cache-Control'))).toEqual(['public, max-age=86700']);
  });

  test('may be kept by a field for caches of a service alone', async () => {
    const { clock, entries, copies, keep } = setUp();
    await keep('no-store', { 'cdn-cache-control': 'max-age=60' });
    clock.now += 59_000;
    expect(await copies.find(request)).toMatchObject({ isFresh: true, headers: { 'cache-control': 'no-store' } });
    for (const { headers } of entries.values()) headers.delete('waypost-cache-control');
    expect(await copies.find(request)).toMatchObject({ isFresh: true, headers: { 'cache-control': '' } });
  });

  test.each([false, true])('that is not shown is let go, with a body: %s', async (hasBody) => {
    const cancel = vi.fn();
    const headers = { 'waypost-stored-at': '1000000000000', 'waypost-cache-control': 'max-age=300' };
    const { clock, copies } = setUp({
      match: async () => new Response(hasBody ? new ReadableStream({ cancel }) : null, { headers }),
    });
    clock.now += 300_000;
    expect(await reading(copies, request, { show: () => 'shown', make: async () => 'new' })).toBe('new');
    clock.now += DAY * 1000;
    expect(await copies.find(request)).toBeNull();
    expect(cancel).toHaveBeenCalledTimes(hasBody ? 2 : 0);
  });

  test.each([
    ['max-age=60', false],
    ['max-age=200', true],
    ['min-fresh=250', false],
    ['min-fresh=10', true],
  ])('100 seconds old, for a reader who wants %s', async (cacheControl, isFresh) => {
    const { clock, copies, keep } = setUp();
    await keep('public, max-age=300');
    clock.now += 100_000;
    expect((await copies.find({ ...request, cacheControl }))?.isFresh).toBe(isFresh);
  });

  test('is forgotten', async () => {
    const { copies, keep } = setUp();
    await keep('public, max-age=300');
    await copies.forget(request);
    expect(await copies.find(request)).toBeNull();
  });
});

describe('a request is answered', () => {
  const { clock, copies, keep } = setUp();
  let asked = 0;
  /** What is shown: the age and the failure of a copy, or the answer of the server. */
  const read = async (make: () => string, { cacheControl = '' } = {}) => {
    asked = 0;
    return reading<string>(
      copies,
      { ...request, cacheControl },
      {
        show: ({ age }: Copy, failure) => `${age} ${failure?.code ?? 'fresh'}`,
        make: async () => {
          asked += 1;
          return make();
        },
      },
    );
  };
  const fail = (code: ConstructorParameters<typeof GatewayError>[0]) => () => {
    throw new GatewayError(code, 'It failed.');
  };

  test('by the server if there is no copy, whose failure is its own', async () => {
    expect(await read(() => 'new')).toBe('new');
    await expect(read(fail('gateway-timeout'))).rejects.toMatchObject({ code: 'gateway-timeout' });
  });

  test('by a fresh copy', async () => {
    await keep('public, max-age=300');
    clock.now += 100_000;
    expect([await read(() => 'new'), asked]).toEqual(['100 fresh', 0]);
  });

  test('by the last good copy if the server does not answer, which is not asked again for 15 seconds', async () => {
    clock.now += 300_000;
    expect([await read(fail('gateway-unreachable')), asked]).toEqual(['400 gateway-unreachable', 1]);
    clock.now += 14_999;
    expect([await read(() => 'new'), asked]).toEqual(['414 gateway-unreachable', 0]);
    expect(await read(() => 'new', { cacheControl: 'max-age=0' })).toBe('new');
    clock.now += 1;
    expect([await read(fail('gateway-busy')), asked]).toEqual(['415 gateway-busy', 1]);
    clock.now += 15_000;
    expect([await read(() => 'new'), asked]).toEqual(['new', 1]);
  });

  test('by a failure that is ours, or one that the server means', async () => {
    // A code of the runtime is not one of ours.
    const bug = Object.assign(new TypeError('bug'), { code: 'timeout' });
    const broken = () => {
      throw bug;
    };
    await expect(read(broken)).rejects.toBe(bug);
  });

  const UNANSWERED = [
    ...['gateway-unreachable', 'gateway-timeout', 'gateway-busy', 'gateway-server-failure', 'rate-limited'],
  ];
  const WITHDRAWN = ['not-found', 'forbidden', 'unauthorized', 'egress-denied'];

  test.each(gatewayCodes)('by the copy, the failure, or the failure for ever: %s', async (code) => {
    await keep('public, max-age=300');
    clock.now += 400_000;
    const asked = read(fail(code)).catch((error) => error);
    if (UNANSWERED.includes(code)) expect(await asked).toBe(`400 ${code}`);
    else expect(await asked).toMatchObject({ code });
    expect((await copies.find(request)) === null).toBe(WITHDRAWN.includes(code));
  });

  test('by the published failure of a protocol client', async () => {
    await keep('public, max-age=300');
    clock.now += 400_000;
    const reset = () => {
      throw new ProtocolError('unreachable', 'It was reset.');
    };
    expect(await read(reset)).toBe('400 gateway-unreachable');
    await copies.forget(request);
    await expect(read(reset)).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('by the server soon after a failure, if there is no copy any more, or it has answered meanwhile', async () => {
    await copies.forget(request);
    expect([await read(() => 'new'), asked]).toEqual(['new', 1]);
    await keep('public, max-age=300');
    clock.now += 400_000;
    await read(fail('gateway-timeout'));
    await read(() => 'new', { cacheControl: 'max-age=0' });
    expect([await read(() => 'new'), asked]).toEqual(['new', 1]);
  });

  test('by the server again when it did not answer 1,000 other requests since', async () => {
    const { clock, copies } = setUp({
      match: async () => new Response(null, { headers: { 'waypost-stored-at': '1000000000000' } }),
    });
    clock.now += 1000;
    const read = (identity: number, make: () => Promise<string>) =>
      reading(copies, { ...request, identity: String(identity) }, { show: () => 'copy', make });
    for (let identity = 0; identity <= 1000; identity += 1) await read(identity, async () => fail('gateway-timeout')());
    expect([await read(1, async () => 'new'), await read(0, async () => 'new')]).toEqual(['copy', 'new']);
  });
});

describe('nothing is kept of an answer', () => {
  test.each(['private, max-age=300', 'no-store', 'no-cache', 'public, max-age=0', 'public', '', 'private, no-store'])(
    'with Cache-Control: %s',
    async (cacheControl) => {
      const { entries, keep } = setUp();
      await keep(cacheControl);
      expect(entries.size).toBe(0);
    },
  );

  test.each(['public', 'public, immutable'])('with %s and the time of its last change', async (cacheControl) => {
    const { entries, keep } = setUp();
    await keep(cacheControl, { 'last-modified': 'Wed, 01 Jan 2020 00:00:00 GMT' });
    await keep(cacheControl);
    expect(entries.size).toBe(0);
  });

  test('with Vary: *', async () => {
    const { entries, keep } = setUp();
    await keep('public, max-age=300', { vary: '*' });
    expect(entries.size).toBe(0);
  });

  test('to a request with a password, unless it says public', () => {
    const { copies } = setUp();
    const withPassword = { ...request, headers: { Authorization: 'Basic YTpi' } };
    const lifetime = (cacheControl: string) => copies.lifetimeOf(withPassword, 200, { 'cache-control': cacheControl });
    expect([lifetime('max-age=300'), lifetime('public, max-age=300')]).toEqual([0, 300]);
  });

  test.each([206, 301, 302, 304, 404, 410, 502])('with status %i', (status) => {
    const { copies } = setUp();
    expect(copies.lifetimeOf(request, status, { 'cache-control': 'public, max-age=300' })).toBe(0);
  });
});

test('two requests have one key only if they are the same', async () => {
  const { entries, copies, keep } = setUp();
  await keep('public, max-age=300');
  expect(await copies.find({ ...request, identity: 'other' })).toBeNull();
  const digest = createHash('sha256').update('one').digest('hex');
  expect([...entries.keys()]).toEqual([`https://w.example/${digest}?copy`]);
});

test('what is blocked is deleted by an address of its own', async () => {
  const deleted: string[] = [];
  const { copies } = setUp({ delete: async (key) => deleted.push(key) > 0 });
  await copies.purge({ kind: 'host', value: 'h.example' });
  expect(deleted.map(blockAt)).toEqual([{ kind: 'host', value: 'h.example' }]);
});

test('without a store there are no copies, and no error', async () => {
  const copies = new Copies(() => Promise.reject(new Error('none')), DAY);
  await copies.keep(request, { 'cache-control': 'public, max-age=300' }, new Uint8Array());
  expect(await copies.find(request)).toBeNull();
});
