/** What only gopher has: messages, attributes, forms and phone books, as JSON and as lines. */
import { describe, expect, test } from 'vitest';
import type { OpenContext } from '../../../../src/open/contract.ts';
import { gopher } from '../../../../src/open/gopher/gopher.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { lineServer } from '../../protocols/memory-server.ts';
import { shaped } from '../context.ts';
import { contextAt, expectClosed, gopherLink, LINKS } from './double.ts';
import { arriving, open, sentOctets, valuesOf } from './open.ts';

describe('a mail message', () => {
  const MAIL = 'From: Jane <j@h.example>\r\nSubject: Lamps\r\n\r\nThey burn.\r\n.\r\n';

  test('has its header and its text', async () => {
    const { opened, server } = await open('/M/x', { '/x': MAIL });
    const mail = valuesOf(opened, 'mail');
    const headers = [
      { name: 'from', value: 'Jane <j@h.example>' },
      { name: 'subject', value: 'Lamps' },
    ];
    expect(mail.json(LINKS)).toEqual({
      ...{ kind: 'mail', url: 'gopher://h.example/M/x', headers, text: 'They burn.\r\n', html: null, attachments: [] },
    });
    expect([...mail.lines(LINKS)]).toEqual(['from: Jane <j@h.example>', 'subject: Lamps', '', 'They burn.\r\n']);
    await expectClosed(server);
  });

  test('as octets is a file', async () => {
    const file = await arriving((await open('/M/x', { '/x': MAIL }, { wants: 'octets' })).opened);
    expect(file.mediaType).toBe('message/rfc822');
    expect(await sentOctets(file)).toBe(MAIL.slice(0, -3));
  });

  test('that is too long is refused', async () => {
    const parts = Array.from({ length: 33 }, () => 'a'.repeat(65_536));
    const opening = open('/M/x', { '/x': { parts, end: 'closed' } });
    await expect(opening).rejects.toMatchObject({ code: 'too-large' });
  });
});

const BLOCKS = [
  '+INFO: 0Motto\t/motto\th.example\t70\t+',
  '+ADMIN:',
  ' Admin: Jane <j@h.example>',
  ' Mod-Date: Mon <19940131000000>',
  '+VIEWS:',
  ' text/plain En_US: <1k>',
  '+ASK:',
  ' Ask: Your name\tJane',
  '.',
  '',
].join('\r\n');

describe('attributes', () => {
  const replies = {
    '/motto\t!': `+-1\r\n${BLOCKS}`,
    '/motto\t$': `+-1\r\n${BLOCKS}+INFO: 0B\t/b\th.example\t70\t+\r\n`,
  };

  test('are those of the server', async () => {
    const { opened, server } = await open('/0/motto%09%09!', replies);
    const attributes = valuesOf(opened, 'attributes');
    expect(attributes.modified).toEqual(new Date('1994-01-31'));
    expect(attributes.json(LINKS)).toMatchObject({
      ...{ kind: 'attributes', url: 'gopher://h.example/0/motto%09%09!', charset: 'utf-8' },
      items: [
        {
          info: { kind: 'item', url: 'gopher://h.example/0/motto', open: 'open gopher://h.example/0/motto' },
          modified: '1994-01-31T00:00:00.000Z',
          views: [{ type: 'text/plain', language: 'En_US', size: '1k' }],
          ask: [{ kind: 'Ask', question: 'Your name', preset: 'Jane' }],
        },
      ],
    });
    expect([...attributes.lines(LINKS)].join('\n')).toBe(JSON.stringify(attributes.json(LINKS), null, 2));
    await expectClosed(server);
  });

  test('are selected if the link names some', async () => {
    const attributes = valuesOf((await open('/0/motto%09%09!+VIEWS', replies)).opened, 'attributes');
    expect(attributes.items[0]?.blocks.map(({ name }) => name)).toEqual(['VIEWS']);
    // The date is that of the item all the same.
    expect(attributes.modified).toEqual(new Date('1994-01-31'));
  });

  test('show that the server speaks Gopher+', async () => {
    const { item } = valuesOf((await open('/0/motto%09%09!', replies)).opened, 'attributes');
    expect(item.known.speaksPlus).toBe(true);
  });

  test('of a server without them are not found', async () => {
    await expect(open('/0/x%09%09!', { '/x\t!': 'Words.' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a form', () => {
  const replies = { '/motto\t!': `+-1\r\n${BLOCKS}` };
  const FILLED = '/0/motto%09%09+%091%0D%0A+-1%0D%0AJoan%0D%0A.%0D%0A';

  test.each([
    ['/0/motto%09%09%3F', 'Jane'],
    [FILLED, 'Joan'],
  ])('%s is filled in with %s, and nothing is sent', async (path, value) => {
    const { opened, server } = await open(path, replies);
    const form = valuesOf(opened, 'form');
    expect(form.json(LINKS)).toMatchObject({
      ...{ kind: 'form', method: 'POST', fields: [{ name: 'f0', kind: 'Ask', question: 'Your name', value }] },
      action: expect.stringMatching(/^gopher:\/\/h\.example\/0\/motto%09%09(?:%3F|\+)$/),
    });
    expect([form.freshFor, server.requests]).toEqual([0, ['/motto\t!\r\n']]);
  });

  test('of an item without one is not found', async () => {
    const plain = { '/motto\t!': '+-1\r\n+INFO: 0Motto\t/motto\th.example\t70\t+\r\n.\r\n' };
    await expect(open('/0/motto%09%09%3F', plain)).rejects.toMatchObject({
      code: 'not-found',
      message: 'This item has no form.',
    });
  });
});

describe('a phone book', () => {
  const FIELDS = [
    '-200:1:name:max 64 Indexed Lookup Public Default',
    '-200:1:name:Who it is',
    '-200:2:office:max 64 Public',
    '-200:2:office:Where',
    '200:Ok.',
    '',
  ].join('\r\n');
  const FOUND = ['-200:1: name: Jane', '-200:1: office: Room 1', '-200:1: : Room 2', '200:Ok.', ''].join('\r\n');

  async function openBook(path: string, asked: Partial<OpenContext> = {}, answer = FOUND) {
    const server = lineServer('', (line) => {
      if (line === 'fields') return FIELDS;
      if (line === 'help') return '-200:1:Ask for a name.\r\n200:Ok.\r\n';
      return line === 'quit' ? '200:Bye!\r\n' : answer;
    });
    const opened = gopher.open(gopherLink(`gopher://h.example:105${path}`), contextAt(server, asked));
    return { opened: await opened, server };
  }

  test('is a form of the fields that the server declares', async () => {
    const { opened, server } = await openBook('/2');
    const book = valuesOf(opened, 'phone-book');
    expect(book.json(LINKS)).toMatchObject({
      ...{ kind: 'phone-book', query: null, entries: null },
      form: { fields: [{ searchable: true, parameter: 'field.name', name: 'name' }, { searchable: false }] },
    });
    expect([...book.lines(LINKS)]).toEqual([
      'This is a phone book. Its fields:',
      'name    Who it is',
      'office  Where (cannot be searched)',
    ]);
    await expectClosed(server);
  });

  test.each<readonly [string, Partial<OpenContext>, string]>([
    ['/2%09jane', {}, 'query name=jane return all'],
    ['/2', { form: [['search', 'jane']] }, ''],
    ['/2', { form: [['field.name', 'jane']] }, ''],
  ])('%s with %j has the entries that match', async (path, asked) => {
    const book = valuesOf((await openBook(path, asked)).opened, 'phone-book');
    expect(book.query?.terms).toEqual([{ field: 'name', words: 'jane' }]);
    expect([...book.lines(LINKS)]).toEqual(['name    Jane', 'office  Room 1', '        Room 2']);
    expect(book.json(LINKS)).toMatchObject({ entries: [{ number: 1 }] });
  });

  test('of which no entry matches says so', async () => {
    const book = valuesOf((await openBook('/2%09x', {}, '501:No matches.\r\n')).opened, 'phone-book');
    expect([...book.lines(LINKS)]).toEqual(['No entry matches.']);
  });

  test('of an emptied form is the form, whatever the link says', async () => {
    const { opened } = await openBook('/2%09jane', { form: [['field.name', ' ']] });
    expect(valuesOf(opened, 'phone-book').query).toBeNull();
  });

  test('has the fields that are to be returned', async () => {
    const form = [
      ['field.name', 'jane'],
      ['return', 'name, office'],
    ] as const;
    expect(valuesOf((await openBook('/2', { form })).opened, 'phone-book').query?.fields).toEqual(['name', 'office']);
  });

  test('is not asked for fields that it does not declare', async () => {
    const opening = openBook('/2', { form: [['field.rank', 'x']] });
    await expect(opening).rejects.toMatchObject({
      ...{ code: 'invalid-request', message: 'The phone book has no field “rank”.' },
      advice: 'Its fields are name, office.',
    });
  });

  test('that refuses a query has its fields and the error', async () => {
    const { opened } = await openBook('/2%09x', {}, '502:Too many.\r\n');
    const book = valuesOf(opened, 'phone-book');
    expect(book.error).toBeInstanceOf(ProtocolError);
    expect([book.answer, book.fields.length]).toEqual([null, 2]);
  });

  test('that refuses a query has no octets', async () => {
    await expect(openBook('/2%09x', { wants: 'octets' }, '502:Too many.\r\n')).rejects.toBeInstanceOf(ProtocolError);
  });

  test('as octets has the lines of the server', async () => {
    const { opened, server } = await openBook('/2%09jane', { wants: 'octets' });
    expect(shaped(opened, 'text').text).toBe(FOUND);
    await expectClosed(server);
  });

  test('has the help of its server', async () => {
    const { opened, server } = await openBook('/2', { form: [['help', '1']] });
    const help = valuesOf(opened, 'help');
    expect(help.text).toContain('Ask for a name.');
    expect([...help.lines(LINKS)]).toEqual([help.text]);
    expect(help.json(LINKS)).toMatchObject({ kind: 'text', text: help.text });
    await expectClosed(server);
  });
});
