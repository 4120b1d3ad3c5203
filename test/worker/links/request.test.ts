/** The bodies of requests about links, and their keys: each limit on both sides, on the clock of the test. */
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HandOver, LinkHandOver } from '../../../worker/links/hand-over.ts';
import {
  Claim,
  ExportLine,
  LinkRecord,
  Note,
  PublicLink,
  Reason,
  Title,
  Tombstone,
} from '../../../worker/links/link.ts';
import { idempotencyKeyOf, LinkChange, NewLink } from '../../../worker/links/request.ts';
import { refusalOf } from '../problems.ts';
import { AT, NOW } from './storage.ts';

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** What a schema makes of a value, or its first message. */
const read = (schema: v.GenericSchema, value: unknown): unknown => {
  const { success, output, issues } = v.safeParse(schema, value);
  return success ? output : `! ${issues.map(({ message }) => message).join('; ')}`;
};

test.each([
  ['2026-01-31T12:00:00.001Z', '2026-01-31T12:00:00.001Z'],
  ['2026-01-31T12:01Z', '2026-01-31T12:01:00.000Z'],
  ['2026-01-31T13:00:01+01:00', '2026-01-31T12:00:01.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  [null, null],
  ['9999-12-31T23:59:00-00:01', '! must be in the future, before the year 10000'],
  ['9999-12-31T23:59:59-00:01', '! must be in the future, before the year 10000'],
  [AT, '! must be in the future, before the year 10000'],
  ['2027-02-31T12:00:00Z', '! must be a time such as 2027-01-31T12:00:00Z'],
  ['2027-01-31T12:00:00', '! must be a time such as 2027-01-31T12:00:00Z'],
  ['2027-01-31T12:00:00.Z', '! must be a time such as 2027-01-31T12:00:00Z'],
  ['x2027-01-31T12:00:00Z', '! must be a time such as 2027-01-31T12:00:00Z'],
  ['2027-01-31T12:00:00Zx', '! must be a time such as 2027-01-31T12:00:00Z'],
  ['2027-01-31T25:00:00Z', '! must be a time such as 2027-01-31T12:00:00Z'],
  [7, '! must be a time, or null'],
])('an end %s is read as %s', (expiresAt, expected) => {
  const value = read(NewLink, { url: 'go:x', expiresAt });
  expect(typeof value === 'string' ? value.split(';')[0] : Reflect.get(Object(value), 'expiresAt')).toBe(expected);
});

test('an alias is read in lower case', () => {
  expect(read(NewLink, { url: 'go:x', alias: 'Menu' })).toEqual({ url: 'go:x', alias: 'menu' });
  expect(read(NewLink, { url: 'go:x', alias: 'a b' })).toMatch(/^! must be at most 64 letters/);
  expect(read(NewLink, {})).toMatch(/^!/);
  expect(read(NewLink, { url: 'go:x', other: 1 })).toMatch(/^!/);
});

test('a link, a change and a hand-over may have all of their members', () => {
  const texts = { expiresAt: null, title: 'T', note: 'N' };
  const link = { url: 'go:x', alias: 'x', ...texts };
  const change = { url: 'go:x', blocked: 'R', ...texts };
  const heir = { owner: 'a', formerOwner: 'b' };
  expect([read(NewLink, link), read(LinkChange, change), read(LinkHandOver, heir)]).toEqual([link, change, heir]);
  expect([read(HandOver, { ...heir, dryRun: true }), read(HandOver, heir)]).toEqual([
    { ...heir, dryRun: true },
    { ...heir, dryRun: false },
  ]);
  expect([
    read(HandOver, { owner: 'a' }),
    read(LinkHandOver, { owner: 'a b' }),
    read(HandOver, { ...heir, x: 1 }),
  ]).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^!/)));
});

test('the description has the formats of times, days and addresses', () => {
  const formatsOf = (schema: object) =>
    [...JSON.stringify(schema).matchAll(/"format":"([^"]*)"/g)].map(([, name]) => name);
  const times = (count: number) => Array.from({ length: count }, () => 'date-time');
  expect([formatsOf(NewLink), formatsOf(Claim)]).toEqual([times(1), times(2)]);
  expect(formatsOf(LinkRecord)).toEqual(['uri', ...times(8), 'date', 'date']);
  expect(formatsOf(PublicLink)).toEqual([...Array(4).fill('uri'), ...times(5)]);
});

test.each([
  [{}, '! The change is empty.'],
  [{ title: ' T ' }, { title: 'T' }],
  [{ blocked: null }, { blocked: null }],
  [{ blocked: ' R ' }, { blocked: 'R' }],
  [{ blocked: ' ' }, '! must not be empty'],
  [{ alias: 'x' }, '!'],
])('the change %j', (change, expected) => {
  const value = read(LinkChange, change);
  if (typeof expected === 'string') expect(value).toContain(expected);
  else expect(value).toEqual(expected);
});

test.each([
  ['Title', Title, 200],
  ['Note', Note, 2000],
  ['Reason', Reason, 500],
])('%s: its longest', (_, schema, longest) => {
  expect(read(schema, ` ${'x'.repeat(longest)} `)).toBe('x'.repeat(longest));
  expect(read(schema, 'x'.repeat(longest + 1))).toBe(`! must have at most ${longest} characters`);
  expect(read(schema, '  ')).toBe(schema === Reason ? '! must not be empty' : null);
  expect(read(schema, 1)).toMatch(/^! must be a string/);
});

describe('a line of an export', () => {
  const claim = { owner: 'a', createdAt: AT, expiresAt: null };
  const line = { slug: 'x', url: 'go:x', createdAt: AT, clicks: 1, lastClickAt: null, blocked: null, claims: [claim] };
  const whole = { ...line, claims: [{ ...claim, title: null, note: null }] };
  const most = Number.MAX_SAFE_INTEGER;

  test.each([
    [{}, true],
    [{ clicks: 0 }, true],
    [{ clicks: -1 }, false],
    [{ clicks: 1.5 }, false],
    [{ clicks: most }, true],
    [{ clicks: most + 1 }, false],
    [{ clicks: '1' }, false],
    [{ slug: 'x.svg' }, false],
    [{ createdAt: '2026-01-31' }, false],
    [{ lastClickAt: 'x' }, false],
    [{ blocked: { at: AT, reason: 'R' } }, true],
    [{ blocked: { at: AT, reason: ' ' } }, false],
    [{ blocked: { at: 'x', reason: 'R' } }, false],
    [{ alias: true }, true],
    [{ alias: false }, false],
    [{ days: [{ day: '2026-01-31', clicks: 1 }] }, true],
    [{ days: [{ day: '2026-02-31', clicks: 1 }] }, false],
    [{ days: [{ day: '2026-01-31', clicks: -1 }] }, false],
    [{ days: {} }, false],
    [{ claims: {} }, false],
    [{ claims: [{ ...claim, owner: 'a b' }] }, false],
    [{ claims: [{ ...claim, expiresAt: 'x' }] }, false],
    [{ other: 1 }, false],
  ])('with %j: %s', (change, isRight) => {
    expect(v.safeParse(ExportLine, { ...line, ...change }).success).toBe(isRight);
    if (JSON.stringify(change).includes('" "')) return;
    const claims = 'claims' in change ? change.claims : whole.claims;
    expect(v.safeParse(LinkRecord, { ...whole, ...change, claims }).success).toBe(isRight);
  });

  test('has one fault for one number', () => {
    expect(read(ExportLine, { ...line, clicks: -1.5 })).toBe(`! must be a whole number from 0 to ${most}`);
  });

  test('has no texts in older exports', () => {
    expect(read(ExportLine, line)).toEqual(whole);
    expect(v.safeParse(Claim, claim).success).toBe(false);
    expect(
      [
        { slug: 'x', purged: true },
        { slug: 'x', purged: false },
        { slug: '', purged: true },
      ].map((value) => v.safeParse(Tombstone, value).success),
    ).toEqual([true, false, false]);
  });
});

test.each([
  [null, null],
  ['k', 'k'],
  ['"k k"', 'k k'],
  ['a"b', undefined],
  ['x'.repeat(255), 'x'.repeat(255)],
  [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  ['x'.repeat(256), undefined],
  [`"${'x'.repeat(256)}"`, undefined],
  ['""', undefined],
  ['', undefined],
  ['a b', undefined],
  ['"a\\b"', undefined],
  ['"a"b"', undefined],
  ['ä', undefined],
])('the key %s is read as %s', async (header, expected) => {
  const request = new Request('https://h.example/', { headers: header === null ? {} : { 'Idempotency-Key': header } });
  if (expected !== undefined) expect(idempotencyKeyOf(request)).toBe(expected);
  else {
    const refusal = await refusalOf(() => idempotencyKeyOf(request));
    expect(refusal).toMatch(/^invalid-parameter idempotency-key Idempotency-Key: /);
  }
});
