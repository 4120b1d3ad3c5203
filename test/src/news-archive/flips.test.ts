/** Octets of an archive that change on a disk or on their way: what is found is right, or an error names the file. */
import { beforeAll, expect, test } from 'vitest';
import { type FoundInArchive, newsArchive } from '../../../src/news-archive/archive.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { articleText, mboxOf } from '../../bin/index-news/folder.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../fast-check.ts';
import { type ArchiveFileMap, archiveOf, sourceOf } from './archives.ts';

const ARTICLES = Array.from({ length: 20 }, (_, number) =>
  articleText(`${number}@h.example`, {
    Newsgroups: `misc.test,comp.test${number % 3}`,
    Date: `Fri, ${number + 1} Nov 1982 16:14:55 GMT`,
    Xref: `h.example misc.test:${number}`,
  }),
);
let files: ArchiveFileMap;
beforeAll(async () => {
  files = await archiveOf(mboxOf(...ARTICLES), 'Old news');
});

const textOf = (found: FoundInArchive | null | undefined) => found && Buffer.from(found.octets).toString('latin1');

/** Everything that an archive can be asked about an article. */
const questions: Readonly<Record<string, (archived: ArchiveFileMap, number: number) => Promise<unknown>>> = {
  article: async (archived, number) =>
    textOf(await (await newsArchive(sourceOf(archived))).article(`${number}@h.example`)),
  missing: async (archived, number) => (await newsArchive(sourceOf(archived))).article(`no-${number}@h.example`),
  numbered: async (archived, number) =>
    textOf((await (await newsArchive(sourceOf(archived))).numbered('misc.test', number, null))[0]),
  overviews: async (archived) => (await newsArchive(sourceOf(archived))).overviews('misc.test', 1, 20),
  group: async (archived, number) => (await newsArchive(sourceOf(archived))).group(`comp.test${number % 3}`),
  months: async (archived) => (await newsArchive(sourceOf(archived))).months('misc.test'),
};

test('whichever octets change, each answer is right, or an error names the file', {
  timeout: PROPERTY_TIMEOUT,
}, async () => {
  expect(await questions.article?.(files, 7)).toBe(ARTICLES[7]);
  const change = fc.record({
    name: fc.constantFrom(...files.keys()),
    flips: fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.integer({ min: 1, max: 255 })),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 4 }),
    number: fc.nat(ARTICLES.length - 1),
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ name, flips, cut, number }) => {
      const octets = Buffer.from(files.get(name) ?? []);
      for (const [where, mask] of flips) {
        const at = Math.floor(where * octets.length);
        octets[at] = (octets[at] ?? 0) ^ mask;
      }
      const changed = new Map(files).set(
        name,
        octets.subarray(0, cut === null ? octets.length : Math.floor(cut * octets.length)),
      );
      for (const ask of Object.values(questions)) {
        try {
          expect(await ask(changed, number)).toEqual(await ask(files, number));
        } catch (error) {
          if (!(error instanceof ProtocolError)) throw error;
          expect(error).toMatchObject({ code: 'malformed', message: expect.stringContaining(name) });
        }
      }
    }),
    runs(),
  );
});
