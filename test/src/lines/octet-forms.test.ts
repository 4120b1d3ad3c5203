/** The octet pass behind `canonicalize` gives what the pass over texts gives. */
import { describe, expect, it, test } from 'vitest';
import { createWaypost, idna, octetForms, safely } from '../../../src/index.ts';
import { gopher } from '../../../src/schemes/gopher/definition.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { unknown } from '../../../src/schemes/unknown.ts';
import { makeCorpus } from '../../bench/corpus.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../fast-check.ts';
import { anyInput, anyModel } from '../generators.ts';

const texts = createWaypost(definitions, { idna });
const octets = createWaypost(definitions, { idna, octets: octetForms });

/** The canonical form, or what is wrong and where. */
function answerOf({ canonicalize }: typeof texts, url: string): string {
  const answer = safely(canonicalize)(url);
  return answer.ok ? answer.value : `${answer.error.code} at ${answer.error.index}`;
}

describe('the same as the pass over texts', () => {
  it(
    'for any input',
    () => {
      const anyUrl = anyModel.map(({ b }) => b);
      fc.assert(
        fc.property(fc.oneof(anyInput, anyUrl), (url) => {
          expect(answerOf(octets, url)).toBe(answerOf(texts, url));
        }),
        runs(),
      );
    },
    PROPERTY_TIMEOUT,
  );

  it('for the links of an archive, of which it leaves one of 20', () => {
    const form = octetForms(definitions, unknown);
    const corpus = makeCorpus(5000, 12).map(({ url }) => url);
    for (const url of corpus) expect(answerOf(octets, url)).toBe(answerOf(texts, url));
    expect(corpus.filter((url) => form(url) !== null).length / corpus.length).toBeGreaterThan(0.95);
  });

  test.each([
    ['HTTP://H/a\nb', 'http://h/ab'],
    ['HTTP://H/a\r\nb', 'http://h/ab'],
    ['HTTP://H/a\r\nhttp://b', 'http://h/ahttp://b'],
    ['GOPHER://H/0a\n', 'gopher://h/0a'],
    ['HTTP://H/\ud800', 'http://h/%EF%BF%BD'],
    ['HTTP://H/\ufeff', 'http://h/%EF%BB%BF'],
    ['\ufeffhttp://h/', 'scheme-invalid at 0'],
    ['HTTP://H/\u{10348}'.repeat(2), 'http://h/%F0%90%8D%88HTTP://H/%F0%90%8D%88'],
    ['URL:HTTP://H', 'http://h/'],
    ['C:/a', 'c:/a'],
    ['FTP://H/%0A', 'ftp-control at 8'],
  ])('%j is %s', (url, answer) => {
    expect([answerOf(octets, url), answerOf(texts, url)]).toEqual([answer, answer]);
  });

  test.each(['a', 'é', '\u20ac', '\u{10348}', ' ', '%7e'])('for URLs of every length with %j', (character) => {
    for (let length = 500; length < 520; length++) {
      const url = `HTTP://H/${character.repeat(length)}`.slice(0, length);
      expect(answerOf(octets, url)).toBe(answerOf(texts, url));
    }
  });
});

it('reads a URL while it reads another one', () => {
  const inner: string[] = [];
  const settle = (): boolean => {
    inner.push(library.canonicalize('X-Inner://H/%7e'));
    return true;
  };
  const library = createWaypost([{ ...gopher, octets: { ...gopher.octets, settle } }], { octets: octetForms });
  expect(library.canonicalize('GOPHER://H/0%7e')).toBe('gopher://h/0~');
  expect(inner).toEqual(['x-inner://h/~']);
});
