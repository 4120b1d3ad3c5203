/** The rules of `npm run lint` find what they are for. */
import { describe, expect, test } from 'vitest';
import {
  documentProblems,
  phraseProblems,
  phrasesIn,
  repeatedSentences,
  widthProblems,
  wordProblems,
} from './rules.ts';
import { PHRASES } from './words.ts';

describe('phrases', () => {
  test.each(PHRASES)('$pattern is found', ({ example, instead }) => {
    expect(phrasesIn(example, 1)).toContainEqual({ line: 1, message: expect.stringContaining(instead) });
  });

  test('are found in strings of every kind', () => {
    const code = ["'This is ' + 'no URL'", '`This $', '{x} once more`', '<p>Keep it\n at hand</p>'];
    const source = `f(${code[0]},\n ${code[1]}${code[2]},\n ${code[3]});`;
    expect(phraseProblems('a.tsx', source).map(({ line, message }) => [line, message.slice(0, 15)])).toEqual([
      [1, 'not “is no U” b'],
      [2, 'not “once more”'],
      [3, 'not “at hand” b'],
    ]);
  });

  test('are found in documents, but not in their code', () => {
    expect(documentProblems('One.\n\n```\nonce more\n```\n\nTwo. Do it\nonce more.\n').map(({ line }) => line)).toEqual(
      [7],
    );
  });
});

describe('words', () => {
  test('are found in identifiers of every kind', () => {
    const code = 'const crumbsOf = ({ doubt }: Visit) => <Room harvest={doubt.elsewhere} breadcrumbs="torn" />;';
    expect(wordProblems('a.tsx', code).map(({ message }) => message.split(':')[0])).toEqual([
      ...['crumbsOf', 'doubt', 'Visit', 'Room', 'harvest', 'elsewhere'],
    ]);
  });

  test('are found in names of files', () => {
    expect(wordProblems('src/crumbs.ts', '')).toEqual([
      { line: 1, message: 'crumbs.ts: not “crumbs” but: breadcrumbs' },
    ]);
  });
});

test('long lines of comments are found, but neither addresses nor examples', () => {
  const [long, address] = ['word '.repeat(30), 'a'.repeat(130)];
  const code = `/** ${long} */\n// ${address}\n * ${long}\n * \`\`\`ts\n * ${long}\n * \`\`\`\nconst text = '${long}';\n`;
  expect(widthProblems(code).map(({ line }) => line)).toEqual([1, 3]);
});

test('a sentence about a server that two modules write is found', () => {
  const code = "f('The server is silent.', 'The server left.')";
  const modules = new Map([
    ['a.ts', code],
    ['b.ts', "g('The server left.')"],
  ]);
  expect(repeatedSentences(modules)).toEqual([['The server left.', ['a.ts', 'b.ts']]]);
});
