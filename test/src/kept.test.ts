import { expect, test, vi } from 'vitest';
import { BoundedMap, oncePer } from '../../src/kept.ts';

const keysIn = (map: BoundedMap<string, number>) => ['a', 'b', 'c', 'd'].filter((key) => map.get(key) !== undefined);

test('the oldest entry goes for one too many', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(keysIn(map)).toEqual(['a', 'b']);
  map.set('c', 3);
  expect(keysIn(map)).toEqual(['b', 'c']);
  expect(map.size).toBe(2);
});

test('an entry that is set again is the newest, and is counted once', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect(map.size).toBe(2);
  map.set('c', 4);
  expect(keysIn(map)).toEqual(['a', 'c']);
  expect(map.get('a')).toBe(3);
});

test('an entry that is used is the newest; one that is only read is not', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.use('a')).toBe(1);
  map.get('b');
  map.set('c', 3);
  expect(keysIn(map)).toEqual(['a', 'c']);
  expect(map.use('b')).toBeUndefined();
});

test('sizes are added up, and as many old entries go as a new one needs', () => {
  const map = new BoundedMap<string, number>(10, (key, value) => key.length + value);
  map.set('a', 3);
  map.set('b', 5);
  expect(map.size).toBe(10);
  expect(keysIn(map)).toEqual(['a', 'b']);
  map.set('c', 0);
  expect(keysIn(map)).toEqual(['b', 'c']);
  map.set('d', 9);
  expect(keysIn(map)).toEqual(['d']);
  expect(map.size).toBe(10);
});

test('an entry that is larger than all that fits is not kept', () => {
  const map = new BoundedMap<string, number>(10, (_, value) => value);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 11);
  expect([keysIn(map), map.size]).toEqual([['b'], 2]);
  map.set('c', 10);
  expect([keysIn(map), map.size]).toEqual([['c'], 10]);
});

test('the newest entry is listed first', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.use('a');
  expect(map.newestFirst()).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});

test('what is deleted makes room', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.delete('b');
  map.delete('c');
  map.set('c', 3);
  expect(keysIn(map)).toEqual(['a', 'c']);
  map.clear();
  expect(map.size).toBe(0);
  expect(keysIn(map)).toEqual([]);
});

test('a value is made once for each object, even if it is undefined', () => {
  const make = vi.fn((owner: { readonly name: string }) => (owner.name === '' ? undefined : [owner.name]));
  const once = oncePer(make);
  const [first, second, empty] = [{ name: 'a' }, { name: 'a' }, { name: '' }];
  expect(once(first)).toBe(once(first));
  expect(once(second)).not.toBe(once(first));
  expect(once(empty)).toBeUndefined();
  once(empty);
  expect(make).toHaveBeenCalledTimes(3);
});

test('an error is not kept', () => {
  const make = vi.fn().mockImplementationOnce(() => {
    throw new Error('once');
  });
  const once = oncePer(make);
  const owner = {};
  expect(() => once(owner)).toThrow('once');
  make.mockReturnValue(1);
  expect(once(owner)).toBe(1);
});
