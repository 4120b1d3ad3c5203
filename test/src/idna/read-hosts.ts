/**
 * What must be the same in every runtime: the canonical form and the slug of links to international hosts, and the
 * mapping and properties of every code point.
 */
import { tables } from '../../../src/idna/tables.ts';
import { unpack } from '../../../src/idna/unpack.ts';
import { canonicalize, explain, UrlError } from '../../../src/index.ts';
import { digestOf, HASH_LENGTH } from '../../../src/links/slug.ts';

/** A canonical form with its host in Unicode and its slug, or the code of an error. */
export type HostResult =
  | { readonly canonical: string; readonly unicode: string | null; readonly slug: string }
  | { readonly error: string };

/** Reads a link to each host. */
export function readHosts(hosts: readonly string[]): Promise<HostResult[]> {
  return Promise.all(hosts.map((host) => readHost(host)));
}

async function readHost(host: string): Promise<HostResult> {
  const url = `gopher://${host}/1`;
  try {
    const canonical = canonicalize(url);
    const slug = (await digestOf(canonical)).slice(0, HASH_LENGTH);
    return { canonical, unicode: explain(url).components.hostUnicode, slug };
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    return { error: error.code };
  }
}

/** Letters, ideographs, a digit and marks that came with Unicode 18, by their code points. */
export const NEWER: readonly string[] = ['558', 'A7DD', '2B81E', '3D000', '10EF0', '1ADE', 'B53'];

/** What to do when a runtime knows them. */
export const FOLLOW =
  'Platforms have moved to a later Unicode. Make the tables anew: `npm run idna-tables`, then tr46 and whatwg-url of that version, and the decision in docs/decisions.md.';

/** Those of {@link NEWER} that this runtime knows. */
export function knownNewer(): readonly string[] {
  return NEWER.filter((digits) => /\p{Assigned}/u.test(String.fromCodePoint(Number.parseInt(digits, 16))));
}

/** A digest of the mappings and properties of all code points. */
export function digestOfTables(): Promise<string> {
  const { mappingOf, propertiesOf } = unpack(tables);
  const lines: string[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++)
    lines.push(`${mappingOf(codePoint) ?? ''} ${propertiesOf(codePoint)}`);
  return digestOf(lines.join('\n'));
}
