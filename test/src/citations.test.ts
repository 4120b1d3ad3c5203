/** The clauses that diagnostics cite: each section exists, under the title that its document gives it. */
import { expect, it, test } from 'vitest';
import { diagnostics } from '../../src/diagnostics.ts';
import { definitions } from '../../src/schemes/registry.ts';
import type { Specification } from '../../src/uri/diagnostic.ts';
import type { SchemeRules } from '../../src/uri/scheme-rules.ts';
import { sectionTitles } from './section-titles.ts';

/** Every citation, with the code of its diagnostic. Where a scheme's own clause refuses references, it is that one. */
const citations: readonly (readonly [code: string, spec: Specification])[] = [
  ...Object.values(diagnostics).map(({ code, spec }) => [code, spec] as const),
  ...definitions.flatMap(({ name, opaque }: SchemeRules) =>
    opaque === undefined ? [] : [[`base-not-hierarchical of ${name}`, opaque] as const],
  ),
];

it.each(citations)('%s cites a section that has a title', (_, { document, section }) => {
  expect(sectionTitles[document]?.[section]).toEqual(expect.stringMatching(/\S/));
});

test('no title is left that nothing cites', () => {
  const cited = new Set(citations.map(([, { document, section }]) => `${document} ${section}`));
  const titled = Object.entries(sectionTitles).flatMap(([document, titles]) =>
    Object.keys(titles).map((section) => `${document} ${section}`),
  );
  expect(titled.filter((place) => !cited.has(place))).toEqual([]);
});
