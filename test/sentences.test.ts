/**
 * The sentences that people read: in answers, on pages, in the API description, on the command line and in the
 * documents. They have no phrases that sound translated, and a gateway error that several modules report is written once.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';

const root = join(import.meta.dirname, '..');

/** Phrases that a native speaker would not write, each with an example that must be found. */
const FOREIGN: readonly (readonly [pattern: RegExp, example: string])[] = [
  [/(?<!there )\b(?:is|are) no (?!longer\b)[a-z]/i, 'The host in brackets is no IPv6 address.'],
  [/\b(?:whoever|whichever|whomever)\b/i, 'Links are made by whoever holds a token.'],
  [/\bthat which\b/i, 'The octets are that which the server sent.'],
  [/\bwhat is asked\b/i, 'What is asked does not fit what is there.'],
  [/\bif need be\b/i, 'An object with `url` and, if need be, `base`.'],
  [/\bsays? of (?:itself|themselves)\b/i, 'What the database says of itself.'],
  [/\bonce more\b/i, 'The value is percent-encoded once more.'],
  [/\bin the sense of\b/i, 'The answer has no results in the sense of CNRP.'],
  [/\bby the (?:empty )?selector\b/i, 'A menu at h by the selector “a”.'],
  [/, asking for\b/i, 'A search at h, asking for “gold”.'],
  [
    /\b(?:search|message|answer|query|name) of (?:gopher|WAIS|CNRP|Prospero|Archie)\b/i,
    'No message of WAIS can have it.',
  ],
  [/\bpeople it knows\b/i, 'The server gives this object only to people it knows.'],
  [/\b(?:leads?|led) elsewhere\b/i, 'An alias can be led elsewhere.'],
  [/\b(?:speaks|knows|opens) no\b/i, 'The scheme knows no ports.'],
  [/\blook twice\b/i, 'Look twice: this host looks like another one.'],
  [/\bat hand\b/i, 'Keep it at hand.'],
  [/\bgive up\b/i, 'Give up a link.'],
  [/\bmay have [\d,]+ \w+ at most\b/i, 'The body may have 5 octets at most.'],
];

function foreignIn(text: string): string[] {
  return FOREIGN.flatMap(([pattern]) => pattern.exec(text)?.[0] ?? []);
}

/** The text of a node that people may read: a string, a piece of a template, or text between tags. */
function textOf(node: object): string | null {
  if (!('type' in node)) return null;
  if (node.type === 'Literal' || node.type === 'JSXText')
    return 'value' in node && typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateElement' || !('value' in node)) return null;
  const { value } = node;
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : null;
}

/** Strings joined by `+` are one text, because the formatter breaks long sentences. */
function joinedOf(node: object): string | null {
  if (!('type' in node) || node.type !== 'BinaryExpression' || !('left' in node) || !('right' in node)) return null;
  const texts = [node.left, node.right].map((side) =>
    typeof side === 'object' && side !== null ? (textOf(side) ?? joinedOf(side)) : null,
  );
  return texts.includes(null) ? null : texts.join('');
}

/** Every text of a module with a space in it. */
function textsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const text = joinedOf(node) ?? textOf(node);
  if (text !== null) return text.includes(' ') ? [text.replace(/\s+/g, ' ')] : [];
  return Object.values(node).flatMap(textsOf);
}

const modules = globSync('{src,worker,bin}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.endsWith('.d.ts'))
  .map((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    return [file, textsOf(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))] as const;
  });

describe('phrases that sound translated', () => {
  test.each(FOREIGN)('%s is found', (pattern, example) => {
    expect(example).toMatch(pattern);
  });

  test('are found in strings of every kind', () => {
    const code = ["'This is ' + 'no URL'", '`This $', '{x} once more`', '<p>Keep it\n at hand</p>'];
    const source = `f(${code[0]}, ${code[1]}${code[2]}, ${code[3]});`;
    expect(textsOf(parseAst(source, { lang: 'tsx' })).flatMap(foreignIn)).toEqual(['is no U', 'once more', 'at hand']);
  });

  test('are in no string of the product', () => {
    const found = modules.flatMap(([file, texts]) =>
      texts.flatMap((text) => foreignIn(text).map((phrase) => `${file}: ${phrase}: ${text}`)),
    );
    expect(found).toEqual([]);
  });

  test.each(['README.md', 'CHANGELOG.md'])('are not in %s', (file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/^```.*?^```/gms, '');
    expect(text.split(/(?<=[.:|])\s/).flatMap((sentence) => foreignIn(sentence.replace(/\s+/g, ' ')))).toEqual([]);
  });
});

test('a sentence about a server is written once', () => {
  const places = new Map<string, string[]>();
  for (const [file, texts] of modules) {
    if (!/^worker\/(?:gateway|net|relay)\//.test(file)) continue;
    for (const text of new Set(texts)) {
      if (/^The (?:client|link|name of the server|request|server) [^.]*\.$/.test(text))
        places.set(text, [...(places.get(text) ?? []), file]);
    }
  }
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});
