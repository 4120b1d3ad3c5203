import { expect, test, vi } from 'vitest';
import { oncePer } from '../../src/once-per.ts';

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
