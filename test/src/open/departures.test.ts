/**
 * Compares what `request` says of links with what the clients send to servers in memory. Every line that differs is a
 * row of the departures in `<kind>/documentation.ts`, which docs/gateways.md shows.
 */
import { describe, expect, test } from 'vitest';
import type { AboutLink } from '../../../bin/network/opened.ts';
import { openedOf } from '../../../bin/network/shapes.ts';
import { explain, safeExplain } from '../../../src/index.ts';
import { isFailure } from '../../../src/net/failure.ts';
import type { AnyOpener, Link } from '../../../src/open/contract.ts';
import type { Departure } from '../../../src/open/documentation.ts';
import type { AnyOpened } from '../../../src/open/opened.ts';
import { openers } from '../../../src/open/registry.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';
import { readGallery, readOpenedDocumentation } from '../../../worker/build/beside-definitions.ts';
import { examples } from '../specification-examples.ts';
import { contextOf, SETTINGS } from './context.ts';
import { saidLines, type Wire, wires } from './wires.ts';

/** Links that show departures which no example shows. */
const MORE = [
  'ftp://h.example/',
  'ftp://h.example/pub/x;type=d',
  'ftp://h.example/pub//x',
  'ftp://h.example//x',
  'ftp://h.example/pub/',
  'gopher://h.example/1tea%09%09$+ABSTRACT',
  'gopher://h.example/0tea%09%09!',
  'gopher://h.example/0tea%09%09!+ABSTRACT',
];

/** Links that every server of their kind is asked for. The first server is asked for all. */
const few = [...definitions.map(({ example }) => example), ...MORE];
const gallery = await readGallery();
const corpus = [...few, ...gallery.map(({ url }) => url), ...examples.map(({ input }) => input)];

const WANTED = { text: 'values', json: 'json', raw: 'octets', part: 'octets' } as const;
type Format = keyof typeof WANTED;

const FORMATS: readonly Format[] = ['text', 'json', 'raw', 'part'];

/** What an operator has set, as far as servers learn of it. */
const settings = {
  ...SETTINGS,
  contact: { text: 'keeper@museum.example' },
  newsServer: { host: 'news.example', port: 119, tls: 'none' },
  cnrpServices: [{ host: 'names.example', port: 1096 }],
  cnrpGeography: 'US-GA',
} as const;

const LINKS = {
  open: (url: string | null) => url,
  openCanonical: (link: string) => link,
  part: (message: string, part: string) => `${message} ${part}`,
  thread: (article: string) => `${article} thread`,
  self: () => 'self',
};

/** The lines of both sides that the other one lacks. What would follow is not missing if the link leads nowhere. */
async function departuresOf(link: Link, opener: AnyOpener, wire: Wire, format: Format): Promise<Differences> {
  const context = contextOf({ settings, languages: ['fr-CA'], wants: WANTED[format], ...wire.context });
  let isWhole = false;
  try {
    const opened = await opener.open(link, context);
    if (format === 'part' && opened.shape === 'file') await opened.fetch(1);
    else isWhole = await readAll(opened, format === 'part' ? 'raw' : format, link);
  } catch (error) {
    if (!isFailure(error)) throw error;
  }
  // QUIT comes after everything is read.
  await new Promise((resolve) => setImmediate(resolve));
  const { said, sent } = differences(saidLines(link), wire.lines());
  return { said: isWhole ? said : [], sent };
}

/** Reads what was opened to its end, unless it is another link. */
async function readAll(opened: AnyOpened, format: 'text' | 'json' | 'raw', about: AboutLink): Promise<boolean> {
  const reached = await openedOf(opened, { format, charset: null, links: LINKS, about });
  if (reached.kind === 'moved') return false;
  const parts = reached.kind === 'file' ? reached.octets : format === 'json' ? reached.json : reached.lines;
  for await (const part of parts) if (typeof part !== 'string' && !(part instanceof Uint8Array)) Array.from(part);
  return true;
}

interface Differences {
  readonly said: readonly string[];
  readonly sent: readonly string[];
}

/** The lines of both that are not in the longest common subsequence. */
function differences(said: readonly string[], sent: readonly string[]): Differences {
  const lengths = Array.from({ length: said.length + 1 }, () => new Array<number>(sent.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = said.length - 1; i >= 0; i--) {
    for (let j = sent.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row) row[j] = said[i] === sent[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found = { said: [] as string[], sent: [] as string[] };
  for (let i = 0, j = 0; i < said.length || j < sent.length; ) {
    const [a, b] = [said[i], sent[j]];
    if (a !== undefined && a === b) [i, j] = [i + 1, j + 1];
    else if (a !== undefined && (b === undefined || at(i + 1, j) >= at(i, j + 1))) [i] = [i + 1, found.said.push(a)];
    else if (b !== undefined) [j] = [j + 1, found.sent.push(b)];
  }
  return found;
}

/** A template of a line, as a table has it, with `{name}` for any text. */
function matches(template: string, line: string): boolean {
  const literal = template.split(/\{[^}]*\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`, 's').test(line);
}

/** The links among some that an opener opens, as it gets them. */
function linksIn(urls: readonly string[], { schemes }: AnyOpener): readonly Link[] {
  const links = urls.flatMap((input) => {
    const explained = safeExplain(input);
    if (!explained.ok || !schemes.includes(explained.value.scheme)) return [];
    const [url = ''] = withoutUserInfo(explained.value.canonical).split('#');
    return [explain(url, { complete: true })];
  });
  return [...new Map(links.map((link) => [link.canonical, link])).values()];
}

const documented = async (kind: string): Promise<readonly Departure[]> =>
  (await readOpenedDocumentation(kind))?.departures ?? [];

/** Templates of a kind that some link showed. */
const shown = new Set<string>();

describe.each(openers.map((opener) => [opener.kind, opener] as const))('%s', (kind, opener) => {
  const servers = wires[opener.kind] ?? [];
  const asked = servers.flatMap((server, index) =>
    linksIn(index === 0 ? corpus : few, opener).flatMap((link) =>
      FORMATS.filter((format) => index === 0 || format !== 'text').map((format) => ({ link, server, format })),
    ),
  );

  test('links without a server have nothing to send', () => {
    const links = linksIn(corpus, opener);
    expect(links).not.toEqual([]);
    if (servers.length === 0) expect(links.flatMap(saidLines)).toEqual([]);
  });

  test('what is sent is what request says, or a departure', async () => {
    const rows = await documented(kind);
    const unexplained: string[] = [];
    for (const { link, server, format } of asked) {
      const found = await departuresOf(link, opener, server(), format);
      for (const side of ['said', 'sent'] as const) {
        const templates = rows.flatMap((row) => (side === 'said' ? row.request : row.sent));
        for (const line of found[side]) {
          const known = templates.filter((template) => matches(template, line));
          if (known.length === 0) unexplained.push(`${link.canonical} ${format} ${side}: ${line}`);
          for (const template of known) shown.add(`${side} ${template}`);
        }
      }
    }
    expect(unexplained).toEqual([]);
  });
});

test.each(openers.map(({ kind }) => kind))('some link shows every departure of %s', async (kind) => {
  const rows = await documented(kind);
  const templates = rows.flatMap(({ request, sent }) => [
    ...request.map((template) => `said ${template}`),
    ...sent.map((template) => `sent ${template}`),
  ]);
  expect(templates.filter((template) => !shown.has(template))).toEqual([]);
});
