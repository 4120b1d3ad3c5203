/** dict (RFC 2229 §5): canonical forms, details and the commands of each link. */
import { describe, expect, test } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';

const NOTHING = { word: null, database: null, strategy: null, number: null, text: null };
const define = (word: string, more: object = {}) => ({ ...NOTHING, command: 'define', word, database: '!', ...more });
const match = (word: string, more: object = {}) => ({
  ...NOTHING,
  ...{ command: 'match', word, database: '!', strategy: '.' },
  ...more,
});

/** The commands between those of every session. */
function commandsOf(url: string): readonly string[] | null {
  const link = explain(url);
  if (link.kind !== 'dict' || link.request === null) return null;
  const { commands } = link.request;
  expect([commands[0], commands.at(-1)]).toEqual(['CLIENT Waypost', 'QUIT']);
  return commands.slice(1, -1);
}

describe('the examples of RFC 2229 §5', () => {
  test.each([
    ['d:shortcake:', 'd:shortcake', define('shortcake'), 'DEFINE ! "shortcake"'],
    ['d:shortcake:*', 'd:shortcake:*', define('shortcake', { database: '*' }), 'DEFINE * "shortcake"'],
    ['d:shortcake:wordnet:', 'd:shortcake:wordnet', define('shortcake', { database: 'wordnet' }), null],
    ['d:shortcake:wordnet:1', 'd:shortcake:wordnet:1', define('shortcake', { database: 'wordnet', number: 1 }), null],
    ['d:abcdefgh', 'd:abcdefgh', define('abcdefgh'), 'DEFINE ! "abcdefgh"'],
    ['d:sun', 'd:sun', define('sun'), 'DEFINE ! "sun"'],
    ['d:sun::1', 'd:sun::1', define('sun', { number: 1 }), 'DEFINE ! "sun"'],
    ['m:sun', 'm:sun', match('sun'), 'MATCH ! . "sun"'],
    ['m:sun::soundex', 'm:sun::soundex', match('sun', { strategy: 'soundex' }), 'MATCH ! soundex "sun"'],
    ['m:sun:wordnet::1', 'm:sun:wordnet::1', match('sun', { database: 'wordnet', number: 1 }), 'MATCH wordnet . "sun"'],
    ['m:sun::soundex:1', 'm:sun::soundex:1', match('sun', { strategy: 'soundex', number: 1 }), null],
    ['m:sun:::', 'm:sun', match('sun'), 'MATCH ! . "sun"'],
  ])('%s', (path, canonical, details, command) => {
    const url = `dict://dict.org/${path}`;
    expect(explain(url)).toMatchObject({ canonical: `dict://dict.org/${canonical}`, details });
    expect(canonicalize(`dict://dict.org/${canonical}`)).toBe(`dict://dict.org/${canonical}`);
    if (command !== null) expect(commandsOf(url)).toEqual([command]);
  });
});

test.each([
  ['', 'server', null],
  ['x/d:a', 'other', 'x/d:a'],
])('dict://h/%s has no word', (path, command, text) => {
  expect(explain(`dict://h/${path}`).details).toStrictEqual({ ...NOTHING, command, text });
});

describe('one form for one request', () => {
  test.each([
    ['dict://H.example:2628', 'dict://h.example/'],
    ['dict://h/d:a:!', 'dict://h/d:a'],
    ['dict://h/d:a:%21:', 'dict://h/d:a'],
    ['dict://h/d:a:!:007', 'dict://h/d:a::7'],
    ['dict://h/m:a:!:.', 'dict://h/m:a'],
    ['dict://h/m:a:b:.:2', 'dict://h/m:a:b::2'],
    ['dict://h/m:a::%2E:', 'dict://h/m:a'],
    // Other names of the commands, in curl.
    ['dict://h/D:a', 'dict://h/d:a'],
    ['dict://h/define:a:b', 'dict://h/d:a:b'],
    ['dict://h/LookUp:a', 'dict://h/d:a'],
    ['dict://h/match:a::re', 'dict://h/m:a::re'],
    ['dict://h/find:a', 'dict://h/m:a'],
    ['dict://h/show:databases', 'dict://h/show:db'],
    ['dict://h/SHOW:Strategies:', 'dict://h/show:strat'],
    // These are none.
    ['dict://h/x/define:a', 'dict://h/x/define:a'],
    ['dict://h/x/find:a', 'dict://h/x/find:a'],
    ['dict://h/x/show:databases', 'dict://h/x/show:databases'],
    ['dict://h/x/show:strategies', 'dict://h/x/show:strategies'],
    ['dict://h/show:databases:x', 'dict://h/show:databases:x'],
    ['dict://h/show:strategies:x', 'dict://h/show:strategies:x'],
    ['dict://h/defines:a', 'dict://h/defines:a'],
    ['dict://h/finds:a', 'dict://h/finds:a'],
    // Only the colon is reserved.
    ['dict://h/d:a%2Fb%2C%40', 'dict://h/d:a/b,@'],
    ['dict://h/d:a b?', 'dict://h/d:a%20b%3F'],
    ['dict://h/d:a%3ab', 'dict://h/d:a%3Ab'],
    ['dict://h/%64:a', 'dict://h/d:a'],
    // Without a word, the colon stays.
    ['dict://h/d', 'dict://h/d:'],
    ['dict://h/define', 'dict://h/d:'],
    ['dict://h/m::::', 'dict://h/m:'],
    ['dict://h/d::b', 'dict://h/d::b'],
  ])('%s is %s', (url, canonical) => {
    expect(canonicalize(url)).toBe(canonical);
    expect(canonicalize(canonical)).toBe(canonical);
  });
});

describe('what is said is what is sent', () => {
  test.each([
    ['dict://h/', ['SHOW DB', 'SHOW STRAT']],
    ['dict://h/show:db', ['SHOW DB']],
    ['dict://h/show:strat', ['SHOW STRAT']],
    ['dict://h/d:a%3Ab', ['DEFINE ! "a:b"']],
    ['dict://h/d:a%20b:wn', ['DEFINE wn "a b"']],
    ['dict://h/d:%22:wn', ['DEFINE wn \\"']],
    ['dict://h/d:a%20%22b%22%20%27c', ['DEFINE ! a\\ \\"b\\"\\ \\\'c']],
    ['dict://h/d:a%5Cb%20c', ['DEFINE ! "a\\\\b c"']],
    ['dict://h/d:%5C%22%5c:wn', ['DEFINE wn \\\\\\"\\\\']],
    ["dict://h/d:it's", ['DEFINE ! "it\'s"']],
    ['dict://h/d:%25', ['DEFINE ! "%"']],
    ['dict://h/m:%C3%BCber:*:re', ['MATCH * re "über"']],
    ['dict://h/m:a:w%C3%BC', ['MATCH wü . "a"']],
    [`dict://h/d:${'x'.repeat(1024 - 'DEFINE ! ""\r\n'.length)}`, [/^DEFINE ! "x{1011}"$/]],
    [`dict://h/d:${'%C3%BC'.repeat(505)}`, [/^DEFINE ! "ü{505}"$/]],
  ] as const)('%s', (url, commands) => {
    expect(commandsOf(url)).toEqual(
      commands.map((command) => (typeof command === 'string' ? command : expect.stringMatching(command))),
    );
  });
});

describe('nothing is sent, and a diagnostic says why', () => {
  test.each([
    ['dict://h/sun', 'dict-other'],
    ['dict://h/show:info:wn', 'dict-other'],
    ['dict://h/d%3Asun', 'dict-other'],
    ['dict://h/d:a:b:0', 'dict-other'],
    ['dict://h/d:a:b:1x', 'dict-other'],
    ['dict://h/d:a:b:1:2', 'dict-other'],
    ['dict://h/d:a:b:1234567890', 'dict-other'],
    ['dict://h/m:a:b:c:-1', 'dict-other'],
    ['dict://h/d:', 'dict-word'],
    ['dict://h/m::wn', 'dict-word'],
    ['dict://h/d:a:b%20c', 'dict-name'],
    ['dict://h/d:a:%22', 'dict-name'],
    ['dict://h/m:a:wn:%5C', 'dict-name'],
    ['dict://h/d:%FC', 'dict-utf-8'],
    [`dict://h/d:${'x'.repeat(1025 - 'DEFINE ! ""\r\n'.length)}`, 'dict-long'],
    [`dict://h/d:${'%C3%BC'.repeat(506)}`, 'dict-long'],
  ])('%s: %s', (url, code) => {
    const { request, diagnostics } = explain(url);
    expect(request).toBeNull();
    expect(diagnostics.map((one) => one.code)).toContain(code);
  });

  test.each(['%0D%0AQUIT', '%0d', '%0A', '%00', '%09', '%7f', '\0b'])('%j is refused in every field', (octets) => {
    const paths = [
      `d:a${octets}`,
      `d:${octets}:b`,
      `d:a:b${octets}`,
      `m:a:b:${octets}c`,
      `d:a:b:1${octets}`,
      `a${octets}`,
    ];
    for (const path of paths) {
      expect(() => canonicalize(`dict://h/${path}`)).toThrow(expect.objectContaining({ code: 'dict-control' }));
    }
  });
});

test('raw characters are UTF-8 in the dialect of 1994, too', () => {
  expect(canonicalize('dict://h/d:é', { dialect: 'url-1994' })).toBe('dict://h/d:%C3%A9');
});

test('a user and a way to log in stay, and are not sent', () => {
  const url = 'dict://user;AUTH@h.example/d:a';
  expect(canonicalize(url)).toBe(url);
  expect(commandsOf(url)).toEqual(['DEFINE ! "a"']);
});
