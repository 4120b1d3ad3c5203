/** Rows as HTML: everything is escaped, and a streamed page has its rows in their place. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test, vi } from 'vitest';
import { type Html, html, rendered } from '../../../worker/pages/parts/html.ts';
import { type Page, Rows } from '../../../worker/pages/parts/layout.tsx';
import { pageResponse, streamedPage } from '../../../worker/pages/parts/respond.tsx';
import { environmentOf } from '../../../worker/settings/environment.ts';
import { runs } from '../../fast-check.ts';

/** Texts with the characters that could leave a text or an attribute. */
const hostile = fc.string({
  unit: fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    '&amp;',
    '&#60;',
    '<!--',
    '-->',
    '<script>',
    '`',
    '=',
    '\x1b',
    ' ',
    'é',
  ),
});

describe('html', () => {
  test('escapes every text in every place, and nothing twice', () => {
    const unescaped = (markup: string) =>
      markup.replace(/&(amp|lt|gt|quot|#39|#27);/g, (_, name: string) => {
        const names: Readonly<Record<string, string>> = {
          ...{ amp: '&', lt: '<', gt: '>', quot: '"' },
          ...{ '#39': "'", '#27': '\x1b' },
        };
        return names[name] ?? '';
      });
    fc.assert(
      fc.property(hostile, hostile, (text, value) => {
        const { text: markup } = html`<a title="${value}">${text}${[html`${text}`, html`<b>${text}</b>`]}</a>`;
        const written = /^<a title="([^"<>']*)">([^"<>']*)<b>([^"<>']*)<\/b><\/a>$/.exec(markup)?.slice(1);
        expect(written?.map(unescaped)).toEqual([value, text + text, text]);
      }),
      runs(),
    );
  });

  test.each([
    ['a number', html`${12}`, '12'],
    ['nothing', html`a${null}${false}${''}b`, 'ab'],
    ['HTML', html`${html`<b>${'<'}</b>`}`, '<b>&lt;</b>'],
    ['a component', html`${rendered(<b title={'"'}>{'<'}</b>)}`, '<b title="&quot;">&lt;</b>'],
    ['HTML that a stranger wrote', html`${JSON.parse('"<b>"')}`, '&lt;b&gt;'],
  ])('writes %s', (_, { text }, expected) => {
    expect(text).toBe(expected);
  });

  test('no template of the Worker has an attribute without quotes', () => {
    const worker = join(import.meta.dirname, '../../../worker');
    const files = readdirSync(worker, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
    const texts = files.map((path) => readFileSync(join(worker, path), 'utf8'));
    expect(texts.some((text) => text.includes('html`<'))).toBe(true);
    expect(texts.flatMap((text) => text.match(/<[a-z][^>`]*='?\$\{.*/g) ?? [])).toEqual([]);
  });
});

describe('a streamed page', () => {
  const context = { environment: environmentOf({ ASSETS: { fetch: () => Promise.resolve(new Response()) } }) };
  const names = ['<a>', 'b&c', '"d"', '<waypost-rows></waypost-rows>'];
  const page: Page = {
    title: '<waypost-rows></waypost-rows>',
    canonical: '<waypost-rows></waypost-rows>',
    content: (
      <ul>
        <Rows />
      </ul>
    ),
  };
  const item = (name: string): Html => html`<li title="${name}">${name}</li>`;
  const whole = renderToString(
    <ul>
      {names.map((name) => (
        <li title={name}>{name}</li>
      ))}
    </ul>,
  );
  /** What a browser makes of it: the renderer of elements leaves `>` raw. */
  const parsed = (markup: string) => markup.replaceAll('&gt;', '>').replaceAll('&#39;', "'");

  async function* arrivals(): AsyncGenerator<Html[]> {
    yield names.slice(0, 1).map(item);
    yield [];
    yield names.slice(1).map(item);
  }

  test.each([
    ['an iterable', () => names.map(item)],
    ['arrivals', arrivals],
  ])('%s: is the page with these rows', async (_, rows) => {
    const streamed = streamedPage(context, page, rows(), { headers: { 'Cache-Control': 'no-store' } });
    const rendered = pageResponse(context, { ...page, content: 'ROWS' }, { headers: { 'Cache-Control': 'no-store' } });
    expect(parsed(await streamed.text())).toBe(parsed(await rendered.text()).replace('ROWS', () => parsed(whole)));
    const headers = new Headers(rendered.headers);
    headers.delete('Content-Length');
    expect(new Map(streamed.headers)).toEqual(new Map(headers));
  });

  test('breaks off if the rows do', async () => {
    const ended = vi.fn();
    const error = new Error('the server is gone');
    async function* rows(): AsyncGenerator<Html[]> {
      yield names.map(item);
      throw error;
    }
    await expect(streamedPage(context, page, rows(), { ended }).text()).rejects.toThrow();
    expect(ended.mock.calls).toEqual([[{ kind: 'broken', error }]]);
  });

  test('needs a place for its rows', () => {
    expect(() => streamedPage(context, { ...page, content: '<Rows />' }, [])).toThrow(TypeError);
  });
});
