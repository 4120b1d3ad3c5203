/** The links of entries: written after the address of their directory, they are as if each had been canonicalized. */
import { expect, test } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';
import { encodeSegment } from '../../../../src/schemes/ftp/path.ts';
import { entryHrefs, linkBuilder } from '../../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { environmentOf } from '../../../../worker/settings/environment.ts';
import fc, { runs } from '../../../fast-check.ts';

const ASSETS = { fetch: () => Promise.resolve(new Response()) };
const environment = environmentOf({ ASSETS }, builtInGateways);

const octets = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'aZ0._-~!$&\'()*+,;=:@%/\\?#[]<>" \t\x7f'),
      fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)),
    ),
    { maxLength: 8 },
  )
  .map((characters) => characters.join(''));
const name = fc.oneof(octets, fc.constantFrom('.', '..', '...', '%2E', 'a;type=a', 'a/b', '', 'x'.repeat(30_000)));

test.each([
  ['ftp://h.example/', undefined],
  ['ftp://h.example:2121/pub/a%20b/', { charset: 'koi8-r' }],
  ['ftps://h.example/%2Fetc/', { tls: 'explicit' }],
  ['ftp://h.example/pub//a/', undefined],
  ['ftp://h.example/a%5Cb/', { charset: 'utf-8' }],
])('%s %j', (directory, query) => {
  const links = linkBuilder(canonicalize(directory), 'https://waypost.example', environment);
  const hrefOf = entryHrefs(links, directory, query);
  fc.assert(
    fc.property(name, fc.constantFrom('directory', 'file'), (name, kind) => {
      const url = `${directory}${encodeSegment(name)}${kind === 'directory' ? '/' : ''}`;
      expect(hrefOf(url)).toBe(links.hrefOf(url, query));
    }),
    runs(0.5),
  );
});
