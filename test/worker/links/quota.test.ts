/** The quota of an owner: both sides of the limit, in one store and in all, by one request and by many at once. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { RequestError } from '../../../worker/errors/request-error.ts';
import { StoreError } from '../../../worker/errors/store-error.ts';
import { OwnerTurns } from '../../../worker/links/owner-turns.ts';
import { createWithin, inOwnersTurn } from '../../../worker/links/quota.ts';
import type { CreateRequest, CreateResult } from '../../../worker/links/request.ts';
import type { ShardStub } from '../../../worker/links/shards.ts';
import { A_QUOTA, parseLinkQuota } from '../../../worker/settings/limits.ts';
import { readProblem } from '../problems.ts';
import { LINK_TOKENS, type LinkService, linesOf, type Name, startLinks, tokens } from './harness.ts';

const CREATE = 'create-0123456789abcdef';

describe('LINK_QUOTA', () => {
  test.each<[string, number | null, [string, number | null][]]>([
    ['', null, []],
    ['off', null, []],
    ['1000', 1000, []],
    ['0', 0, []],
    ['999999999999', 999_999_999_999, []],
    [
      'alice=5, 10 bob.b-c_d=off',
      10,
      [
        ['alice', 5],
        ['bob.b-c_d', null],
      ],
    ],
  ])('%j', (text, everybody, owners) => {
    expect(parseLinkQuota(text)).toEqual({ everybody, owners: new Map(owners) });
  });

  test.each([
    ['-1', 1],
    ['1 x', 2],
    ['alice=', 1],
    ['1, a=2, =3', 3],
    ['al/ice=1', 1],
    ['1000000000000', 1],
  ])('%j', (text, entry) => {
    expect(() => parseLinkQuota(text)).toThrow(new TypeError(`entry ${entry} must be ${A_QUOTA}`));
  });

  test.each(['1 2', 'a=1 a=off', 'off off'])('%j has two numbers for one', (text) => {
    expect(() => parseLinkQuota(text)).toThrow(new TypeError('entry 2 must not be about the same as one before it'));
  });
});

describe('links up to a number', () => {
  const url = (request: CreateRequest) => request.url;
  /** Creates links in memory as shards do, and tells what it was asked. */
  const makeStore = (existing: readonly string[]) => {
    const made = new Set(existing);
    const asked: string[] = [];
    const create = async (part: readonly CreateRequest[]): Promise<(CreateResult | RequestError)[]> => {
      asked.push(part.map((request) => (request.isFull ? url(request).toUpperCase() : url(request))).join(' '));
      return part.map((request): CreateResult | RequestError => {
        if (url(request) === 'bad') return new RequestError('store-full', []);
        if (made.has(url(request))) return { kind: 'existing', link: url(request) as never };
        if (request.isFull) return { kind: 'full' };
        made.add(url(request));
        return { kind: 'created', link: url(request) as never, wrote: 'claim' };
      });
    };
    return { create, asked };
  };

  test.each<[left: number, existing: string, requests: string, results: string, asked: string[]]>([
    [2, '', 'a b', 'created created', ['a b']],
    [2, '', 'a b c', 'created created full', ['A B C', 'a b', 'C']],
    [1, 'a c', 'a b c', 'existing created existing', ['A B C', 'b']],
    [0, 'a', 'a b', 'existing full', ['A B']],
    [0, '', 'a', 'full', ['A']],
    // A link that stands twice needs room once.
    [1, '', 'a a b', 'created existing full', ['A A B', 'a', 'A B']],
    [2, '', 'a a b c', 'created existing created full', ['A A B C', 'a a', 'b', 'C']],
    [1, '', 'bad a b', 'error created full', ['BAD A B', 'a', 'B']],
    [1, '', '', '', []],
  ])('with room for %d beside %j: %j', async (left, existing, requests, results, asked) => {
    const store = makeStore(existing.split(' '));
    const urls = requests.split(' ').filter(Boolean);
    const made = await createWithin(
      left,
      urls.map((url) => ({ url }) as CreateRequest),
      store.create,
    );
    expect(made.map((one) => (one instanceof RequestError ? 'error' : one.kind)).join(' ')).toBe(results);
    expect(store.asked.filter(Boolean)).toEqual(asked);
  });
});

describe('turns', () => {
  test('of an owner are one after the other, whatever becomes of them; those of others at once', async () => {
    const turns = new OwnerTurns();
    const steps: string[] = [];
    const work =
      (name: string, fails = false) =>
      async () => {
        steps.push(`${name} begins`);
        await Promise.resolve();
        steps.push(`${name} ends`);
        if (fails) throw new Error(name);
      };
    const taken = [turns.take('a', work('1', true)), turns.take('a', work('2')), turns.take('b', work('3'))];
    expect((await Promise.allSettled(taken)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    const ofA = steps.filter((step) => !step.startsWith('3'));
    expect(ofA).toEqual(['1 begins', '1 ends', '2 begins', '2 ends']);
    expect(steps.indexOf('3 begins')).toBeLessThan(steps.indexOf('2 begins'));
    await turns.take('a', work('4'));
    expect(steps.at(-1)).toBe('4 ends');
  });

  const store = (links: number | Error) =>
    ({ countOwn: async () => (links instanceof Error ? Promise.reject(links) : links) }) as unknown as ShardStub;
  const away = new StoreError({
    ...{ problem: 'store-away', store: 0, object: 'o', operation: 'inTurn', cause: 'Error', retryable: false },
  });
  const taking = (inTurn: (owner: string, work: () => Promise<void>) => Promise<void>) =>
    ({ inTurn }) as unknown as ShardStub;
  const inOrder = taking((_, work) => work());
  const quota = { owner: 'a', quota: 5 };

  test.each([
    [[store(1), store(2)], 2],
    [[store(5)], 0],
    [[store(9)], 0],
    [[store(2), store(away)], 3],
  ])('know the room in the stores that answer', async (stores, left) => {
    expect(await inOwnersTurn(inOrder, stores, quota, async (number) => number)).toBe(left);
  });

  test('are not needed if their store is away, and are not taken twice', async () => {
    const work = vi.fn(async () => 'done');
    expect(
      await inOwnersTurn(
        taking(() => Promise.reject(away)),
        [],
        quota,
        work,
      ),
    ).toBe('done');
    const late = taking(async (_, begin) => {
      await begin();
      throw away;
    });
    expect(await inOwnersTurn(late, [], quota, work)).toBe('done');
    expect(work.mock.calls).toEqual([[5], [5]]);
    await expect(
      inOwnersTurn(
        taking(() => Promise.reject(new TypeError('x'))),
        [],
        quota,
        work,
      ),
    ).rejects.toThrow('x');
    await expect(
      inOwnersTurn(
        taking(async () => undefined),
        [],
        quota,
        work,
      ),
    ).rejects.toThrow('a turn was not taken');
    const failing = async () => Promise.reject(new RangeError('work'));
    await expect(inOwnersTurn(inOrder, [], quota, failing)).rejects.toThrow(RangeError);
  });
});

describe('in the service', () => {
  let service: LinkService;
  beforeAll(async () => {
    service = await startLinks({ LINK_QUOTA: '3, bob=off', LINK_TOKENS: `${LINK_TOKENS} alice:${CREATE}:create` });
  });
  afterAll(() => service.close());

  const post = async (owner: Name, body: unknown, headers = {}) =>
    service.as(owner, 'POST', '/v1/links', body, headers);
  const deleteAll = async () => {
    const { links }: { links: { slug: string }[] } = await (await service.as('alice', 'GET', '/v1/links')).json();
    for (const { slug } of links) await service.as('alice', 'DELETE', `/v1/links/${slug}`);
  };

  test('the last link is made, the next is refused, and there is room again after one is deleted', async () => {
    const slugs: string[] = [];
    for (const url of ['go:1', 'go:2', 'go:3']) slugs.push((await service.make('alice', { url })).slug);
    const key = { 'Idempotency-Key': 'again' };
    const refused = await post('alice', { url: 'go:4' }, key);
    expect(refused.status).toBe(403);
    const message = '`alice` has as many links as this service allows: 3. Delete some, or ask the operator for more.';
    expect((await readProblem(refused)).errors).toMatchObject([{ code: 'quota-reached', message }]);
    // Links that exist can change, and the quota is that of one owner.
    expect((await post('alice', { url: 'go:1', title: 'T' })).status).toBe(200);
    expect((await service.as('alice', 'PATCH', `/v1/links/${slugs[1]}`, { expiresAt: null })).status).toBe(200);
    for (const owner of ['bob', 'root'] as const) {
      for (const url of ['go:1', 'go:5', 'go:6', 'go:7']) expect((await post(owner, { url })).status).toBeLessThan(300);
    }
    expect((await post('alice', { url: 'go:5' })).status).toBe(403);
    expect((await service.as('alice', 'DELETE', `/v1/links/${slugs[0]}`)).status).toBe(204);
    // A refused request leaves its key free.
    expect((await post('alice', { url: 'go:4' }, key)).status).toBe(201);
    // A link that has ended does not come back without room, whichever way it is asked for.
    expect((await post('alice', { url: 'go:1' })).status).toBe(403);
    expect((await service.as('alice', 'PATCH', `/v1/links/${slugs[0]}`, { expiresAt: null })).status).toBe(403);
    expect((await service.as('alice', 'PATCH', `/v1/links/${slugs[0]}`, { title: 'T' })).status).toBe(200);
    expect((await service.as('alice', 'DELETE', `/v1/links/${slugs[1]}`)).status).toBe(204);
    expect((await service.as('alice', 'PATCH', `/v1/links/${slugs[0]}`, { expiresAt: null })).status).toBe(200);
    await deleteAll();
  });

  test('lines are made up to it, and each other line has the problem', async () => {
    const lines = ['a', 'b', 'a', 'c', 'd', 'b'].map((name) => ({ url: `go:line-${name}` }));
    const response = await service.fetch('/v1/links', {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.alice}`, 'Content-Type': 'application/x-ndjson' },
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    });
    const answers = await linesOf(response);
    expect(answers.map(({ status, created }) => status ?? created)).toEqual([true, true, false, true, 403, false]);
    await deleteAll();
  });

  test('of many requests at once, exactly as many make a link as there is room', async () => {
    for (let round = 0; round < 3; round++) {
      const asked = Array.from({ length: 12 }, (_, index) => post('alice', { url: `go:race-${round}-${index}` }));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(3);
      expect(statuses.filter((status) => status === 403)).toHaveLength(9);
      await deleteAll();
    }
  });

  test('a token that may create does not learn the number', async () => {
    for (const url of ['go:1', 'go:2', 'go:3']) await service.make('alice', { url });
    const response = await service.fetch('/v1/links', {
      method: 'POST',
      headers: { Authorization: `Bearer ${CREATE}`, 'Content-Type': 'application/json' },
      body: '{"url":"go:more"}',
    });
    expect(response.status).toBe(403);
    expect((await readProblem(response)).detail).not.toMatch(/\d/);
    await deleteAll();
  });
});
