/** What is so of one kind of links alone stands in the folders of that kind: no other module names it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { modulesOf } from './graph.ts';
import { KIND_EXCEPTIONS } from './kind-exceptions.ts';
import { namesIn } from './kinds.ts';

const root = join(import.meta.dirname, '../..');

test('no module names a kind of links or a scheme, but for its own and for the exceptions', () => {
  const found = modulesOf(root).flatMap((path) => {
    const names = namesIn(path, readFileSync(join(root, path), 'utf8'));
    return names.length === 0 ? [] : [[path, names.join(' ')]];
  });
  const excepted = KIND_EXCEPTIONS.map(([path, names]) => [path, names]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(excepted));
}, 120_000);

describe('an exception', () => {
  test.each(KIND_EXCEPTIONS)('%s (%s) has a reason in one line', (_module, _names, reason) => {
    expect(reason).toMatch(/^\S.{8,80}\.$/);
  });

  test('stands in the list once', () => {
    const modules = KIND_EXCEPTIONS.map(([module]) => module);
    expect(modules.filter((module, index) => modules.indexOf(module) !== index)).toEqual([]);
  });
});

describe('a module names', () => {
  const names = (code: string, path = 'worker/log.tsx') => namesIn(path, code).join(' ');

  test.each([
    ['a comparison', "if (link.kind === 'http') f();", 'http'],
    ['a comparison from the other side', "if ('https' !== scheme) f();", 'https'],
    ['a comparison of what may be absent', "if (link?.resolution.scheme === 'go') f();", 'go'],
    ['a file, by the kind of its link', "if (link.kind === 'file') f();", 'file'],
    ['a case', "switch (resolution.kind) { case 'news': case 'mid': f(); }", 'mid news'],
    ['a list', "const OWN = new Set(['news', 'mid', 'go']);", 'go mid news'],
    ['a list of one name that means nothing else', "const OWN = ['tn3270'];", 'tn3270'],
    ['a union of types', "type Kind = 'http' | 'news';", 'http news'],
    ['an argument of a type', "type Context = OpenContext<'go'>;", 'go'],
    ['a type of a link', "type News = Extract<Resolution, { kind: 'mailto' }>;", 'mailto'],
    ['a kind that is set', "const opener = { kind: 'news' };", 'news'],
    ['a key', "const HEADERS = { go: ['Accept-Language'], 'gophers': [] };", 'go gophers'],
    ['the beginning of a URL', "const home = 'news:*';", 'news'],
    ['the beginning of a template', `const url = \`mailto:\${address}\`;`, 'mailto'],
    ['a scheme alone', "const begins = url.startsWith('file:');", 'file'],
    ['a pattern of URLs', 'const isNews = /^(?:s?news|nntps?):/i.test(url);', 'news nntp nntps snews'],
    ['a pattern of schemes', 'const isFtp = /^ftps?$/.test(scheme);', 'ftp ftps'],
  ])('in %s: %s', (_what, code, expected) => {
    expect(names(code)).toBe(expected);
  });

  test.each([
    ['an import', "import { gopher } from './gopher/gopher.ts'; export * from '../ftp/ftp.ts';"],
    ['a comment', '/** FTP links, such as ftp://h.example/. */'],
    ['an identifier', 'const gopher = finger(news);'],
    ['a class of HTML', 'const link = <a class="go" id="telnet" href="/">News</a>;'],
    ['the kind of another object', "if (row.kind === 'file' || entry.kind === 'file') f({ kind: 'file' });"],
    ['a key of another object', 'const facts = { file: 1, http: 2, terminal: 3 };'],
    ['a member of a type', "type Short = Pick<Publication, 'file'> & Omit<Publication, 'news' | 'folder'>;"],
    ['a word', "const words = ['go', 'back']; const noun = total === 1 ? 'file' : 'files';"],
    ['a sentence', "const help = 'A link, such as gopher://h.example/. News: groups.';"],
    ['an address of the Web', `const site = \`https://\${host}/\`; const isWeb = /^https?:/.test(url);`],
    ['a pattern of words', 'const word = /^[a-z]{3,6}$/; const line = /^[a-z\\d]{6}:/; const half = /^p/i;'],
  ])('nothing in %s', (_what, code) => {
    expect(names(code)).toBe('');
  });

  test.each([
    ['src/schemes/news/definition.ts', 'gopher'],
    ['src/protocols/nntp/commands.ts', 'gopher'],
    ['src/open/gopher/menu.ts', 'mid nntp'],
    ['worker/gateway/gopher/form.tsx', 'mid nntp'],
    ['worker/gateway/shapes/menu.tsx', 'gopher mid nntp'],
    ['src/open/registry.ts', 'gopher mid nntp'],
  ])('no kind of its own folder: %s', (path, expected) => {
    expect(names("const NAMES = new Set(['gopher', 'nntp', 'mid']);", path)).toBe(expected);
  });
});
