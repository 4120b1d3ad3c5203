/** The opener of Prospero links: directories in the order of the server, files, Archie, and checks. */
import { describe, expect, test } from 'vitest';
import { GatewayError } from '../../../../src/net/failure.ts';
import type { OpenContext } from '../../../../src/open/contract.ts';
import type { Listing } from '../../../../src/open/opened.ts';
import { prospero } from '../../../../src/open/prospero/prospero.ts';
import { collect } from '../../../../src/protocols/connection.ts';
import type { AskProspero } from '../../../../src/protocols/prospero/client.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { contextOf, linkOf, shaped } from '../context.ts';

const SERVER = 'prospero://h.example';
const LINKS = {
  open: (url: string | null) => url && `/open/${url}`,
  openCanonical: (url: string) => `/open/${url}`,
  self: () => '/self',
};

/** The line of a link in a directory. */
const link = (type: string, name: string, kind: 'L' | 'U' = 'L') =>
  `LINK  ${kind} ${type} ${name} INTERNET-D h.example(1525) ASCII /pub/${name} 0\n`;
const attribute = (name: string, value: string) => `ATTRIBUTE LINK FIELD ${name} ASCII '${value}'\n`;

/** Opens a link at a server with these answers, by question and name. */
async function open(name: string, answers: Readonly<Record<string, string | Error>>, asked: Partial<OpenContext> = {}) {
  const questions: string[] = [];
  const askProspero: AskProspero = async ({ hsoname }, ask) => {
    questions.push(`${ask} ${hsoname}`);
    const answer = answers[`${ask} ${hsoname}`] ?? 'FAILURE NOT-FOUND\n';
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const opened = prospero.open(linkOf('prospero', `${SERVER}/${name}`), contextOf({ askProspero, ...asked }));
  return { opened: await opened, questions };
}

async function listingOf(...asked: Parameters<typeof open>): Promise<Listing> {
  return shaped((await open(...asked)).opened, 'listing');
}

const rowsOf = ({ rows, order }: Listing) => [...rows.at(rows.sorted(order))];

const PUB = [
  link('FILE', 'small'),
  attribute('SIZE', '3 bytes'),
  attribute('LAST-MODIFIED', '19941116120000Z'),
  attribute('UNIX-MODES', '-rw-r--r--'),
  link('DIRECTORY', 'docs'),
  link('SYMBOLIC', 'other'),
  link('EXTERNAL(AFTP,BINARY)', 'away'),
].join('');

describe('a directory', () => {
  test('has rows in the order of its server, and says so', async () => {
    const listing = await listingOf('/pub', { 'list /pub': PUB });
    expect(listing).toMatchObject({
      noun: 'directory',
      url: `${SERVER}//pub`,
      title: 'pub',
      path: null,
      isBase: false,
      form: null,
      order: null,
      nothing: 'The directory is empty.',
      beside: [],
      freshFor: 300,
    });
    expect(rowsOf(listing).map(({ kind, name, size, modified, url }) => [kind, name, size, modified, url])).toEqual([
      ['file', 'small', 3, '1994-11-16T12:00:00Z', `${SERVER}//pub/small`],
      ['directory', 'docs', null, null, `${SERVER}//pub/docs`],
      ['unknown', 'other', null, null, `${SERVER}//pub/other`],
      ['file', 'away', null, null, 'ftp://h.example:1525/pub/away;type=i'],
    ]);
  });

  test('can be sorted, and its JSON with it', async () => {
    const listing = await listingOf('/pub', { 'list /pub': PUB });
    const byName = { column: 'name', direction: 'asc' } as const;
    const names = [...listing.rows.at(listing.rows.sorted(byName))].map(({ name }) => name);
    expect(names).toEqual(['docs', 'away', 'other', 'small']);
    const jsonIn = (order: typeof byName | null) => listing.json?.(order, LINKS) as { entries: { name: string }[] };
    expect(jsonIn(byName).entries.map(({ name }) => name)).toEqual(names);
    expect(jsonIn(null).entries.map(({ name }) => name)).toEqual(['small', 'docs', 'other', 'away']);
  });

  test('has JSON with the values of its page, and of each its address', async () => {
    const listing = await listingOf('/pub', { 'list /pub': PUB });
    const [row] = rowsOf(listing);
    expect(JSON.stringify(listing.json?.(null, LINKS))).toContain(
      `{"kind":"directory","entries":[{"name":"small","type":"file","url":"${row?.url}",` +
        `"bytes":3,"modified":"${row?.modified}","modes":"-rw-r--r--","open":"/open/${row?.url}"},`,
    );
  });

  test('at the root has the name of the server', async () => {
    expect((await listingOf('', { 'list ': '' })).title).toBe('');
  });

  test('has names in the charset that is chosen, or in the likeliest one for all', async () => {
    const names = { 'list /pub': link('FILE', 'J\xf6rg') + link('FILE', 'K\xe4se') };
    const namesIn = async (charset: string | null) =>
      rowsOf(await listingOf('/pub', names, { charset })).map(({ name }) => name);
    expect(await namesIn(null)).toEqual(['Jörg', 'Käse']);
    expect(await namesIn('koi8-r')).toEqual(['JЖrg', 'KДse']);
  });

  test('has names on one line each, of which no two make a character', async () => {
    const names = { 'list /pub': link('FILE', "'a  \tb'") + link('FILE', 'J\xc3') + link('FILE', '\xa9g\x1b[1m') };
    expect(rowsOf(await listingOf('/pub', names)).map(({ name }) => name)).toEqual(['a b', 'JÃ', '©g']);
  });

  test('has nothing else of its own', async () => {
    const { rows, json: _json, ...listing } = await listingOf('/pub/', { 'list /pub/': link('FILE', 'a') });
    expect(listing).toEqual({
      ...{ shape: 'listing', freshFor: 300, noun: 'directory', url: `${SERVER}//pub/`, title: 'pub', path: null },
      ...{ isBase: false, form: null, columns: ['name', 'size', 'modified'], order: null, facts: {}, words: [] },
      ...{ readme: null, unread: [], cut: false, nothing: 'The directory is empty.', beside: [], others: [] },
    });
    expect([...rows.at([0])]).toEqual([
      {
        ...{ kind: 'file', name: 'a', octets: null, size: null, modified: null, target: null },
        url: `${SERVER}//pub/a`,
      },
    ]);
  });

  test('has an address for each entry, unless no URL can name it', async () => {
    const odd = 'LINK  L FILE odd INTERNET-D h.example(99999) ASCII /pub/odd 0\n';
    const listing = await listingOf('/pub', { 'list /pub': odd + link('SYMBOLIC', 'b') });
    expect(listing.json?.(null, LINKS)).toEqual({
      ...{ kind: 'directory', unmerged: [] },
      entries: [
        { name: 'odd', type: 'file', url: null, bytes: null, modified: null, modes: null, open: null },
        {
          ...{ name: 'b', type: 'other', url: `${SERVER}//pub/b`, bytes: null, modified: null, modes: null },
          open: `/open/${SERVER}//pub/b`,
        },
      ],
    });
  });

  test('names the unions that were not read, unless nobody may go on', async () => {
    const merged = { 'list /pub': link('FILE', 'a') + link('DIRECTORY', 'more', 'U') };
    const listing = await listingOf('/pub', merged);
    const empty = { octets: null, size: null, modified: null, target: null };
    expect(listing.beside).toEqual([{ kind: 'directory', name: 'more', url: `${SERVER}//pub/more`, ...empty }]);
    expect(listing.json?.(null, LINKS)).toMatchObject({ unmerged: [{ name: 'more', type: 'directory' }] });
    await expect(listingOf('/pub', { ...merged, 'list /pub/more': new TypeError('a bug') })).rejects.toThrow('a bug');
    const left = new GatewayError('client-closed', 'The client has left.');
    await expect(listingOf('/pub', { ...merged, 'list /pub/more': left })).rejects.toBe(left);
    const silent = { ...merged, 'list /pub/more': new ProtocolError('timeout', 'It is silent.') };
    expect((await listingOf('/pub', silent)).beside).toHaveLength(1);
  });

  test('is sent as its server writes it', async () => {
    const { opened } = await open('/pub', { 'list /pub': link('FILE', 'K\xe4se') }, { wants: 'octets' });
    const { mediaType, body, freshFor, name } = shaped(opened, 'octets');
    expect(name).toBe('list.txt');
    const octets = body === null ? null : (await collect(body, 1000)).octets;
    expect([mediaType, freshFor]).toEqual(['text/plain; charset=utf-8', 300]);
    expect(Buffer.from(octets ?? []).toString('latin1')).toBe(link('FILE', 'K\xe4se'));
  });
});

describe('a file', () => {
  const contentsOf = (text: string) => `ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA '${text}'\n`;
  const openFile = async (name: string, text: string, asked: Partial<OpenContext> = {}) => {
    const answers = { [`list ${name}`]: 'FAILURE NOT-A-DIRECTORY\n', [`contents ${name}`]: contentsOf(text) };
    return shaped((await open(name, answers, asked)).opened, 'file');
  };

  test.each([
    ['/pub/a.txt', 'J\xf6rg', true],
    ['/pub/a', 'tea', true],
    ['/pub/a', '\x01\x02', false],
    ['/pub/a.html', '<p>', false],
    ['/pub/a.gif', 'GIF', false],
  ])('%s with %j is read: %s', async (name, text, isRead) => {
    const file = await openFile(name, text);
    const { read: _read, json: _json, fetch: _fetch, close: _close, ...facts } = file;
    expect(facts).toEqual({
      ...{ shape: 'file', freshFor: 3600, noun: 'file', name: name.slice(5), mediaType: null, size: text.length },
      ...{ isExact: true, exists: true, modified: null, isBase: true, isResumable: false, isRead },
    });
    const transfer = await file.fetch();
    if (transfer.shape !== 'transfer') throw new TypeError('a file does not move');
    expect(Buffer.from((await collect(transfer, 100)).octets).toString('latin1')).toBe(text);
    file.close();
  });

  test.each([
    [null, 'windows-1252', 'Jörg'],
    ['koi8-r', 'koi8-r', 'JЖrg'],
  ])('programs get its text in the charset %s', async (charset, used, text) => {
    const file = await openFile('/pub/a.gif', 'J\xf6rg', { charset });
    expect(shaped(file.read(Buffer.from('a')), 'text')).toMatchObject({ noun: 'file', name: 'a.gif', freshFor: 3600 });
    const json = { kind: 'text', charset: used, text };
    expect([file.json?.(LINKS), file.read(Buffer.from('J\xf6rg', 'latin1')).json(LINKS)]).toEqual([json, json]);
  });

  test('has a name in which nothing controls a terminal', async () => {
    const answers = {
      'list /a\xc2\x9bb': 'FAILURE NOT-A-DIRECTORY\n',
      'contents /a\xc2\x9bb': contentsOf('tea'),
    };
    expect(shaped((await open('/a%C2%9Bb', answers)).opened, 'file').name).toBe('ab');
  });

  test('that only another server has is a list of one link, else the refusal', async () => {
    const method = `ATTRIBUTE OBJECT FIELD ACCESS-METHOD ASCII AFTP INTERNET-D ftp.example ASCII /a BINARY\n`;
    const refused = { 'list /a': 'FAILURE NOT-A-DIRECTORY\n' };
    const own = method.replace('AFTP', 'PROSPERO-CONTENTS');
    const listing = await listingOf('/a', { ...refused, 'object /a': method });
    expect(rowsOf(listing).map(({ url }) => url)).toEqual(['ftp://ftp.example/a;type=i']);
    for (const answer of [own, '', 'FAILURE NOT-FOUND\n']) {
      await expect(listingOf('/a', { ...refused, 'object /a': answer })).rejects.toMatchObject({ code: 'not-found' });
    }
  });
});

describe('Archie', () => {
  const SEARCH = 'ARCHIE/MATCH(100,0,c)/tea';

  test('has a form before there is a search, and no question is asked', async () => {
    const { opened, questions } = await open('ARCHIE', {});
    expect(shaped(opened, 'listing')).toMatchObject({
      noun: 'search',
      service: 'Archie',
      title: 'Archie',
      path: [],
      nothing: null,
      form: {
        ...{ url: `${SERVER}/ARCHIE`, label: 'File names', words: '' },
        choices: [
          {
            ...{ name: 'match', label: 'Match', value: 's' },
            values: [
              ['s', 'Part of the name'],
              ['c', 'Part of the name (case-sensitive)'],
              ['=', 'The whole name'],
              ['r', 'Regular expression'],
            ],
          },
        ],
      },
    });
    expect(questions).toEqual([]);
  });

  test('has what it found in its own order, below the form', async () => {
    const listing = await listingOf(SEARCH, { [`list ${SEARCH}`]: PUB });
    expect(listing).toMatchObject({
      title: 'tea',
      order: null,
      nothing: 'The search found nothing.',
      form: { words: 'tea', choices: [{ value: 'c' }] },
    });
    expect(rowsOf(listing).map(({ name }) => name)).toEqual(['small', 'docs', 'other', 'away']);
    expect(listing.json?.(null, LINKS)).toMatchObject({ kind: 'directory', unmerged: [] });
  });

  const submitted = (name: string, form: Readonly<Record<string, string>>, judgeServer = () => {}) =>
    prospero.search?.(linkOf('prospero', `${SERVER}/${name}`), form, { judgeServer }) ?? null;

  test.each([
    ['ARCHIE', { search: 'tea' }, '/ARCHIE/MATCH(100,0,s)/tea'],
    ['ARCHIE', { search: ' tea/cake ', match: '=' }, '/ARCHIE/MATCH(100,0,=)/tea/cake'],
    ['ARCHIE', { search: 'a#b?c;d %41' }, '/ARCHIE/MATCH(100,0,s)/a%23b%3Fc%3Bd%20%2541'],
    ['ARCHIE/MATCH(20,0,r)/old', { search: 'tea', match: 'x' }, '/ARCHIE/MATCH(20,0,r)/tea'],
  ])('a form at %s with %j leads to %s', (name, form, path) => {
    expect(submitted(name, form)).toBe(SERVER + path);
  });

  test.each([
    ['ARCHIE', {}],
    ['ARCHIE', { search: ' ', match: 's' }],
    ['/pub', { search: 'tea' }],
  ])('a form at %s with %j leads nowhere', (name, form) => {
    expect(submitted(name, form)).toBeNull();
  });

  test('no form is answered for a server that may not be asked, or a name that cannot be sent', () => {
    const denied = () => {
      throw new TypeError('denied');
    };
    expect(() => submitted('ARCHIE', { search: 'tea' }, denied)).toThrow('denied');
    expect(() => submitted('a%0Ab', { search: 'tea' })).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  });
});

describe('a server', () => {
  test('is judged before it is asked', async () => {
    const judgeServer = () => {
      throw new TypeError('denied');
    };
    await expect(open('ARCHIE', {}, { judgeServer })).rejects.toThrow('denied');
  });

  test.each([
    ['list /a', ''],
    ['contents /a', ''],
    ['object /a', ''],
  ])('that answers %s is alive', async (question, answer) => {
    const asked: string[] = [];
    const askProspero: AskProspero = async ({ hsoname }, ask) => {
      asked.push(`${ask} ${hsoname}`);
      return `${ask} ${hsoname}` === question ? answer : 'FAILURE NOT-A-DIRECTORY\n';
    };
    const found = prospero.check?.(linkOf('prospero', `${SERVER}//a`), contextOf({ askProspero }));
    expect(await found).toEqual({ status: 'alive' });
    expect(asked.at(-1)).toBe(question);
  });

  test('that has no such object says so', async () => {
    const askProspero: AskProspero = async () => 'FAILURE NOT-FOUND\n';
    const found = prospero.check?.(linkOf('prospero', `${SERVER}//a`), contextOf({ askProspero }));
    await expect(found).rejects.toMatchObject({ code: 'not-found' });
  });
});
