/** Resolvers of URNs: an address for each name that has the form of its namespace, and none for others. */
import { describe, expect, test } from 'vitest';
import { definitionOf } from '../../../../src/definition-of.ts';
import { explain } from '../../../../src/index.ts';
import { parseResolvers, RESOLVED_NAMESPACES } from '../../../../src/templates/resolvers.ts';

const fronts = [...parseResolvers('*').values()].flat();

/** The first address that a resolver has. */
function addressOf(urn: string): string | null {
  const { scheme, details } = explain(urn);
  const found = (definitionOf(scheme).resolvers ?? []).map(({ addressOf }) => addressOf(details));
  return found.find((address) => address !== null) ?? null;
}

// The addresses that other programs and the resolvers themselves write for these names.
test.each([
  ['urn:ietf:rfc:2648', 'https://www.rfc-editor.org/info/rfc2648'],
  ['urn:ietf:RFC:0791', 'https://www.rfc-editor.org/info/rfc791'],
  ['urn:ietf:std:50', 'https://www.rfc-editor.org/info/std50'],
  ['urn:ietf:bcp:14', 'https://www.rfc-editor.org/info/bcp14'],
  ['urn:ietf:id:ietf-urn-ietf-06', 'https://datatracker.ietf.org/doc/draft-ietf-urn-ietf-06/'],
  ['urn:isbn:0395363411', 'https://openlibrary.org/isbn/0395363411'],
  ['URN:ISBN:978-0-9616721-5-7', 'https://openlibrary.org/isbn/9780961672157'],
  ['urn:isbn:0-8044-2957-x', 'https://openlibrary.org/isbn/080442957X'],
  ['urn:issn:0028-0836', 'https://portal.issn.org/resource/ISSN/0028-0836'],
  ['urn:issn:0317847x', 'https://portal.issn.org/resource/ISSN/0317-847X'],
  ['urn:nbn:de:bvb:12-bsb00023199-0', 'https://nbn-resolving.org/urn:nbn:de:bvb:12-bsb00023199-0'],
  ['urn:nbn:ch:bel-9478', 'https://nbn-resolving.org/urn:nbn:ch:bel-9478'],
  ['URN:NBN:fi-fe201102171251h', 'https://urn.fi/urn:nbn:fi-fe201102171251h'],
  ['urn:nbn:fi:tty-201605264186', 'https://urn.fi/urn:nbn:fi:tty-201605264186'],
  ['urn:nbn:se:kth:diva-281960', 'https://urn.kb.se/resolve?urn=urn:nbn:se:kth:diva-281960'],
  ['urn:oid:1.2.276.0.7230010.3', 'https://oid-base.com/get/1.2.276.0.7230010.3'],
])('%s is at %s', (urn, address) => {
  expect(addressOf(urn)).toBe(address);
  expect(fronts.some((front) => address.startsWith(front))).toBe(true);
});

test.each([
  ...[
    'urn:ietf:params:xml:ns:x',
    'urn:ietf:rfc:0',
    'urn:ietf:rfc:123456',
    'urn:ietf:rfc:2648:x',
    'urn:ietf:id:',
    'urn:ietf:id:a%2Fb',
  ],
  ...['urn:isbn:123', 'urn:isbn:0395363411x', 'urn:isbn:960-0395363411', 'urn:issn:0028-08366', 'urn:issn:x028-0836'],
  ...[
    'urn:nbn:hu-3006',
    'urn:nbn:de',
    'urn:nbn:dex:1',
    'urn:nbn:de:a%2Fb',
    'urn:nbn:se:a&b=c',
    `urn:nbn:de:${'a'.repeat(201)}`,
  ],
  ...[
    'urn:oid:3.1',
    'urn:oid:1',
    'urn:oid:1.02',
    'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    'urn:x',
    'gopher://h/',
  ],
])('%s has no address', (urn) => {
  expect(addressOf(urn)).toBeNull();
});

test('components behind the name change nothing', () => {
  expect(addressOf('urn:isbn:0395363411?+r?=q#f')).toBe('https://openlibrary.org/isbn/0395363411');
});

test('200 characters of a name are enough', () => {
  expect(addressOf(`urn:nbn:de:${'a'.repeat(200)}`)).not.toBeNull();
});

describe('the setting', () => {
  test.each([
    ['', []],
    ['*', RESOLVED_NAMESPACES],
    ['isbn', ['isbn']],
    [' IETF, isbn\tnbn ', ['ietf', 'isbn', 'nbn']],
  ])('%j switches on %j', (text, on) => {
    expect([...parseResolvers(text).keys()]).toEqual(on);
  });

  test.each(['doi', 'isbn doi', '* isbn'])('%j is refused', (text) => {
    expect(() => parseResolvers(text)).toThrow('has no resolver');
  });

  test('knows what addresses begin with', () => {
    expect([...parseResolvers('isbn').values()]).toEqual([['https://openlibrary.org/isbn/']]);
    expect(parseResolvers('nbn').get('nbn')).toHaveLength(3);
  });
});
