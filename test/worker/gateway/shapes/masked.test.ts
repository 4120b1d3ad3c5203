/** Articles without the domains of mail addresses: what is masked, and what stays. */
import { describe, expect, test } from 'vitest';
import type { ArticleMessage, ListedArticle } from '../../../../src/open/articles.ts';
import { hidesAddresses, maskArticle, maskArticles } from '../../../../worker/gateway/shapes/masked.ts';
import { contextOf } from '../context.ts';

const ADDRESS = 'me@h.example';
const person = { name: `I, ${ADDRESS}`, address: ADDRESS };

const article = (fields: readonly string[], lines: readonly string[] = []): ArticleMessage =>
  ({
    subject: `Write to ${ADDRESS}`,
    ...{ from: [person], to: [person] },
    fields: fields.map((name) => ({ name, value: `<${ADDRESS}>` })),
    blocks: [
      { kind: 'text', lines },
      { kind: 'encoded', lines: [ADDRESS] },
    ],
  }) as unknown as ArticleMessage;

test.each([
  ['masked', true],
  ['shown', false],
])('the operator decides: %s', (setting, hides) => {
  expect(hidesAddresses({ environment: { ...contextOf().environment, newsAddresses: setting } as never })).toBe(hides);
});

describe('an article', () => {
  const hidden = expect.not.stringContaining('h.example');

  test('loses the domains in its subject and of its people', () => {
    expect(maskArticle(article([]))).toMatchObject({
      ...{ subject: hidden, from: [{ name: hidden, address: hidden }], to: [{ name: hidden, address: hidden }] },
    });
  });

  test.each(['From', 'Reply-To', 'Sender', 'X-Trace'])('loses them in its field %s', (name) => {
    expect(maskArticle(article([name])).fields).toEqual([{ name, value: hidden }]);
  });

  test.each([
    ...['Message-ID', 'references', 'In-Reply-To', 'Supersedes', 'Control', 'Path', 'Xref'],
    ...['Content-ID', 'CONTENT-TYPE'],
  ])('keeps its field %s, which names articles and parts', (name) => {
    expect(maskArticle(article([name])).fields).toEqual([{ name, value: `<${ADDRESS}>` }]);
  });

  test.each([
    [`Write to ${ADDRESS}.`, false],
    [`See mailto:${ADDRESS}`, false],
    [`See MAILTO:${ADDRESS}`, false],
    ['See http://me@h.example/a', true],
    ['See ftp://h.example/', true],
  ])('its line %j keeps the domain: %s', (line, keeps) => {
    const [text] = maskArticle(article([], [line])).blocks;
    expect(text).toMatchObject({ lines: [keeps ? line : hidden] });
  });

  test('keeps its encoded files', () => {
    expect(maskArticle(article([])).blocks[1]).toEqual({ kind: 'encoded', lines: [ADDRESS] });
  });
});

test('a list of articles loses them, too, and keeps everything else', () => {
  const listed = [{ number: 7, subject: ADDRESS, author: person }] as unknown as readonly ListedArticle[];
  const [first] = maskArticles(listed);
  expect(first).toMatchObject({ number: 7 });
  expect(JSON.stringify(first)).not.toContain('h.example');
});
