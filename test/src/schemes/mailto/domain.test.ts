/** The domains of mailto addresses: mapped as hosts are, unless the result would not be a domain. */
import { expect, it } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';

it.each([
  ['mailto:a@B%C3%BCcher.Example', 'mailto:a@xn--bcher-kva.example'],
  // UTS 46 maps these to a blank, to `@` and to `/`.
  ['mailto:@\u00a0', 'mailto:@%C2%A0'],
  ['mailto:a@b\u3000c', 'mailto:a@b%E3%80%80c'],
  ['mailto:a@b\uff20c', 'mailto:a@b%EF%BC%A0c'],
  ['mailto:a@b\uff0fc', 'mailto:a@b%EF%BC%8Fc'],
])('%j is %s', (url, canonical) => {
  expect(canonicalize(url)).toBe(canonical);
  expect(canonicalize(canonical)).toBe(canonical);
});
