/** Texts: what the protocol added is gone, and JSON has what a page shows. */
import { describe, expect, test } from 'vitest';
import { Memory } from '../../../../src/open/memory.ts';
import { record, SAUCE } from '../../octets/sauce-record.ts';
import { shaped } from '../context.ts';
import { expectClosed, LINKS } from './double.ts';
import { arriving, downloadOf, open } from './open.ts';

const text = async (...asked: Parameters<typeof open>) => shaped((await open(...asked)).opened, 'text');

describe('a text', () => {
  test('has no period at its end, and no doubled periods', async () => {
    const { opened, server } = await open('/0/a.txt', { '/a.txt': '..x\r\nWords.\r\n.\r\n' });
    const read = shaped(opened, 'text');
    expect(read).toMatchObject({ name: 'a.txt', charset: 'utf-8', text: '.x\r\nWords.\r\n', freshFor: 300 });
    expect(new TextDecoder().decode(read.octets)).toBe(read.text);
    await expectClosed(server);
  });

  test('has the same text as JSON', async () => {
    const read = await text('/0/a.txt', { '/a.txt': 'Words.\r\n.\r\n' });
    expect(read.json(LINKS)).toEqual({
      ...{ kind: 'text', charset: 'utf-8', text: read.text },
      links: { self: 'self {}', raw: 'self {"format":"raw"}' },
    });
  });

  test('is no record behind it', async () => {
    const octets = `Tea\x1a${record()}`;
    const read = await text('/0/a.ans', { '/a.ans': `${octets}\r\n.\r\n` });
    expect(read).toMatchObject({ text: 'Tea', charset: 'utf-8', sauce: SAUCE });
    expect(read.json(LINKS)).toMatchObject({ text: 'Tea', sauce: SAUCE });
    expect(Buffer.from(read.octets).toString('latin1')).toBe(`${octets}\r\n`);
  });

  test('says what it is, and of which item', async () => {
    const read = await text('/0/a.txt', { '/a.txt': 'Words.' });
    expect(read.noun).toBe('file');
    expect(read.head?.()).toMatchObject({ noun: 'text file', name: 'a.txt' });
    expect(read.sent?.()).toMatchObject({ type: 'text/plain; charset=utf-8', octets: read.octets });
  });

  test('has no carriage return that ends no line, but its JSON and its octets do', async () => {
    const read = await text('/0/x', { '/x': 'a\rb\r\r\nc\r\n' });
    expect(read.text).toBe('ab\r\nc\r\n');
    expect(read.json(LINKS)).toMatchObject({ text: 'a\rb\r\r\nc\r\n' });
    expect(Buffer.from(read.octets).toString()).toBe('a\rb\r\r\nc\r\n');
  });

  test.each([
    ['is UTF-8', '\xc3\xb6', null, 'utf-8'],
    ['is not UTF-8', '\xf6 ', null, 'windows-1252'],
    ['is what the reader says', '\xf6 ', 'koi8-r', 'koi8-r'],
  ])('that is too long to be read %s', async (_what, octets, charset, expected) => {
    const parts = Array.from({ length: 33 }, () => octets.repeat(32_768));
    const { opened, server } = await open('/0/x', { '/x': { parts, end: 'closed' }, 'caps.txt': '' }, { charset });
    const file = await arriving(opened);
    expect([downloadOf(opened).freshFor, file.sentTo('decoder').type]).toEqual([
      3600,
      `text/plain; charset=${expected}`,
    ]);
    file.body.close();
    await expectClosed(server);
  });

  test('in the charset that the reader chose is not asked about', async () => {
    const { opened, server } = await open('/0/x', { '/x': 'K\x94ln' }, { charset: 'cp437' });
    expect(shaped(opened, 'text')).toMatchObject({ text: 'Köln', charset: 'cp437' });
    expect(server.requests).toEqual(['/x\r\n']);
  });

  const CAPS = 'CAPS\r\nServerDefaultEncoding=ISO-8859-2\r\nServerTLSPort=7443\r\nServerAdmin=\x1b[1mA\r\n.\r\n';

  test('that is not UTF-8 is in the charset that its server declares, which is asked for once', async () => {
    const memory = new Memory();
    const replies = { '/x': 'Wejd\xbc.\r\n', 'caps.txt': CAPS };
    const first = await open('/0/x', replies, { memory });
    expect(first.opened).toMatchObject({ text: 'Wejdź.\r\n', charset: 'iso-8859-2' });
    expect(first.server.requests).toEqual(['/x\r\n', 'caps.txt\r\n']);
    const second = await open('/0/x', replies, { memory });
    expect(second.opened).toMatchObject({ charset: 'iso-8859-2' });
    expect(second.server.requests).toEqual(['/x\r\n']);
  });

  test('has a way over TLS if its server was asked for its capabilities, whoever has opened them before', async () => {
    const memory = new Memory();
    const caps = await text('/0caps.txt', { 'caps.txt': CAPS }, { memory });
    expect(caps.about).toEqual([
      { name: 'Description', text: null, isLink: false },
      { name: 'Administrator', text: 'A', isLink: false },
      { name: 'Place', text: null, isLink: false },
      { name: 'Software', text: null, isLink: false },
      { name: 'Charset of texts', text: 'ISO-8859-2', isLink: false },
      { name: 'Over TLS', text: 'gophers://h.example:7443/', isLink: true },
    ]);
    const ways = [{ text: 'Over TLS', url: 'gophers://h.example:7443/0/x' }];
    const replies = { '/ascii': 'Words.', '/x': 'W\xb1rds.', 'caps.txt': CAPS };
    for (const asked of [{}, { memory }]) {
      expect((await text('/0/x', replies, asked)).head?.()).toMatchObject({ ways });
      expect((await text('/0/ascii', replies, asked)).head?.()).toMatchObject({ ways: [] });
      expect((await text('gophers://h.example/0/x', replies, asked)).head?.()).toMatchObject({ ways: [] });
    }
  });

  test('that is no caps.txt says nothing of its server', async () => {
    expect((await text('/0caps.txt', { 'caps.txt': 'Not found.' })).about).toBeUndefined();
    expect((await text('/0/x', { '/x': CAPS })).about).toBeUndefined();
  });

  test('has the language that the link asks for', async () => {
    const read = await text('/0/x%09%09+text/plain%20En_US', { '/x\t+text/plain En_US': '+-1\r\nWords.\r\n.\r\n' });
    expect(read.head?.()).toMatchObject({ language: 'En-US', attributes: expect.stringContaining('!') });
  });
});
