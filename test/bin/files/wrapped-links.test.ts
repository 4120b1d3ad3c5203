/** Links in brackets, wrapped as the specifications of URLs wrap theirs: every user of the reader reads them whole. */
import { createElement, Fragment } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { canonicalize } from '../../../src/index.ts';
import { linkBuilder } from '../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../../../worker/gateway/open/built-in.ts';
import { linkedText } from '../../../worker/gateway/shared/linked-text.tsx';
import { ExtractedLinks } from '../../../worker/pages/check/extracted-links.ts';
import { withoutParser } from '../../../worker/pages/check/text-reader.ts';
import { environmentOf } from '../../../worker/settings/environment.ts';
import { ALIVE_CHECKER, type FileCommand, runOnFiles } from './commands.ts';
import { temporaryFolder, writeFiles } from './files.ts';

/** Links that are not canonical, so that `rewrite` changes each. */
const URLS: readonly ((number: number) => string)[] = [
  (number) => `FTP://Ftp.h.example/pub/%7Edoc/note${number}.txt`,
  (number) => `GOPHER://Gopher.h.example:70/00/Software/About(${number})`,
  (number) => `NEWS:comp.h.example${number}`,
  (number) => `WAIS://Wais.h.example:210/directory-of-servers${number}?old+gold`,
];

/** Cuts a link at a place from its beginning, or from its end if it is negative. */
const fold = (url: string, at: number, between: string) => url.slice(0, at) + between + url.slice(at);

/** How authors wrapped them: with and without `URL:`, in sentences, references and mail, over two lines or three. */
const WRAPPERS: readonly ((url: string) => string)[] = [
  (url) => `It is described in <URL:${url}>.\n`,
  (url) => `The archive (see <${url}>, which moves) is complete.\n`,
  (url) => `   [4]  N. Body, "A Note", July 1993, <${fold(url, -4, '\n        ')}>.\n`,
  (url) => `The draft is at <URL:${fold(url, url.indexOf(':') + 1, '\n   ')}> and elsewhere.\n`,
  (url) => `> I found it under <${fold(url, -6, '\n> ')}> but\n> not here.\n`,
  (url) => `Mirrors: <URL:\n   ${url}\n   >\n`,
  (url) => `<URL:${fold(fold(url, -3, '\r\n\t'), url.indexOf(':') + 4, '\r\n\t')}>;\r\n`,
];

const urls = WRAPPERS.flatMap((_, wrapper) => URLS.map((url, index) => url(wrapper * URLS.length + index)));
const text = WRAPPERS.flatMap((wrap, index) =>
  urls.slice(index * URLS.length, (index + 1) * URLS.length).map(wrap),
).join('\n');
const wanted = urls.map((url) => String(canonicalize(url)));
const file = writeFiles(temporaryFolder(), { 'specification.txt': text })('specification.txt');

async function objectsOf(command: FileCommand, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runOnFiles(command, [...args, file], ALIVE_CHECKER);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).canonical);
}

test.each([
  ['links', () => objectsOf('links')],
  ['check', () => objectsOf('check', '--report=ndjson')],
  ['mend', () => objectsOf('mend', '--report=ndjson')],
  [
    'rewrite',
    async () => {
      const { stdout } = await runOnFiles('rewrite', [file], ALIVE_CHECKER);
      return [...stdout.matchAll(/ → (\S+)$/gm)].map(([, url]) => url);
    },
  ],
  [
    'the explorer',
    () =>
      ExtractedLinks.of(text, {}, withoutParser(text))
        .rows()
        .map(({ canonical }) => canonical),
  ],
] as const)('%s', async (_, read) => {
  expect(wanted).toHaveLength(28);
  expect(await read()).toEqual(wanted);
});

test('texts of gateways', () => {
  const environment = environmentOf({ ASSETS: { fetch: () => Promise.resolve(new Response()) } }, builtInGateways);
  const links = linkBuilder(canonicalize('gopher://h.example/0/a.txt'), 'https://waypost.example', environment);
  const page = renderToString(createElement(Fragment, null, linkedText(text, links)));
  const addresses = [...page.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses).toEqual(wanted.map((url) => links.hrefOf(url)));
});
