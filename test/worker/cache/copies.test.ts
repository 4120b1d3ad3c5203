/** How long copies are fresh, how long they stand in for a server, and what is never kept. */
import { describe, expect, test } from 'vitest';
import { GatewayError } from '../../../src/net/failure.ts';
import { Copies, type Copy, type CopyStore, type SharedRequest } from '../../../worker/cache/copies.ts';

const DAY = 86_400;
const request: SharedRequest = {
  identity: 'one',
  root: 'https://w.example',
  url: 'https://w.example/gopher/h/1',
  headers: { Accept: 'text/html' },
  cacheControl: '',
};

function setUp() {
  const entries = new Map<string, Response>();
  const clock = { now: 1_000_000_000_000 };
  const store: CopyStore = {
    match: async (key) => entries.get(key)?.clone(),
    put: async (key, response) => void entries.set(key, response),
    delete: async (key) => entries.delete(key),
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
  const read = async (make: () => string, { mayShow = true, cacheControl = '' } = {}) => {
    asked = 0;
    return copies.read<string>(
      { ...request, cacheControl },
      {
        mayShowCopy: () => mayShow,
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

  test('by a fresh copy, unless the policy forbids to show it', async () => {
    await keep('public, max-age=300');
    clock.now += 100_000;
    expect([await read(() => 'new'), asked]).toEqual(['100 fresh', 0]);
    expect([await read(() => 'new', { mayShow: false }), asked]).toEqual(['new', 1]);
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
    const bug = new TypeError('bug');
    const broken = () => {
      throw bug;
    };
    await expect(read(broken)).rejects.toBe(bug);
    await expect(read(fail('gateway-protocol'))).rejects.toMatchObject({ code: 'gateway-protocol' });
    expect(await copies.find(request)).not.toBeNull();
    await expect(read(fail('not-found'))).rejects.toMatchObject({ code: 'not-found' });
    expect(await copies.find(request)).toBeNull();
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

  test('with Vary: *', async () => {
    const { entries, keep } = setUp();
    await keep('public, max-age=300', { vary: '*' });
    expect(entries.size).toBe(0);
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
  expect([...entries.keys()]).toEqual([expect.stringMatching(/^https:\/\/w\.example\/[0-9a-f]{64}\?copy$/)]);
});

test('without a store there are no copies, and no error', async () => {
  const copies = new Copies(() => Promise.reject(new Error('none')), DAY);
  await copies.keep(request, { 'cache-control': 'public, max-age=300' }, new Uint8Array());
  expect(await copies.find(request)).toBeNull();
});
