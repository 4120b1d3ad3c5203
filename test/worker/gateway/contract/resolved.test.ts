/** The JSON of the API about one URL. */
import { describe, expect, test, vi } from 'vitest';
import { explain } from '../../../../src/index.ts';
import { openingsFor } from '../../../../worker/gateway/contract/opens.ts';
import {
  needOnlyCanonical,
  RESOLVED_MEMBERS,
  type ResolvedMember,
  type ResolvedUrl,
  resolvedJson,
} from '../../../../worker/gateway/contract/resolved.ts';
import { contextOf } from '../../http/context.ts';

const context = contextOf('/v1/resolve');

function resolvedOf(url: string, base?: string) {
  const resolution = explain(url, { base });
  const asked = vi.fn(() => resolution);
  const opening = () => openingsFor(context)(asked());
  const { canonical } = resolution;
  const resolved: ResolvedUrl = { canonical, keySource: () => canonical, resolution: asked, opening };
  return { resolved, resolution, asked };
}

test('begins with the input, the canonical form and the sentence, and lacks what nobody asked for', () => {
  const { resolved, resolution } = resolvedOf('GOPHER://h.example:70/1');
  const json = resolvedJson(resolved);
  expect(Object.keys(json).slice(0, 3)).toEqual(['input', 'canonical', 'sentence']);
  expect(json).toMatchObject({ ...resolution, sentence: 'The main menu of the gopher server on h.example.' });
  for (const member of ['surt', 'base', 'omitted', 'omittedDiagnostics']) expect(json).not.toHaveProperty(member);
});

test('has the base that a reference was resolved against, and no other', () => {
  expect(resolvedJson(resolvedOf('b', 'FTP://H.example/a').resolved)).toMatchObject({
    ...{ input: 'b', canonical: 'ftp://h.example/b', base: 'ftp://h.example/a' },
  });
  expect(resolvedJson(resolvedOf('go:x', 'ftp://h.example/a').resolved)).not.toHaveProperty('base');
});

describe('members that are asked for', () => {
  test.each(RESOLVED_MEMBERS)('%s', (member) => {
    const { resolved, resolution, asked } = resolvedOf('b%2', 'ftp://h.example/a');
    const keys = Object.keys(resolvedJson(resolved, [member]));
    const isAbsent = member === 'omitted' || member === 'omittedDiagnostics';
    expect(keys).toEqual(isAbsent ? [] : [member]);
    expect(asked.mock.calls.length === 0).toBe(needOnlyCanonical([member]));
    if (member in resolution)
      expect(resolvedJson(resolved, [member])).toEqual({ [member]: Object(resolution)[member] });
  });

  test('need only the canonical form if each of them does', () => {
    expect(needOnlyCanonical(['canonical', 'surt'])).toBe(true);
    expect(needOnlyCanonical(['canonical', 'sentence'])).toBe(false);
  });

  test.each<[url: string, member: ResolvedMember, count: string]>([
    [`ftp://h.example/${'a/'.repeat(150)}`, 'details', 'omitted'],
    [`ftp://h.example/${'a/'.repeat(150)}`, 'request', 'omitted'],
    [`http://h.example/${'a%41'.repeat(150)}`, 'diagnostics', 'omittedDiagnostics'],
  ])('bring the count of what they lack', (url, member, count) => {
    const { resolved } = resolvedOf(url);
    expect(Object.keys(resolvedJson(resolved, [member]))).toEqual([member, count]);
    expect(Object.keys(resolvedJson(resolved, ['canonical']))).toEqual(['canonical']);
  });
});

test.each([
  [500, false],
  [501, true],
])('a sentence of %d characters is cut: %s', (length, isCut) => {
  const around = JSON.stringify(resolvedJson(resolvedOf('finger://h.example/a').resolved, ['sentence'])).length - 15;
  const { resolved } = resolvedOf(`finger://h.example/${'a'.repeat(length - around + 1)}`);
  const { sentence }: { sentence?: string } = resolvedJson(resolved, ['sentence']);
  expect([sentence?.length, sentence?.endsWith('…')]).toEqual([isCut ? 501 : length, isCut]);
});
