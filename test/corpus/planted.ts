/** Changes whose verdict is known: right ones, and faults that the judge must see. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextFormat } from '../../src/text/index.ts';
import { judge, type Mode, type Task } from './judge.ts';

interface Planted {
  readonly format: TextFormat;
  readonly mode: Mode;
  readonly before: string;
  readonly after: string;
}

const GATEWAY = 'https://waypost.example/r?url=';
const MIRROR = 'https://mirror.example/';

const row = (format: TextFormat, mode: Mode, before: string, after: string): Planted => ({
  ...{ format, mode, before, after },
});

/** A bibliography, and a manual page, with a text in it. */
const bibliography = (text: string): string => `@misc{a, title = {T}, url = {${text}}}\n`;
const page = (text: string): string => `.TH A 1\n.SH NAME\na \\- b\n.PP\n${text}\n`;

/** Changes that are allowed. */
export const RIGHT: readonly Planted[] = [
  row('text', 'canonical', 'See HTTP://H.example:80/%7Ea.', 'See http://h.example/~a.'),
  row('text', 'canonical', '<URL:ftp://H.example/a\n  b>', '<URL:ftp://h.example/ab>'),
  row('text', 'canonical', 'http://H.example/a%2fb', 'http://h.example/a%2Fb'),
  row('text', 'gateway', '<news:1@h.example>', `<${GATEWAY}news%3A1%40h.example>`),
  row('text', 'gateway', 'ftp://user@h.example/a', `${GATEWAY}ftp%3A%2F%2Fh.example%2Fa`),
  row('text', 'mirror', 'See ftp://h.example/a.', `See ${MIRROR}ftp/h.example/a.`),
  row('markdown', 'canonical', '[a](HTTP://h.example/b "t")', '[a](http://h.example/b "t")'),
  row('markdown', 'mirror', '[a](http://h.example/b\\))', `[a](${MIRROR}http/h.example/b\\))`),
  row('html', 'canonical', '<a href="HTTP://h.example/?a&amp;b">x</a>', '<a href="http://h.example/?a&amp;b">x</a>'),
  row('html', 'canonical', '<style>a{b:url(HTTP://h.example/c)}', '<style>a{b:url(http://h.example/c)}'),
  row('mediawiki', 'canonical', '[HTTP://h.example/a b]', '[http://h.example/a b]'),
  row('mediawiki', 'mirror', '@misc{url = {http://h.example/a}}', `@misc{url = {${MIRROR}http/h.example/a}}`),
  row('mediawiki', 'mirror', 'http://h.example/a\r\nb', `${MIRROR}http/h.example/a\r\nb`),
  row('mediawiki', 'mirror', '[[File:a|http://h.example/a|b]]', `[[File:a|${MIRROR}http/h.example/a|b]]`),
  row('mediawiki', 'mirror', 'http://h.example/\u3000a', `${MIRROR}http/h.example/\u3000a`),
  row('mediawiki', 'canonical', 'FTP://h.example?a', 'ftp://h.example/%3Fa'),
  row('csv', 'mirror', '1,"http://h.example/a,b",c\n', `1,"${MIRROR}http/h.example/a,b",c\n`),
  row('tsv', 'canonical', '1\tHTTP://h.example/\tc\n', '1\thttp://h.example/\tc\n'),
  row('rst', 'mirror', '`a <http://h.example/b>`_', `\`a <${MIRROR}http/h.example/b>\`_`),
  row('rst', 'mirror', '`a <http://h\u00e9.example/>`_', `\`a <${MIRROR}http/xn--h-bga.example/>\`_`),
  row(
    'rst',
    'mirror',
    '.. code-block:: yaml\n\n   a : http://h.example/b\n',
    `.. code-block:: yaml\n\n   a : ${MIRROR}http/h.example/b\n`,
  ),
  row('asciidoc', 'mirror', 'http://h.example/a[b c]', `${MIRROR}http/h.example/a[b c]`),
  row('org', 'mirror', '[[http://h.example/a.][b]]', `[[${MIRROR}http/h.example/a.][b]]`),
  row('latex', 'mirror', '\\url{http://h.example/a\\_b}', `\\url{${MIRROR}http/h.example/a\\_b}`),
  row('bibtex', 'mirror', bibliography('http://h.example/a\\_b'), bibliography(`${MIRROR}http/h.example/a\\_b`)),
  row('texinfo', 'mirror', '@uref{http://h.example/a@@b,, c}', `@uref{${MIRROR}http/h.example/a@@b,, c}`),
  row('roff', 'mirror', page('http://h.example/a\\-b'), page(`${MIRROR}http/h.example/a\\-b`)),
  row('xml', 'mirror', '<a b="http://h.example/?c&amp;d"/>', `<a b="${MIRROR}http/h.example/?c&amp;d"/>`),
  row('json', 'mirror', '["http:\\/\\/h.example/a\\u0026b"]', `["${MIRROR}http/h.example/a\\u0026b"]`),
  row(
    'po',
    'mirror',
    'msgid "a"\nmsgstr "http://h.example/\\n"\n',
    `msgid "a"\nmsgstr "${MIRROR}http/h.example/\\n"\n`,
  ),
];

/** Changes with a fault. */
export const WRONG: readonly Planted[] = [
  // Another host, path, query, user or scheme.
  row('text', 'canonical', 'http://h.example/a', 'http://i.example/a'),
  row('text', 'canonical', 'http://h.example/A', 'http://h.example/a'),
  row('text', 'canonical', 'http://h.example/a%2Fb', 'http://h.example/a/b'),
  row('text', 'canonical', 'http://h.example/?a%26b', 'http://h.example/?a&b'),
  row('text', 'canonical', 'http://h.example:8080/', 'http://h.example/'),
  row('text', 'canonical', 'ftp://user@h.example/a', 'ftp://h.example/a'),
  row('text', 'canonical', 'ftp://h.example/%2Fa', 'ftp://h.example//a'),
  row('text', 'canonical', 'http://h.example/a', 'https://h.example/a'),
  // The end of a link.
  row('text', 'canonical', '(HTTP://h.example/a)', '(http://h.example/a%29'),
  row('text', 'canonical', 'HTTP://h.example/a, b', 'http://h.example/a b'),
  row('text', 'canonical', '{HTTP://h.example/a}', '{http://h.example/a%7D'),
  row('text', 'mirror', '<http://h.example/a\n  b>', `<${MIRROR}http/h.example/a>\n  b>`),
  row('text', 'mirror', 'http://h.example/a_b', `${MIRROR}http/h.example/a_`),
  // Anything beside it.
  row('text', 'canonical', 'HTTP://h.example/\n', 'http://h.example/'),
  row('text', 'canonical', 'HTTP://h.example/\r\n', 'http://h.example/\n'),
  row('text', 'canonical', 'a  HTTP://h.example/', 'a http://h.example/'),
  row('text', 'canonical', 'www.H.example', 'www.h.example'),
  // The gateway.
  row('text', 'gateway', 'http://h.example/a', `${GATEWAY}http%3A%2F%2Fh.example%2Fa`),
  row('text', 'gateway', 'ftp://user@h.example/a', `${GATEWAY}ftp%3A%2F%2Fuser%40h.example%2Fa`),
  row('text', 'gateway', 'ftp://h.example/a', `${GATEWAY}ftp://h.example/a%2520b`),
  row('text', 'gateway', 'news:1@h.example', `${GATEWAY}news%3A2%40h.example`),
  row('text', 'gateway', 'ftp://h.example/a#b', `${GATEWAY}ftp%3A%2F%2Fh.example%2Fa`),
  // Markdown.
  row('markdown', 'mirror', '[a](<http://h.example/(b>)', `[a](${MIRROR}http/h.example/(b)`),
  row('markdown', 'canonical', '[a](http://h.example/ "HTTP://b")', '[a](http://h.example/ "http://b")'),
  row('markdown', 'canonical', '`HTTP://h.example/`', '`http://h.example/`'),
  row('markdown', 'canonical', '    HTTP://h.example/', '    http://h.example/'),
  row('markdown', 'canonical', '*HTTP://h.example/*', '*http://h.example/'),
  row('markdown', 'canonical', '[a]: HTTP://h.example/b', '[a]: http://h.example/c'),
  row('markdown', 'canonical', '[a]: HTTP://h.example/\n\n[a]', '[b]: http://h.example/\n\n[a]'),
  row('markdown', 'canonical', '|a|\n|-|\n|HTTP://h.example/|', '|a|\n|-|\n|http://h.example/|b|'),
  row('markdown', 'canonical', '<!-- HTTP://h.example/ -->', '<!-- http://h.example/ -->'),
  // HTML.
  row('html', 'canonical', '<p>HTTP://h.example/', '<p>http://h.example/'),
  row('html', 'canonical', '<a title="HTTP://h.example/">', '<a title="http://h.example/">'),
  row('html', 'canonical', '<!--HTTP://h.example/-->', '<!--http://h.example/-->'),
  row('html', 'canonical', '<script>a="HTTP://h.example/"</script>', '<script>a="http://h.example/"</script>'),
  row('html', 'canonical', '<a href="HTTP://h.example/?a&amp;lt=b">', '<a href="http://h.example/?a&lt=b">'),
  row('html', 'canonical', '<a href=HTTP://h.example/a>b', '<a href=http://h.example/a b'),
  row('html', 'gateway', '<base href="ftp://h.example/">', `<base href="${GATEWAY}ftp%3A%2F%2Fh.example%2F">`),
  // MediaWiki.
  row('mediawiki', 'canonical', '[HTTP://h.example/ a]', '[http://h.example/ b]'),
  row('mediawiki', 'canonical', '{{a|HTTP://h.example/}}', '{{a|http://h.example/%7D}'),
  row('mediawiki', 'canonical', '{HTTP://h.example/}', '{http://h.example/a}'),
  row('mediawiki', 'canonical', 'HTTP://h.example/\r\na', 'http://h.example/\na'),
  row('mediawiki', 'canonical', '<nowiki>HTTP://h.example/</nowiki>', '<nowiki>http://h.example/</nowiki>'),
  row('mediawiki', 'canonical', '<!-- HTTP://h.example/ -->', '<!-- http://h.example/ -->'),
  row('mediawiki', 'mirror', "''http://h.example/''", `''${MIRROR}http/h.example/'`),
  row('mediawiki', 'canonical', '[http://h.example/ HTTP://h.example/]', '[http://h.example/ http://h.example/]'),
  row('mediawiki', 'canonical', 'http://h.example/a|HTTP://b', 'http://h.example/a|http://b'),
  row('mediawiki', 'mirror', 'http://h.example/a&amp;b;', `${MIRROR}http/h.example/a&b;`),
  // Tables.
  row('csv', 'canonical', '1,HTTP://h.example/\n', '2,http://h.example/\n'),
  row('csv', 'mirror', '"http://h.example/a,b",c\n', `${MIRROR}http/h.example/a,b,c\n`),
  row('csv', 'mirror', '"http://h.example/a ""b"" c",d\n', `"${MIRROR}http/h.example/a" "b"" c",d\n`),
  row('tsv', 'canonical', '1\tHTTP://h.example/\n', '1 http://h.example/\n'),
  // Markups: the end of a link, its escapes, and what a longer line breaks.
  row('rst', 'mirror', '`a <http://h.example/b>`_', `\`a <${MIRROR}http/h.example/b>\``),
  row('rst', 'mirror', 'http://h.example/a\n==================\n', `${MIRROR}http/h.example/a\n==================\n`),
  row('asciidoc', 'mirror', 'http://h.example/a[b c]', `${MIRROR}http/h.example/a%5Bb c]`),
  row('org', 'mirror', '[[http://h.example/a][b]]', `[[${MIRROR}http/h.example/a%5D[b]]`),
  row('latex', 'mirror', '\\url{http://h.example/a\\_b}', `\\url{${MIRROR}http/h.example/a\\%5Fb\\_}`),
  row('bibtex', 'mirror', bibliography('http://h.example/a}, note = {b'), bibliography(`${MIRROR}http/h.example/a%7D`)),
  row('texinfo', 'mirror', '@uref{http://h.example/a@@b,, c}', `@uref{${MIRROR}http/h.example/a%40@b,, c}`),
  row('texinfo', 'mirror', '@uref{http://h.example/a,, c}', `@uref{${MIRROR}http/h.example/a,,c`),
  row('roff', 'mirror', page('http://h.example/a\\-b'), page(`${MIRROR}http/h.example/a/-b`)),
  row('xml', 'canonical', '<a xmlns="HTTP://h.example/"/>', '<a xmlns="http://h.example/"/>'),
  row('xml', 'mirror', '<a b="http://h.example/?c&amp;d"/>', `<a b="${MIRROR}http/h.example/?c&amp;amp;d"/>`),
  row('json', 'mirror', '["a\\nhttp://h.example/"]', `["a\\n${MIRROR}http/h.example/n"]`),
  row('po', 'canonical', 'msgid "HTTP://h.example/"\nmsgstr ""\n', 'msgid "http://h.example/"\nmsgstr ""\n'),
];

/**
 * Has the judge look at the planted changes of some formats.
 *
 * @param folder - where the texts may be written
 * @returns the changes that it judges otherwise
 */
export async function misjudged(
  folder: string,
  formats: readonly TextFormat[],
  modules: readonly string[],
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const all = [...RIGHT, ...WRONG].filter(({ format }) => formats.includes(format));
  const tasks = all.map(({ format, mode, ...texts }, index): Task => {
    const [before, after] = [join(folder, `${index}.before`), join(folder, `${index}.after`)];
    writeFileSync(before, texts.before);
    writeFileSync(after, texts.after);
    return { before, after, format, mode };
  });
  const judgements = await judge(tasks, modules);
  return all.flatMap((planted, index) => {
    const { changes = 0, wrong = [] } = judgements[index] ?? {};
    const isRight = RIGHT.includes(planted);
    if (isRight ? wrong.length === 0 && changes > 0 : wrong.length > 0) return [];
    const { format, mode, before, after } = planted;
    const verdict = wrong.length > 0 ? `wrong: ${wrong[0]}` : `${changes} changes and nothing wrong`;
    return [`${format}, ${mode}: ${JSON.stringify(before)} → ${JSON.stringify(after)}: ${verdict}`];
  });
}
