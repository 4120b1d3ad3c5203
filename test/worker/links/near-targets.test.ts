/** Targets that are kept where their stores are: until the store changes, or its object is made again. */
import { beforeEach, expect, test } from 'vitest';
import { changesOf, countChanges, NearTargets, type StoreChanges } from '../../../worker/links/near-targets.ts';

const ID = 'a-store';
const target = { slug: 'alias', url: 'https://h.example/', blocked: null, claims: [] };

let changes: StoreChanges;
let near: NearTargets;
beforeEach(() => {
  changes = countChanges(ID);
  near = new NearTargets();
});

test('a target is kept until its store changes', () => {
  expect(near.find('alias')).toBe(null);
  near.keep('alias', target, changes, changes.count);
  expect(near.find('alias')).toBe(target);
  countChanges('another-store').add();
  expect(near.find('alias')).toBe(target);
  changes.add();
  expect(near.find('alias')).toBe(null);
});

test('an answer during which the store has changed is not kept', () => {
  const before = changes.count;
  changes.add();
  near.keep('alias', target, changes, before);
  expect(near.find('alias')).toBe(null);
});

test('what was known of an object that has ended is forgotten', () => {
  near.keep('alias', target, changes, changes.count);
  const next = countChanges(ID);
  expect([near.find('alias'), changesOf(ID)]).toEqual([null, next]);
  near.keep('alias', target, changes, changes.count);
  expect(near.find('alias')).toBe(null);
});

test('targets of stores elsewhere are never kept', () => {
  expect(changesOf('elsewhere')).toBe(null);
  near.keep('alias', target, null, Number.NaN);
  expect(near.find('alias')).toBe(null);
});

test('an isolate keeps 2,000 targets, and none with a long URL', () => {
  near.keep('long', { ...target, url: `https://h.example/${'x'.repeat(4096)}` }, changes, changes.count);
  for (let index = 0; index <= 2000; index++) near.keep(`alias-${index}`, target, changes, changes.count);
  expect([near.find('long'), near.find('alias-0')]).toEqual([null, null]);
  expect([near.find('alias-1'), near.find('alias-2000')]).toEqual([target, target]);
});
