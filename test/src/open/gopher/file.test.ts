/** Files: what their first octets say, how browsers get their octets, and what is read of them ahead. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { octetsOfLatin1 } from '../../../../src/octets/octets.ts';
import { expectClosed, LINKS } from './double.ts';
import { arriving, downloadOf, open, sentOctets } from './open.ts';

const PNG = '\x89PNG\r\n\x1a\n0123456789';
const CP437 = 'K\x94ln\r\n';

describe('a file', () => {
  test('is not asked for before it begins', async () => {
    const { opened, server } = await open('/9/a.bin', { '/a.bin': 'octets' });
    expect(server.dialled).toEqual([]);
    const file = await arriving(opened);
    expect(server.requests).toEqual(['/a.bin\r\n']);
    expect(await sentOctets(file)).toBe('octets');
    await expectClosed(server);
  });

  test.each([
    ['/I/lamp', PNG, 'image/png'],
    ['/9/lamp', PNG, 'image/png'],
    ['/I/lamp.gif', 'no picture', 'image/gif'],
    ['/9/notes.txt', 'Words.', 'text/plain'],
    ['/s/bell', 'words', 'audio/basic'],
    ['/9/x', 'words', 'application/octet-stream'],
    ['/P/x', PNG, 'application/pdf'],
  ])('%s that begins with %j is %s', async (path, octets, mediaType) => {
    const { opened } = await open(path, { [path.slice(2)]: octets });
    expect((await arriving(opened)).mediaType).toBe(mediaType);
  });

  test('as JSON is known without its server', async () => {
    const { opened, server } = await open('/I/gallery/lamp.gif');
    expect(downloadOf(opened).json?.(LINKS)).toEqual({
      ...{ kind: 'file', type: 'I', typeName: 'image' },
      ...{ name: 'lamp.gif', selector: '/gallery/lamp.gif', mediaType: 'image/gif' },
      links: { raw: 'self {"format":"raw"}' },
    });
    expect(server.dialled).toEqual([]);
  });

  test('with the representation that Gopher+ names is of that type, and has its length', async () => {
    const { opened } = await open('/0/x%09%09+image/gif', { '/x\t+image/gif': '+6\r\nGIF89a' });
    expect(downloadOf(opened).json).toBeNull();
    const file = await arriving(opened);
    expect([file.mediaType, file.page, file.size, file.sentTo('browser').length]).toEqual(['image/gif', null, 6, 6]);
  });

  test.each([
    ['/9/a.txt', true],
    ['/I/a.gif', false],
    ['/h/a.html', false],
  ])('%s is saved by people: %s', async (path, isSaved) => {
    const { opened } = await open(path, { [path.slice(2)]: 'words' });
    expect((await arriving(opened)).isSaved).toBe(isSaved);
  });

  test('loses the period of Gopher+, and no other', async () => {
    const plus = await open('/9/x%09%09+', { '/x\t+': '+-1\r\nwords\r\n.\r\n' });
    const plain = await open('/9/x', { '/x': 'words\r\n.\r\n' });
    expect(await sentOctets(await arriving(plus.opened))).toBe('words\r\n');
    expect(await sentOctets(await arriving(plain.opened))).toBe('words\r\n.\r\n');
  });
});

describe('a uuencoded file (type 6)', () => {
  const ENCODED = 'begin 644 pics/cat.gif\r\n#0V%T\r\nend\r\n';

  test.each([
    ['alone', ENCODED],
    ['with a period behind it', `${ENCODED}.\r\n`],
    ['behind a letter', `Subject: A cat\r\n\r\nHere it is.\r\n${ENCODED}`],
  ])('%s is decoded, and has the name that it has there', async (_, text) => {
    const { opened, server } = await open('/6/cat.uue', { '/cat.uue': text });
    const file = await arriving(opened);
    expect([file.name, file.mediaType, file.size, file.page, file.isSaved]).toEqual([
      ...['cat.gif', 'image/gif', null, null, true],
    ]);
    expect(file.sentTo('browser')).toEqual({ type: 'image/gif', length: null, filter: null });
    expect(await sentOctets(file)).toBe('Cat');
    await expectClosed(server);
  });

  test('without its end line breaks off after what arrived', async () => {
    const { opened, server } = await open('/6/cat.uue', { '/cat.uue': ENCODED.replace('end\r\n', '') });
    const { body } = await arriving(opened);
    expect(await body.read()).toEqual(octetsOfLatin1('Cat'));
    await expect(body.read()).rejects.toMatchObject({ code: 'malformed' });
    await expectClosed(server);
  });

  test('is decoded with a Gopher+ string, too', async () => {
    const { opened } = await open('/6/cat.uue%09%09+', { '/cat.uue\t+': `+-1\r\n${ENCODED}.\r\n` });
    const file = await arriving(opened);
    expect([file.name, await sentOctets(file)]).toEqual(['cat.gif', 'Cat']);
  });

  test('of a server that keeps the connection ends with the period', async () => {
    const { opened } = await open('/6/cat.uue', { '/cat.uue': { parts: [`${ENCODED}.\r\n`], end: 'open' } });
    expect(await sentOctets(await arriving(opened))).toBe('Cat');
  });

  test.each([
    ['as its server sends it', '/6/cat.uue', ENCODED, { wants: 'octets' }, ENCODED],
    ['that is none', '/6/cat.uue', 'begin the day', {}, 'begin the day'],
    ['of another type', '/9/cat.uue', ENCODED, {}, ENCODED],
  ] as const)('%s stays as it is', async (_, path, text, asked, octets) => {
    const file = await arriving((await open(path, { '/cat.uue': text }, asked)).opened);
    expect([file.name, await sentOctets(file)]).toEqual(['cat.uue', octets]);
  });

  test.each([
    [64 * 1024 - 40, 'cat.gif'],
    [64 * 1024 + 1, 'cat.uue'],
  ])('is searched for behind %i octets: %s', async (length, name) => {
    const text = `${'a'.repeat(length - 2)}\r\n${ENCODED}`;
    expect((await arriving((await open('/6/cat.uue', { '/cat.uue': text })).opened)).name).toBe(name);
  });
});

describe('the beginning of a file', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const begunAfter = async (path: string, ...parts: readonly string[]) => {
    const { opened } = await open(path, { '/x': { parts, end: 'open' } });
    const begun = vi.fn();
    const file = arriving(opened).finally(begun);
    return { file, begun };
  };

  test.each([
    ['/I/x', 'RIFF1234WEBP'],
    ['/h/x', '<p>'],
  ])('of %s is waited for, but not for long', async (path, octets) => {
    const { file, begun } = await begunAfter(path, octets);
    await vi.advanceTimersByTimeAsync(199);
    expect(begun).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await file).mediaType).toBe(path === '/I/x' ? 'image/webp' : 'text/html');
  });

  test.each([
    ['/I/x', 16],
    ['/h/x', 1024],
  ])('of %s is %i octets', async (path, length) => {
    const { begun, file } = await begunAfter(path, 'a'.repeat(length));
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toHaveBeenCalled();
    (await file).body.close();
    const shorter = await begunAfter(path, 'a'.repeat(length - 1));
    await vi.advanceTimersByTimeAsync(0);
    expect(shorter.begun).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    (await shorter.file).body.close();
  });
});

describe('a file of text whose length is known', () => {
  test('keeps its last line, although it is a period', async () => {
    const reply = { '/x\t+': '+10\r\nWords\r\n.\r\n' };
    const { opened } = await open('/M/x%09%09+', reply, { wants: 'octets' });
    const file = await arriving(opened);
    expect(file.size).toBe(10);
    expect(await sentOctets(file)).toBe('Words\r\n.\r\n');
  });

  test('has no known length once it is decoded', async () => {
    const { opened } = await open('/h/x%09%09+', { '/x\t+': '+2\r\n\x94\x94' }, { charset: 'cp437' });
    const file = await arriving(opened);
    expect([file.sentTo('browser').length, file.sentTo('decoder').length]).toEqual([null, 2]);
    expect(await sentOctets(file)).toBe('\xc3\xb6\xc3\xb6');
  });
});

describe('what a file says of itself', () => {
  test('follows from its link', async () => {
    const { opened } = await open('/9/pub/a.zip', { '/pub/a.zip': 'PK' });
    const file = await arriving(opened);
    expect(file).toMatchObject({ freshFor: 3600, name: 'a.zip', size: null });
    expect(file.head?.()).toMatchObject({ noun: 'binary file', name: 'a.zip' });
    file.body.close();
  });
});

describe('a document', () => {
  const HTML = '<a href="b.gif">B</a>';

  test.each([
    ['UTF-8', '<p>\xc3\xa9', 'text/html; charset=utf-8'],
    ['another charset', '<p>\xe9 </p>', 'text/html'],
  ])('in %s says so if that is certain', async (_what, octets, type) => {
    const { opened } = await open('/h/x', { '/x': octets });
    expect((await arriving(opened)).sentTo('browser').type).toBe(type);
  });

  test('in UTF-8 is known by its beginning, which may end within a character', async () => {
    const parts = [`${'a'.repeat(1023)}\xc3`, '\xa9'];
    const file = await arriving((await open('/h/x', { '/x': { parts, end: 'closed' } })).opened);
    expect(file.sentTo('browser').type).toBe('text/html; charset=utf-8');
    file.body.close();
  });

  test('is read as a whole up to a cap', async () => {
    const { opened, server } = await open('/h/x', { '/x': HTML });
    const file = await arriving(opened);
    expect(await file.whole(HTML.length - 1)).toBeNull();
    expect(await sentOctets(file)).toBe(HTML);
    const again = await arriving((await open('/h/x', { '/x': HTML })).opened);
    expect(new TextDecoder().decode((await again.whole(HTML.length)) ?? undefined)).toBe(HTML);
    expect(await again.body.read()).toBeNull();
    await expectClosed(server);
  });

  test('has references to items', async () => {
    const { page } = await arriving((await open('/h/docs/x', { '/docs/x': HTML })).opened);
    expect(page?.kind === 'html' && page.resolve('b.gif', 'gopher://h.example/h/docs/x', true)).toBe(
      'gopher://h.example/I/docs/b.gif',
    );
  });
});

describe('a picture', () => {
  test('can be read ahead, and is still there', async () => {
    const { opened } = await open('/I/x', { '/x': PNG });
    const file = await arriving(opened);
    expect(await file.ahead(PNG.length - 1, 1000)).toMatchObject({ isAll: false });
    expect(await file.ahead(PNG.length + 1, 1000)).toMatchObject({ isAll: true });
    expect(await sentOctets(file)).toBe(PNG);
  });

  test('that does not come in time is not all there', async () => {
    const { opened } = await open('/I/x', { '/x': { parts: [PNG], end: 'open' } });
    const file = await arriving(opened);
    const { octets, isAll } = await file.ahead(1000, 10);
    expect([octets.length, isAll]).toEqual([PNG.length, false]);
    file.body.close();
  });
});

describe('a text that is too long to be read', () => {
  const LONG = { parts: Array.from({ length: 33 }, () => `${'a'.repeat(65_534)}\r\n`), end: 'closed' } as const;

  test('is a file, and JSON says which', async () => {
    const { opened, server } = await open('/0/long.txt', { '/long.txt': LONG });
    expect(downloadOf(opened).json?.(LINKS)).toMatchObject({ kind: 'file', mediaType: 'text/plain' });
    const file = await arriving(opened);
    expect(file.page).toMatchObject({ kind: 'text', noun: 'file', charset: 'utf-8' });
    expect(file.sentTo('browser').type).toBe('text/plain; charset=utf-8');
    expect(await sentOctets(file)).toHaveLength(33 * 65_536);
    await expectClosed(server);
  });

  test.each([
    ['the charset that its server declares', 'CAPS\r\nServerDefaultEncoding=koi8-r\r\n', undefined, 'koi8-r'],
    ['the likeliest one', '', undefined, 'windows-1252'],
    ['the one that the reader chose', 'CAPS\r\nServerDefaultEncoding=koi8-r\r\n', 'cp437', 'cp437'],
  ])('has %s', async (_, caps, charset, expected) => {
    const parts = [`t\xe9a\rb\r\n${LONG.parts[0]}`, ...LONG.parts];
    const options = { '/long.txt': { parts, end: 'closed' }, 'caps.txt': caps } as const;
    const { opened } = await open('/0/long.txt', options, charset === undefined ? {} : { charset });
    const { page } = await arriving(opened);
    expect(page).toMatchObject({ charset: expected });
    if (page?.kind === 'text') expect(page.decode?.(new TextEncoder().encode('a\rb\r\n'))).toBe('ab\r\n');
  });
});

describe('a charset that browsers do not know', () => {
  const long = { parts: Array.from({ length: 33 }, () => `${'\x94'.repeat(65_534)}\r\n`), end: 'closed' } as const;

  test('is decoded for them if the reader has chosen it', async () => {
    const { opened } = await open('/0/x', { '/x': long }, { charset: 'cp437' });
    const file = await arriving(opened);
    expect(file.sentTo('browser')).toMatchObject({ type: 'text/plain; charset=utf-8', length: null });
    expect(file.sentTo('decoder').type).toBe('text/plain; charset=IBM437');
    expect((await sentOctets(file)).slice(0, 4)).toBe('\xc3\xb6\xc3\xb6');
  });

  test.each([
    ['cp437', 'text/plain; charset=utf-8', 'K\xc3\xb6ln\r\n'],
    ['windows-1252', 'text/plain; charset=windows-1252', CP437],
  ])('of a short text: %s', async (charset, type, octets) => {
    const { opened } = await open('/0/x', { '/x': CP437 }, { charset });
    if (opened.shape !== 'text') throw new TypeError(opened.shape);
    const sent = opened.sent?.();
    expect([sent?.type, Buffer.from(sent?.octets ?? []).toString('latin1')]).toEqual([type, octets]);
  });
});
