/** The search of the documentation: the module and the index that browsers load, in Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DocumentedPlace, indexPlaces, openIndex, type PlaceIndex } from '../../../../worker/pages/docs/find.ts';
import { topics } from '../../../../worker/pages/docs/topics.ts';
import { assets } from '../../../../worker/pages/parts/assets.ts';
import { built } from '../../built.ts';

const folder = (await built()).assets;
const index: PlaceIndex = JSON.parse(readFileSync(join(folder, assets.docsIndex), 'utf8'));
const script = Buffer.from(readFileSync(join(folder, assets.docsSearch))).toString('base64');
const loaded: typeof import('../../../../worker/pages/docs/find.ts') = await import(
  /* @vite-ignore */ `data:text/javascript;base64,${script}`
);
const find = loaded.openIndex(index);

/** Words, and the place that is found first. */
const WORDS: Readonly<Record<string, string>> = {
  CORS: '/docs/http-api#rules-for-every-request',
  ETag: '/docs/http-api#rules-for-every-request',
  gzip: '/docs/http-api#rules-for-every-request',
  Docker: '/docs/self-host#as-a-service-systemd-and-docker',
  npx: '/docs#on-the-command-line',
  timeout: '/problems#gateway-timeout',
  idempotent: '/docs/http-api#rules-for-every-request',
  curl: '/docs#over-http-with-curl',
  license: '/docs/install#license',
  token: '/docs/shortener#tokens',
  HMAC: '/docs/webhooks#receiveWebhook',
  'rate limit': '/docs/settings#setting-RATE_LIMITS',
  proxy: '/docs/self-host#a-proxy-in-front',
  nginx: '/docs/self-host#a-proxy-in-front',
  systemd: '/docs/self-host#as-a-service-systemd-and-docker',
  WARC: '/docs/command-line#get-what-a-link-leads-to',
  CDXJ: '/docs/lists',
  SURT: '/docs/lists',
  punycode: '/docs/canonical-forms#how-a-character-is-spelled',
  rebinding: '/docs/self-host#name-your-hosts',
  Prometheus: '/docs/http-api#metrics',
  backup: '/docs/self-host#start-it',
  export: '/docs/shortener#exportLinks',
  alias: '/docs/short-links#aliases',
  tn3270: '/docs/protocols#tn3270',
  mbox: '/docs/news-archive#write-an-archive',
  webhook: '/docs/webhooks',
  percent: '/problems#percent-encoded',
  cache: '/docs/cache',
  version: '/docs/stability#versions',
  YOURLS: '/docs/move-short-links',
  bookmarklet: '/docs/explorer#add-waypost-to-a-browser',
  WordPress: '/docs/embed#add-the-script',
  Caddy: '/docs/self-host#as-a-service-systemd-and-docker',
  SIGTERM: '/docs/self-host#start-and-stop',
  workerd: '/docs/self-host#start-it',
  Cloudflare: '/docs/deploy',
  Archie: '/docs/gateways#prospero',
  Usenet: '/docs/news-archive',
  slug: '/docs/short-links#slugs-clicks-and-lists',
  quota: '/docs/settings#setting-LINK_QUOTA',
  completion: '/docs/command-line',
  IPv6: '/problems#host-ipv6',
  'Durable Objects': '/docs/deploy#1-deploy',
  'Retry-After': '/docs/http-api#rules-for-every-request',
  redirect: '/docs/opening#redirect',
  password: '/docs/gateways#logins',
  'robots.txt': '/docs/http-api#robots',
  'QR code': '/docs/urls#qr',
  OpenAPI: '/docs/http-api#description',
  SSRF: '/docs/webhooks',
  NEWS_SERVER: '/docs/settings#setting-NEWS_SERVER',
};

/** Typing errors that are other words of the documents, or begin such words. Nothing tells which word is meant. */
const OTHER_WORDS: ReadonlySet<string> = new Set([
  ...['CRS', 'CROS', 'COS', 'gip', 'nx', 'crl', 'cul', 'WAR', 'YURLS', 'YOURS', 'SUR', 'worked', 'workedr', 'Archiie'],
  ...['Q code', 'Q Rcode'],
]);

/** A letter that is wrong in every word. */
const WRONG = 'q';

/** The second letter and the last but one, typed wrong: left out, doubled, swapped with the next one, replaced. */
function typingErrorsOf(word: string): readonly string[] {
  const errors = [1, word.length - 2].flatMap((at) => {
    const [before, letter, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)];
    const swapped = `${before}${after[0] ?? ''}${letter}${after.slice(1)}`;
    return [before + after, before + letter + letter + after, before + WRONG + after, swapped];
  });
  return [...new Set(errors)].filter((error) => error !== word && !OTHER_WORDS.has(error));
}

const hrefsOf = (query: string): readonly string[] => find(query).map(({ href }) => href);

describe('the search of the documentation', () => {
  test.each(Object.entries(WORDS))('%s leads to %s, also with a typing error', (word, href) => {
    expect(hrefsOf(word)[0]).toBe(href);
    const errors = typingErrorsOf(word);
    expect(errors.length).toBeGreaterThan(2);
    expect(errors.filter((error) => !hrefsOf(error).slice(0, 3).includes(href))).toEqual([]);
  });

  test.each([
    ...['link too long', 'link is too long', 'link too lomg', 'url too long', 'url too lnog', 'links too long'],
    ...['414', '431', 'GET 414'],
  ])('%s leads to the code of a URL that is too long', (query) => {
    expect(hrefsOf(query).slice(0, 3)).toContain('/problems#too-long');
  });

  test.each([
    ['how to run behind ngnix', '/docs/self-host#a-proxy-in-front'],
    ['how to back up short links', '/docs/self-host#start-it'],
    ['backup of short lnks', '/docs/self-host#start-it'],
    ['how to limit the raet', '/docs/settings#setting-RATE_LIMITS'],
    ['how to mount it in another ruoter', '/docs/worker#mount-them'],
  ])('the sentence "%s" leads to %s', (query, href) => {
    expect(hrefsOf(query).slice(0, 4)).toContain(href);
  });

  test('the number of a status leads to the problems with it', () => {
    for (const status of ['422', '429', '451', '507']) expect(hrefsOf(status).join()).toContain('/problems#');
    expect(hrefsOf('422')).toContain('/problems#invalid-url');
  });

  test('has each page, and its places have titles', () => {
    const hrefs = new Set(index.places.map(({ href }) => href));
    expect(hrefs.size).toBe(index.places.length);
    for (const topic of topics.keys()) expect(hrefs).toContain(`/docs/${topic}`);
    expect(index.places.filter(({ title }) => title === '')).toEqual([]);
    expect(index.words.index.filter(([word]) => word === 'the')).toEqual([]);
    expect(index.places.filter(({ text }) => /<\/(?:p|a|code)>|&(?:lt|quot|amp);|\s\s/.test(text))).toEqual([]);
  });

  test('each error and each setting comes first if its name is typed in full', () => {
    const named = index.places.filter(({ href }) => /#setting-|^\/problems#/.test(href));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ title, href }) => hrefsOf(title)[0] !== href)).toEqual([]);
  });
});

const place = (title: string, text: string, more: Partial<DocumentedPlace> = {}): DocumentedPlace => ({
  title,
  href: `/docs/${title}`,
  text,
  ...more,
});
const search = (places: readonly DocumentedPlace[]) => openIndex(JSON.parse(JSON.stringify(indexPlaces(places))));
const titlesOf = (places: readonly DocumentedPlace[], query: string) => search(places)(query).map(({ title }) => title);

describe('what is found', () => {
  test.each<[about: string, query: string, titles: readonly string[]]>([
    ['all words, then the rarer ones', 'green apple', ['Both', 'Green']],
    ['no place has all words: some', 'green banana', ['Both', 'Green']],
    ['common words do not count', 'the green of apples', ['Both', 'Green']],
    ['common words alone', 'how to', []],
    ['nothing', '', []],
    ['nowhere', 'zzzz', []],
    ['the beginning of a word', 'app', ['Both', 'Apples']],
    ['one letter is no beginning', 'g', []],
    ['two letters are no typing error', 'gq', []],
    ['two letters are no swap', 'og', []],
    ['a plural', 'greens', ['Green', 'Both']],
    ['a swap', 'gerens', []],
    ['a swap of one word', 'geren', ['Green', 'Both']],
    ['two errors', 'grneeq', []],
    ['a part of a name', 'server', ['NEWS_SERVER', 'allowServer']],
    ['a whole name', 'news_server', ['NEWS_SERVER']],
    ['more words of a place', 'topic', ['Named']],
    ['a word that people use for another one', 'link', ['URLs']],
    ['several of them', 'links', ['URLs']],
    ['no word that an object has by itself', 'constructor', []],
  ])('%s', (_, query, titles) => {
    const places = [
      place('Both', 'A green apple, go.'),
      place('Green', 'Only that.'),
      place('Apples', 'Only those.'),
      place('NEWS_SERVER', 'A setting.'),
      place('allowServer', 'A member.'),
      place('Named', 'By more.', { words: 'topic' }),
      place('URLs', 'Many.'),
    ];
    expect(titlesOf(places, query).toSorted()).toEqual(titles.toSorted());
  });

  test('a word in a title counts more, and a weight changes the order', () => {
    const inText = place('Text', 'A word, a word.');
    expect(titlesOf([inText, place('Word', 'Nothing.')], 'word')).toEqual(['Word', 'Text']);
    expect(titlesOf([place('Light', 'word', { weight: 0.5 }), place('Heavy', 'word')], 'word')).toEqual([
      'Heavy',
      'Light',
    ]);
  });

  test('a word counts more than one that it begins, and a beginning more than a typing error', () => {
    expect(titlesOf([place('Wordy', 'wordy wordy'), place('Text', 'word')], 'word')[0]).toBe('Text');
    expect(titlesOf([place('Error', 'wardon'), place('Beginning', 'wardings')], 'wardin')).toEqual([
      'Beginning',
      'Error',
    ]);
  });

  test('a title that is typed in full comes first', () => {
    const places = [place('Word', 'word word', { weight: 9 }), place('WORD', 'Nothing.')];
    expect(titlesOf(places, 'word')).toEqual(['Word', 'WORD']);
    expect(titlesOf(places, ' WORD ')).toEqual(['WORD', 'Word']);
  });

  test('a word counts more than one that people use for it', () => {
    expect(titlesOf([place('One', 'url'), place('Other', 'link')], 'link')).toEqual(['Other', 'One']);
    expect(titlesOf([place('One', 'url'), place('Other', 'link')], 'url')).toEqual(['One', 'Other']);
  });

  test('a filter: all places with all words, and others if there are none', () => {
    const places = Array.from({ length: 12 }, (_, at) => place(`Place ${at}`, at < 9 ? 'word' : 'word other'));
    const filter = openIndex(indexPlaces(places), true);
    expect(['word', 'word other', 'other nowhere'].map((query) => filter(query).length)).toEqual([12, 3, 3]);
  });

  test('eight places at most', () => {
    const places = Array.from({ length: 9 }, (_, at) => place(`Place ${at}`, 'word'));
    expect(titlesOf(places, 'word')).toHaveLength(8);
    expect(titlesOf(places.slice(1), 'word')).toHaveLength(8);
  });
});

describe('excerpts', () => {
  const excerptOf = (text: string, query: string): string =>
    (search([place('Title', text)])(query)[0]?.excerpt ?? [])
      .map(({ text, isFound }) => (isFound ? `[${text}]` : text))
      .join('');
  const filler = 'filler '.repeat(40).trim();

  test.each([
    ['a short text', 'A word, another word.', 'word', 'A [word], another [word].'],
    ['a name by its part', 'See NEWS_SERVER.', 'server', 'See [NEWS_SERVER].'],
    ['a word in the title alone', filler, 'title', `${'filler '.repeat(17).trim()} …`],
    ['a word far away', `${filler} word`, 'word', `… ${'filler '.repeat(5)}[word]`],
    ['a word at the beginning', `word ${filler}`, 'word', `[word] ${'filler '.repeat(16).trim()} …`],
    ['a word that is too long', 'q'.repeat(200), 'title', `${'q'.repeat(120)} …`],
    ['a text without words', '– – –', 'title', '– – –'],
    ['most words', `one ${filler} one two`, 'one two', `… ${'filler '.repeat(5)}[one] [two]`],
  ])('%s', (_, text, query, excerpt) => {
    expect(excerptOf(text, query)).toBe(excerpt);
  });
});
