/** What only gopher has: messages, attributes, forms and phone books, as JSON and as lines. */
import { describe, expect, test } from 'vitest';
import type { OpenContext } from '../../../../src/open/contract.ts';
import { gopher } from '../../../../src/open/gopher/gopher.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { lineServer, linesIn } from '../../protocols/memory-server.ts';
import { shaped } from '../context.ts';
import { contextAt, expectClosed, gopherDouble, gopherLink, LINKS } from './double.ts';
import { arriving, type Opened, open, sentOctets, valuesOf } from './open.ts';

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
      ...{ kind: 'mail', headers, text: 'They burn.\r\n', html: null, attachments: [] },
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
    const server = gopherDouble({ '/x': { parts, end: 'open' } });
    const opening = gopher.open(gopherLink('gopher://h.example/M/x'), contextAt(server));
    await expect(opening).rejects.toMatchObject({ code: 'too-large', message: 'The message is too long for a page.' });
    await expectClosed(server);
  });

  const MULTIPART = [
    'Subject: =?utf-8?q?J=C3=B6rg?=',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...['--b', 'Content-Type: text/plain', '', '..One.'],
    ...['--b', 'Content-Type: text/html', '', '<p>K\x94ln</p>'],
    ...['--b', 'Content-Type: application/zip', 'Content-Disposition: attachment; filename=a.zip', '', 'PK'],
    ...['--b', 'Content-Type: text/plain', '', 'K\x94ln.'],
    ...['--b--', '.', ''],
  ].join('\r\n');

  test('has its texts, its page and its attachments, in the charset that the reader chose', async () => {
    const mail = valuesOf((await open('/M/x', { '/x': MULTIPART }, { charset: 'cp437' })).opened, 'mail');
    expect(mail.json(LINKS)).toMatchObject({
      text: expect.stringMatching(/^\.One\.[\r\n]+Köln\.[\r\n]*$/),
      html: expect.stringContaining('<p>Köln</p>'),
      attachments: [{ name: 'a.zip', mediaType: 'application/zip' }],
    });
    expect(mail.freshFor).toBe(300);
    expect([...mail.lines(LINKS)][0]).toBe('subject: Jörg');
  });

  test('without a text has none', async () => {
    const page = 'Content-Type: text/html\r\n\r\n<p>Words.\r\n.\r\n';
    const mail = valuesOf((await open('/M/x', { '/x': page })).opened, 'mail');
    expect(mail.json(LINKS)).toMatchObject({ text: null, html: expect.stringContaining('Words.') });
    const said = ['[This message is HTML. Below is its text.]', '', 'Words.'];
    expect([...mail.lines(LINKS)]).toEqual(['content-type: text/html', '', ...said]);
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
      ...{ kind: 'attributes', charset: 'utf-8' },
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

  const attributesOf = async (path: string, lines: readonly string[]) => {
    const reply = ['+-1', ...lines, '.', ''].join('\r\n');
    return valuesOf((await open(path, { '/x\t!': reply, '/x\t$': reply, 'caps.txt': '' })).opened, 'attributes');
  };

  test('have blocks as the server sends them', async () => {
    const attributes = await attributesOf('/0/x%09%09!', ['+NOTE: by J\xc3\xb6rg', ' One', ' Two']);
    expect(attributes.json(LINKS)).toEqual({
      ...{ kind: 'attributes', charset: 'utf-8' },
      items: [
        {
          ...{ info: null, modified: null, views: [], ask: [] },
          blocks: [{ name: 'NOTE', argument: 'by Jörg', lines: ['One', 'Two'] }],
        },
      ],
    });
    expect(attributes.freshFor).toBe(300);
  });

  test.each([
    ['the line of the item', ['+INFO: 0J\xf6rg\t/x\th.example\t70\t+', '+NOTE:']],
    ['what stands beside a name', ['+NOTE: J\xf6rg']],
    ['what stands below a name', ['+NOTE:', ' J\xf6rg']],
  ])('are in the charset that %s shows', async (_what, lines) => {
    const attributes = await attributesOf('/0/x%09%09!', lines);
    const json = JSON.stringify(attributes.json(LINKS));
    expect(json).toContain('"charset":"windows-1252"');
    expect(json).toContain('Jörg');
  });

  const DATED = ['+INFO: 0A\t/a\th.example\t70\t+', '+ADMIN:', ' Mod-Date: Mon <19940131000000>'];

  test.each([
    ['one item', DATED, new Date('1994-01-31')],
    ['two items', [...DATED, ...DATED], null],
    ['an item that does not say so', DATED.slice(0, 2), null],
  ])('of %s changed at %s', async (_what, lines, modified) => {
    const attributes = await attributesOf('/1/x%09%09$', lines);
    expect(attributes.modified).toEqual(modified);
    expect(attributes.items).toHaveLength(lines === DATED || lines.length < 3 ? 1 : 2);
  });

  test('of all items are not those of one', async () => {
    const { server } = await open('/1/motto%09%09$', replies);
    expect(server.requests).toEqual(['/motto\t$\r\n']);
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

  const QUESTIONS = ['+ASK:', ' Note: Hello', ' Choose: Which\tA\tB', ' Select: Spam:1', ' AskL: Words\tOne'];

  test('has its fields in order, and says the same as lines', async () => {
    const reply = ['+-1', ...QUESTIONS, '.', ''].join('\r\n');
    const form = valuesOf((await open('/0/x%09%09%3F', { '/x\t!': reply })).opened, 'form');
    expect(form.json(LINKS)).toEqual({
      ...{ kind: 'form', method: 'POST' },
      action: 'gopher://h.example/0/x%09%09%3F',
      fields: [
        { name: 'f0', kind: 'Note', question: 'Hello', value: '' },
        { name: 'f1', kind: 'Choose', question: 'Which', choices: ['A', 'B'], value: 'A' },
        { name: 'f2', kind: 'Select', question: 'Spam', preset: true, value: '1' },
        { name: 'f3', kind: 'AskL', question: 'Words', preset: 'One', value: 'One' },
      ],
    });
    expect([...form.lines(LINKS)].join('\n')).toBe(JSON.stringify(form.json(LINKS), null, 2));
    expect(form.item.known.speaksPlus).toBe(true);
    // Where no address opens items, the form is sent to its own.
    const nowhere = { ...LINKS, open: () => null };
    expect(form.json(nowhere)).toMatchObject({ action: 'self {}' });
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

  async function openBook(path: string, asked: Partial<OpenContext> = {}, answer = FOUND, fields = FIELDS) {
    const server = lineServer('', (line) => {
      if (line === 'fields') return fields;
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

  const query = (book: Opened) => valuesOf(book, 'phone-book').query;
  const fieldsOf = (...fields: readonly string[]) =>
    `${fields.map((field, index) => `-200:${index + 1}:${field}\r\n`).join('')}200:Ok.\r\n`;

  test.each([
    ['the name', ['email:Indexed Lookup', 'Name:Public'], 'Name'],
    ['the first field with an index', ['alias:Lookup', 'email:Indexed'], 'email'],
    ['the first field that a query may name', ['rank:Public', 'alias:Lookup', 'nick:Lookup'], 'alias'],
    ['the first field if none is marked', ['rank:Public', 'alias:Public'], 'rank'],
  ])('searches words without a field in %s', async (_what, fields, field) => {
    const { opened } = await openBook('/2%09jane', {}, FOUND, fieldsOf(...fields));
    expect(query(opened)?.terms).toEqual([{ field, words: 'jane' }]);
  });

  test('without fields cannot be searched', async () => {
    await expect(openBook('/2%09jane', {}, FOUND, fieldsOf())).rejects.toMatchObject({
      ...{ code: 'invalid-request', message: 'The phone book has no field “name”.', advice: 'It lists no fields.' },
    });
    const { opened } = await openBook('/2', {}, FOUND, fieldsOf());
    expect([...valuesOf(opened, 'phone-book').lines(LINKS)]).toEqual(['This is a phone book. Its fields:']);
  });

  test('offers all fields if the server marks none', async () => {
    const { opened } = await openBook('/2', {}, FOUND, fieldsOf('rank:Public', 'alias:Public'));
    expect([...valuesOf(opened, 'phone-book').lines(LINKS)].slice(1)).toEqual(['rank', 'alias']);
    expect(valuesOf(opened, 'phone-book').json(LINKS)).toMatchObject({
      form: { fields: [{ parameter: 'field.rank' }, { parameter: 'field.alias' }] },
    });
  });

  test('says of itself what programs need', async () => {
    const asked = { form: [['field.name', 'jane']] as const, charset: 'koi8-r' };
    const { opened, server } = await openBook('/2', asked);
    const repeated = { 'field.name': 'jane', charset: 'koi8-r' };
    expect(valuesOf(opened, 'phone-book').json(LINKS)).toEqual({
      ...{ kind: 'phone-book', query: expect.anything(), entries: expect.anything() },
      form: {
        ...{ method: 'GET', action: 'self {}' },
        fields: [
          {
            ...{ searchable: true, parameter: 'field.name', name: 'name', description: 'Who it is', longest: 64 },
            ...{ attributes: ['Indexed', 'Lookup', 'Public', 'Default'], indexed: true, lookup: true, public: true },
            default: true,
          },
          {
            ...{ searchable: false, parameter: null, name: 'office', description: 'Where', longest: 64 },
            ...{ attributes: ['Public'], indexed: false, lookup: false, public: true, default: false },
          },
        ],
      },
      links: {
        self: `self ${JSON.stringify(repeated)}`,
        raw: `self ${JSON.stringify({ ...repeated, format: 'raw' })}`,
      },
    });
    expect(valuesOf(opened, 'phone-book').freshFor).toBe(300);
    expect(linesIn(...server.requests).at(-1)).toBe('quit');
    await expectClosed(server);
  });

  test.each([
    [
      'fields with words only',
      [
        ['field.name', 'jane'],
        ['field.office', '  '],
      ],
      [{ field: 'name', words: 'jane' }],
    ],
    ['words without a field', [['search', ' ']], undefined],
    ['the words of a form before those of the link', [['search', 'joan']], [{ field: 'name', words: 'joan' }]],
    ['no field, whose name begins otherwise', [['xfield.office', 'x']], [{ field: 'name', words: 'jane' }]],
    ['fields in any case', [['field.NAME', 'jane']], [{ field: 'NAME', words: 'jane' }]],
  ] satisfies readonly (readonly [string, OpenContext['form'], unknown])[])(
    'searches %s',
    async (_what, form, terms) => {
      expect(query((await openBook('/2%09jane', { form })).opened)?.terms).toEqual(terms);
    },
  );

  test.each([
    ['name,office  name', ['name', 'office', 'name']],
    ['', []],
    ['all', 'all'],
    ['name all', 'all'],
  ])('returns of the fields “%s” %j', async (value, fields) => {
    const form = [
      ['field.name', 'jane'],
      ['return', value],
      ['unknown', 'office'],
    ] as const;
    expect(query((await openBook('/2', { form })).opened)?.fields).toEqual(fields);
  });

  test('separates entries, and shows no values that the server does not', async () => {
    const answer = ['-200:1: name: Jane', '-508:1: office: Not present.', '-200:2: name: Joan', '200:Ok.', ''];
    const { opened } = await openBook('/2%09j', {}, answer.join('\r\n'));
    expect([...valuesOf(opened, 'phone-book').lines(LINKS)]).toEqual(['name    Jane', '', 'name    Joan']);
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

  test('quotes no controls of a field that it does not declare', async () => {
    const form = [['field.a\x1b[1mb', 'x']] as const;
    await expect(openBook('/2', { form })).rejects.toMatchObject({ message: 'The phone book has no field “ab”.' });
  });

  test('quotes the beginning of a field that it does not declare', async () => {
    for (const form of [
      [[`field.${'x'.repeat(65)}`, 'x']],
      [
        ['field.name', 'x'],
        ['return', 'x'.repeat(65)],
      ],
    ] as const) {
      await expect(openBook('/2', { form })).rejects.toMatchObject({
        message: `The phone book has no field “${'x'.repeat(64)}”.`,
      });
    }
  });

  test.each([
    ['502:Too many.', 'invalid-request', true],
    ['503:Not for you.', 'forbidden', true],
    ['403:Later.', 'busy', false],
    ['506:Log in.', 'login-required', false],
  ])('that answers “%s” is a form with an error (%s): %s', async (reply, code, isForm) => {
    const opening = openBook('/2%09x', {}, `${reply}\r\n`);
    if (!isForm) await expect(opening).rejects.toMatchObject({ code });
    else expect(valuesOf((await opening).opened, 'phone-book').error).toMatchObject({ code });
  });

  test('that fails is left', async () => {
    const server = lineServer('', () => '403:Later.\r\n');
    const opening = gopher.open(gopherLink('gopher://h.example/2'), contextAt(server));
    await expect(opening).rejects.toMatchObject({ code: 'busy' });
    await expectClosed(server);
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
    const text = shaped(opened, 'text');
    expect(text).toMatchObject({ text: FOUND, noun: 'file', name: 'h.example:105', charset: 'utf-8', freshFor: 300 });
    expect(text.sent?.()).toMatchObject({
      type: 'text/plain; charset=utf-8',
      octets: Uint8Array.from(Buffer.from(FOUND)),
    });
    expect(text.head?.()).toMatchObject({ noun: 'CSO phone-book server', words: 'jane' });
    expect(text.json(LINKS)).toMatchObject({ kind: 'text', charset: 'utf-8', text: FOUND });
    await expectClosed(server);
  });

  test.each<readonly [string, OpenContext['form'], string]>([
    ['fields', [], FIELDS],
    ['help', [['help', '']], '-200:1:Ask for a name.\r\n200:Ok.\r\n'],
  ])('as octets without a query has the %s', async (_what, form, text) => {
    const { opened } = await openBook('/2', { wants: 'octets', form });
    expect(shaped(opened, 'text').text).toBe(text);
  });

  test('is in the charset that the reader chose', async () => {
    const answer = '-200:1: name: K\x94ln\r\n200:Ok.\r\n';
    const asked = { charset: 'cp437' };
    const { opened } = await openBook('/2%09x', asked, answer);
    expect([...valuesOf(opened, 'phone-book').lines(LINKS)]).toEqual(['name    Köln']);
    const octets = shaped((await openBook('/2%09x', { ...asked, wants: 'octets' }, answer)).opened, 'text');
    expect([octets.charset, octets.text]).toEqual(['cp437', '-200:1: name: Köln\r\n200:Ok.\r\n']);
    expect(Buffer.from(octets.sent?.().octets ?? []).toString()).toBe(octets.text);
  });

  test('has the help of its server', async () => {
    const { opened, server } = await openBook('/2', { form: [['help', '1']] });
    const help = valuesOf(opened, 'help');
    expect(help.text).toContain('Ask for a name.');
    expect([...help.lines(LINKS)]).toEqual([help.text]);
    expect(help.json(LINKS)).toMatchObject({ kind: 'text', text: help.text, charset: 'utf-8' });
    expect([help.freshFor, Buffer.from(help.octets).toString()]).toEqual([
      300,
      '-200:1:Ask for a name.\r\n200:Ok.\r\n',
    ]);
    await expectClosed(server);
  });
});
