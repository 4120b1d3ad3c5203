/** Links in the texts of servers: which are live, where they lead, and that terminal art has none. */
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';
import { linkBuilder } from '../../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { linkedText } from '../../../../worker/gateway/shared/linked-text.tsx';
import { TextBlock } from '../../../../worker/gateway/shared/text-content.tsx';
import { environmentOf } from '../../../../worker/settings/environment.ts';

const environment = environmentOf({ ASSETS: { fetch: () => Promise.resolve(new Response()) } }, builtInGateways);
const links = linkBuilder(canonicalize('gopher://h.example/0/a.txt'), 'https://waypost.example', environment);
const rendered = (text: string) => renderToString(<TextBlock text={text} links={links} />);
const linksOf = (text: string) =>
  [...rendered(text).matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].map(([, ...link]) => link);

test.each<[text: string, links: [href: string, text: string][]]>([
  ['See <URL:GOPHER://H.example:70/0/x>.', [['/gopher/h.example/0/x', 'GOPHER://H.example:70/0/x']]],
  [
    'ftp://h.example/pub/, news:comp.lang.c',
    [
      ['/ftp/h.example/pub/', 'ftp://h.example/pub/'],
      ['/news/~/comp.lang.c', 'news:comp.lang.c'],
    ],
  ],
  // A link that a line break folds, and one that goes on in another paragraph.
  ['<ftp://h.example/pub/\n  a>', [['/ftp/h.example/pub/a', 'ftp://h.example/pub/\n  a']]],
  ['a\n\n<http://h.example/\n----------------------\nb>', []],
  // The Web begins behind a page that shows where the link leads.
  ['http://h.example/?a&b', [['/r?url=http%3A%2F%2Fh.example%2F%3Fa%26b', 'http://h.example/?a&amp;b']]],
  // No page may link to these, and these are no links.
  ['javascript:alert(1) file:///etc/passwd irc://h.example/ www.example.org ftp://{host}/', []],
  ['gopher://h.example:99999/', []],
])('%j', (text, expected) => {
  expect(linksOf(text)).toEqual(expected);
});

test('the text stays as it is', () => {
  const text = 'See <URL:gopher://h.example/0/x>,\nor http://h.example/ "and" more.\n\n  a | b   c\n  d | e   f\n';
  const shown = rendered(text)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"');
  expect(shown.replaceAll('&amp;', '&').replace(/^\n/, '')).toBe(text);
});

test('terminal art has no links', () => {
  const art = '\x1b[31mgopher://h.example/\x1b[0m';
  expect(rendered(art)).not.toContain('<a');
  expect(linkedText(art, links)).toBe(art);
});
