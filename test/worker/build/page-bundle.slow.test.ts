/** The library as pages have it: without short cuts and limits, and with the same results. */
import { expect, test } from 'vitest';
import * as full from '../../../src/index.ts';
import { bundleScripts } from '../../../worker/build/page-bundle.ts';
import { makeCitations, makeCorpus } from '../../bench/corpus.ts';

/** The library of the explorer, from the scripts that a browser loads. */
async function libraryOfPages(): Promise<Pick<typeof full, 'canonicalize' | 'explain' | 'resolve'>> {
  const scripts = await bundleScripts({ 'library.js': '../src/every-scheme.ts' }, 'part-');
  expect([...scripts.keys()]).toEqual(['library.js']);
  return import(`data:text/javascript;base64,${Buffer.from(scripts.get('library.js') ?? '').toString('base64')}`);
}

test('the library of the explorer gives what the library gives', async () => {
  const pages = await libraryOfPages();
  // The tables of international names and two clients are files of their own.
  const isWhole = (url: string): boolean =>
    /^(?!wais:|prospero:)[\x21-\x7e]*$/i.test(url) && !/%[89a-f]|xn--/i.test(url);
  const urls = [...makeCorpus()].map(({ url }) => url).filter(isWhole);
  expect(urls.length).toBeGreaterThan(100);
  for (const url of urls) {
    expect(pages.canonicalize(url)).toBe(full.canonicalize(url));
    expect(pages.explain(url)).toEqual(full.explain(url, { complete: true }));
  }
  const citations = [...makeCitations()].filter(({ base, reference }) => isWhole(base) && isWhole(reference));
  expect(citations.length).toBeGreaterThan(10);
  for (const { base, reference } of citations)
    expect(pages.resolve(reference, base)).toBe(full.resolve(reference, base));
});
