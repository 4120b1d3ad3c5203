/**
 * The successor next door: ten hosts that are right or deceptive, each on real servers, and each guard of the rule
 * alone.
 */
import { describe, expect, test, vi } from 'vitest';
import { explain } from '../../../src/index.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { ftp } from '../../../src/open/ftp/ftp.ts';
import { NextDoor } from '../../../src/open/next-door.ts';
import { CERTAINTIES, CERTAINTY_NAMES, STATUS_NAMES } from '../../../src/open/statuses.ts';
import { until } from '../../servers/client.ts';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import { listen, type RunningServer } from '../../servers/listener.ts';
import type { AnswerRequest } from '../../servers/web.ts';
import { document, HOST, redirect, type Site, siteOf, startHost } from './next-door-host.ts';

type Servers = Parameters<typeof startHost>[0];

/** What is suggested for a link of a host, and what its servers were asked. */
async function suggested(servers: Servers, url: string, status?: Parameters<Host['suggest']>[1]) {
  const host = await startHost(servers);
  try {
    const suggestion = await host.suggest(url, status);
    expect(await until(() => host.connections() === 0)).toBe(true);
    return { ...suggestion, requests: host.requests, dialled: host.dialled };
  } finally {
    await host.close();
  }
}
type Host = Awaited<ReturnType<typeof startHost>>;

const DATE = 'Last-Modified: Thu, 01 May 1997 12:00:00 GMT';
const LATER = 'Last-Modified: Thu, 01 May 1997 12:00:01 GMT';
const MODIFIED = '1997-05-01T12:00:00Z';
const FILE = `http://${HOST}/pub/a.zip`;
const PAGE = `http://${HOST}/about.html`;
const ZIP = document('application/zip', 'PK-old', DATE);
const HTML = document('text/html', '<p>Tea is at five.</p>');
const web = (site: Site): AnswerRequest => siteOf(site);
/** A host that answers for everything that is not in a table. */
const wildcard =
  (otherwise: Site[string], site: Site = {}): AnswerRequest =>
  (_method, target) =>
    target === '/robots.txt' ? { status: '404 Not Found' } : target in site ? (site[target] ?? null) : otherwise;

/** A host that has the file for HEAD alone. */
const onlyForHead =
  (answer: Site[string]): AnswerRequest =>
  (method, target) =>
    target !== '/pub/a.zip' ? { status: '404 Not Found' } : method === 'HEAD' ? ZIP : answer;

describe('the museum of hosts', () => {
  test.each<[what: string, servers: Servers, url: string, certainty: string | null, reason: RegExp]>([
    [
      'the same file over https',
      { 80: web({ '/pub/a.zip': ZIP }), 443: web({ '/pub/a.zip': ZIP }) },
      FILE,
      'same',
      /^The octets are the same\.$/,
    ],
    [
      'the same page over https, without a date',
      { 80: web({ '/about.html': HTML }), 443: web({ '/about.html': HTML }) },
      PAGE,
      'same',
      /^The octets are the same\.$/,
    ],
    ['a file whose server is gone', { 443: web({ '/pub/a.zip': ZIP }) }, FILE, 'likely', /^It is a file of the right/],
    ['a page whose server is gone', { 443: web({ '/about.html': HTML }) }, PAGE, 'guess', /^It is a page, and nothing/],
    [
      'another file of the same size',
      { 80: web({ '/pub/a.zip': ZIP }), 443: web({ '/pub/a.zip': document('application/zip', 'PK-new', LATER) }) },
      FILE,
      null,
      /: It has other octets than the old server\.$/,
    ],
    [
      'another file of the same size and date',
      { 80: web({ '/pub/a.zip': ZIP }), 443: web({ '/pub/a.zip': document('application/zip', 'PK-new', DATE) }) },
      FILE,
      null,
      /: It has other octets than the old server\.$/,
    ],
    [
      'a page in place of the file, of the same size and date',
      { 80: web({ '/pub/a.zip': ZIP }), 443: web({ '/pub/a.zip': document('text/html', '<p>No.', DATE) }) },
      FILE,
      null,
      /: It has other octets than the old server\.$/,
    ],
    [
      'the file for HEAD, and a login for GET',
      { 80: web({ '/pub/a.zip': ZIP }), 443: onlyForHead(redirect('/login')) },
      FILE,
      null,
      /: The answer has no document\.$/,
    ],
    [
      'the file for HEAD, and 403 for GET',
      { 80: web({ '/pub/a.zip': ZIP }), 443: onlyForHead({ status: '403 Forbidden' }) },
      FILE,
      null,
      /: It cannot be read\.$/,
    ],
    ['a soft 404', { 443: wildcard(document('text/html', 'Sorry!')) }, PAGE, null, /answers every path/],
    ['a front page for every path', { 443: wildcard(redirect('/'), { '/': HTML }) }, PAGE, null, /another address/],
    [
      'a parked name that leads away',
      { 443: wildcard(redirect('https://parking.example/h.example')) },
      PAGE,
      null,
      /another address/,
    ],
    [
      'a parked name that answers for every path',
      { 443: wildcard(document('text/html', 'Buy me!')) },
      FILE,
      null,
      /every path/,
    ],
    [
      'a login for every path',
      { 443: wildcard(redirect('/login?to=x'), { '/login?to=x': HTML }) },
      PAGE,
      null,
      /another/,
    ],
    [
      'a login in place of a page',
      { 443: web({ '/about.html': document('text/html', '<form><INPUT name=p\ntype = "Password">') }) },
      PAGE,
      null,
      /asks for a password/,
    ],
    ['a login by HTTP', { 443: web({ '/about.html': { status: '401 Unauthorized' } }) }, PAGE, null, /wants a login/],
    [
      'an application of one page, whose files are real',
      { 443: wildcard(document('text/html', '<div id=app>'), { '/pub/a.zip': ZIP }) },
      FILE,
      null,
      /every path/,
    ],
    [
      'a page of another language',
      { 443: web({ '/about.html': redirect('/de/about.html'), '/de/about.html': HTML }) },
      PAGE,
      null,
      /another address/,
    ],
    [
      'a page of another language of the same length',
      {
        80: web({ '/about.html': document('text/html', 'one cat') }),
        443: web({ '/about.html': document('text/html', 'un chat') }),
      },
      PAGE,
      null,
      /other octets/,
    ],
    ['a page in place of a file', { 443: web({ '/pub/a.zip': HTML }) }, FILE, null, /another kind/],
    [
      'a page that sends its readers on',
      { 443: web({ '/about.html': document('text/html', `<meta content="0;url=/" http-equiv='Refresh'>`) }) },
      PAGE,
      null,
      /another address/,
    ],
  ])('%s', async (_what, servers, url, certainty, reason) => {
    const found = await suggested(servers, url);
    expect(found).toMatchObject({ certainty, url: certainty === null ? null : url.replace('http:', 'https:') });
    expect(found.reason).toMatch(reason);
  });
});

describe('old protocols', () => {
  /** The date and the octets of a file of the FTP server. */
  async function readmeOf(server: RunningServer): Promise<{ readonly text: string; readonly date: string }> {
    const { withContent } = await import('../../../src/open/linked-content.ts');
    let found = { text: '', date: '' };
    const host = await startHost({ 21: server });
    const link = explain(`ftp://${HOST}/pub/README`, { complete: true });
    await host.inTurn(link, (run) =>
      withContent(link, run, 'json', async (content) => {
        const { octets } = (await content?.octets(1e6)) ?? { octets: new Uint8Array() };
        const date = `Last-Modified: ${content?.modified?.toUTCString()}`;
        found = { text: Buffer.from(octets).toString('latin1'), date };
      }),
    );
    return found;
  }

  test.each([
    ['with its date', 'date', /^The octets are the same\.$/, 'same'],
    ['without a date', 'octets', /^The octets are the same\.$/, 'same'],
    ['with other line ends', 'lines', /^The text is the same\.$/, 'none'],
  ] as const)('a file of an FTP server, on http: %s', async (_what, which, reason, size) => {
    const server = await startFtp({ fractions: true });
    const { text, date } = await readmeOf(server);
    const body = which === 'lines' ? text.replaceAll('\n', '\r\n') : text;
    const answer = document('text/plain', body, ...(which === 'date' ? [date] : []));
    const found = await suggested({ 21: server, 80: web({ '/pub/README': answer }) }, `ftp://${HOST}/pub/README`);
    // The sizes say the opposite before anybody reads the text.
    if (size === 'none')
      expect(found).toMatchObject({ url: null, reason: expect.stringMatching(/octets, and the old/) });
    else expect(found).toMatchObject({ url: `http://${HOST}/pub/README`, certainty: 'same', size: body.length });
    if (size !== 'none') expect(found.reason).toMatch(reason);
  });

  test('a directory of an FTP server is a page, which nothing can be compared with', async () => {
    const found = await suggested({ 21: await startFtp(), 443: web({ '/pub/': HTML }) }, `ftp://${HOST}/pub/`);
    expect(found).toMatchObject({ url: `https://${HOST}/pub/`, certainty: 'guess' });
  });

  test('a text of a gopher server, whose line ends are its protocol’s', async () => {
    const gopher = await startGopher();
    const host = await startHost({ 70: gopher });
    const link = explain(`gopher://${HOST}/0/about/motto.txt`, { complete: true });
    const { withContent } = await import('../../../src/open/linked-content.ts');
    let text = '';
    await host.inTurn(link, (run) =>
      withContent(link, run, 'json', async (content) => {
        text = Buffer.from((await content?.octets(1e6))?.octets ?? []).toString('latin1');
      }),
    );
    const own = text.replaceAll('\r\n', '\n');
    const right = web({ '/about/motto.txt': document('text/plain', own) });
    const wrong = web({ '/about/motto.txt': document('text/plain', own.replace(/.$/m, '!')) });
    const url = 'gopher://h.example/0/about/motto.txt';
    expect(text).toContain('\r\n');
    expect(await suggested({ 70: await startGopher(), 443: right }, url)).toMatchObject({
      certainty: 'same',
      reason: 'The text is the same.',
    });
    expect(await suggested({ 70: await startGopher(), 443: wrong }, url)).toMatchObject({ url: null });
    await host.close();
  });
});

describe('a comparison', () => {
  const MiB = 1024 * 1024;
  const file = (size: number, ...fields: string[]) => document('application/zip', 'x'.repeat(size), ...fields);

  test.each<[what: string, old: Site[string], next: Site[string], certainty: string | null, reason: RegExp]>([
    ['sizes differ', file(4, DATE), file(5, DATE), null, /It has 5 octets, and the old server has 4/],
    ['as much as is compared', file(MiB), file(MiB), 'same', /octets are the same/],
    ['more than is compared, without dates', file(MiB + 1), file(MiB + 1), 'likely', /^The size agrees\.$/],
    ['more than is compared, with one date', file(MiB + 1, DATE), file(MiB + 1), 'likely', /^The size agrees\.$/],
    [
      'more than is compared, of one date',
      file(MiB + 1, DATE),
      file(MiB + 1, DATE),
      'same',
      /^The size, the date and the first MiB agree\.$/,
    ],
    ['more than is compared, with two dates', file(MiB + 1, DATE), file(MiB + 1, LATER), 'guess', /the dates do not/],
    ['a file with another date', file(4, DATE), file(4, LATER), 'same', /octets are the same/],
    ['a text with another last line end', document('text/plain', 'a\n'), document('text/plain', 'a\r'), null, /other/],
  ])('%s', async (_what, old, next, certainty, reason) => {
    const found = await suggested({ 80: web({ '/pub/a.zip': old }), 443: web({ '/pub/a.zip': next }) }, FILE);
    expect([found.certainty, found.reason]).toEqual([certainty, expect.stringMatching(reason)]);
  });

  describe('of files that are longer than what is compared', () => {
    const dated = (time: string) => file(MiB + 1, `Last-Modified: ${new Date(time).toUTCString()}`);
    const comparedAt = (time: string) =>
      suggested({ 80: web({ '/pub/a.zip': dated(time) }), 443: web({ '/pub/a.zip': dated(time) }) }, FILE);

    test('reads their beginning', async () => {
      const other = document('application/zip', `${'x'.repeat(MiB - 1)}yx`, DATE);
      const found = await suggested(
        { 80: web({ '/pub/a.zip': file(MiB + 1, DATE) }), 443: web({ '/pub/a.zip': other }) },
        FILE,
      );
      expect(found).toMatchObject({ url: null, reason: expect.stringMatching(/other octets/) });
    });

    test.each([
      ['1970-01-01T00:00:00Z', 'likely'],
      ['1970-01-01T00:00:01Z', 'likely'],
      ['1980-01-01T23:59:59Z', 'likely'],
      ['1980-01-02T00:00:00Z', 'same'],
      ['2026-05-01T11:59:00Z', 'same'],
      ['2026-05-01T11:59:01Z', 'likely'],
      ['2026-05-01T12:00:00Z', 'likely'],
      ['2099-01-01T00:00:00Z', 'likely'],
    ])('a date of %s makes them %s', async (time, certainty) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T12:00:00Z') });
      try {
        expect(await comparedAt(time)).toMatchObject({ certainty, modified: time });
      } finally {
        vi.useRealTimers();
      }
    });
  });

  test('what it found is told', async () => {
    const found = await suggested({ 80: web({ '/pub/a.zip': ZIP }), 443: web({ '/pub/a.zip': ZIP }) }, `${FILE}#part`);
    expect(found).toMatchObject({ url: FILE.replace('http:', 'https:'), size: 6, modified: MODIFIED });
  });

  test('an old server that fails meanwhile leaves nothing to compare', async () => {
    const old: AnswerRequest = (method) => (method === 'GET' ? null : document('application/zip', 'PK-old'));
    expect(await suggested({ 80: old, 443: web({ '/pub/a.zip': ZIP }) }, FILE, 'alive')).toMatchObject({
      certainty: 'likely',
      reason: expect.stringMatching(/^It is a file of the right kind/),
    });
  });

  test('an old server whose answer leads away has nothing to compare', async () => {
    const old = web({ '/pub/a.zip': redirect('/pub/b.zip'), '/pub/b.zip': ZIP });
    expect(await suggested({ 80: old, 443: web({ '/pub/a.zip': ZIP }) }, FILE)).toMatchObject({ certainty: 'likely' });
  });
});

describe('a guard', () => {
  const gone = (site: Site) => suggested({ 443: web(site) }, FILE);

  test.each<[what: string, answer: Site[string], certainty: string | null, reason: RegExp]>([
    ['no document', { status: '204 No Content' }, null, /no document/],
    ['a part of a document', { ...ZIP, status: '206 Partial Content' }, null, /no document/],
    ['an empty document', document('application/zip', ''), null, /no document/],
    ['a document of one octet', document('application/zip', 'x'), 'likely', /right kind/],
    ['octets of no kind', document('application/octet-stream', 'x'), 'guess', /Nothing shows/],
    ['no media type', document('', 'x'), 'guess', /Nothing shows/],
    ['an error', { status: '503 Busy' }, null, /cannot serve it now/],
    ['another site', redirect('https://www.other.example/pub/a.zip'), null, /another address/],
    ['another port', redirect(`https://${HOST}:8443/pub/a.zip`), null, /another address/],
    ['the way back to http', redirect(`http://${HOST}/pub/a.zip`), null, /another address/],
    ['another query', redirect('/pub/a.zip?lang=de'), null, /another address/],
    ['a circle', redirect('/pub/a.zip'), null, /loop/],
  ])('%s', async (_what, answer, certainty, reason) => {
    const found = await gone({ '/pub/a.zip': answer });
    expect([found.certainty, found.reason]).toEqual([certainty, expect.stringMatching(reason)]);
  });

  test('a redirect to the same path of www is followed, and that of a directory to its slash', async () => {
    const servers = {
      443: web({ '/pub/a.zip': redirect(`https://www.${HOST}/pub/a.zip`) }),
      [`www.${HOST}:443`]: web({ '/pub/a.zip': redirect('/pub/a.zip/'), '/pub/a.zip/': ZIP }),
    };
    expect(await suggested(servers, FILE)).toMatchObject({
      url: `https://www.${HOST}/pub/a.zip/`,
      certainty: 'likely',
    });
  });

  test('the host that answers at last is asked for what cannot exist', async () => {
    const servers = {
      443: web({ '/pub/a.zip': redirect(`https://www.${HOST}/pub/a.zip`) }),
      [`www.${HOST}:443`]: wildcard(ZIP),
    };
    expect(await suggested(servers, FILE)).toMatchObject({ url: null });
  });

  test('each hop is judged by the policy', async () => {
    const found = await suggested({ 443: web({}) }, 'http://10.0.0.1/a.zip', 'unreachable');
    expect(found).toMatchObject({ url: null, reason: 'https://10.0.0.1/a.zip: It is private.' });
  });

  test.each([
    ['403 Forbidden', 'likely'],
    ['404 Not Found', 'likely'],
    ['302 Found', 'guess'],
    ['503 Busy', 'guess'],
    ['429 Slow down', 'guess'],
  ])('a host that answers %s for what cannot exist: %s', async (status, certainty) => {
    const found = await suggested({ 443: wildcard({ status }, { '/pub/a.zip': ZIP }) }, FILE);
    expect(found.certainty).toBe(certainty);
  });

  test('of a host that nobody knows well, nothing is certainly the same', async () => {
    const servers = { 80: web({ '/pub/a.zip': ZIP }), 443: wildcard({ status: '503 Busy' }, { '/pub/a.zip': ZIP }) };
    expect(await suggested(servers, FILE)).toMatchObject({ certainty: 'likely' });
  });

  test('robots.txt is obeyed, for the file and for what cannot exist', async () => {
    const robots = (path: string) => document('text/plain', `User-agent: waypost\nDisallow: ${path}\n`);
    expect(await gone({ '/robots.txt': robots('/pub/'), '/pub/a.zip': ZIP })).toMatchObject({
      url: null,
      requests: ['443 GET /robots.txt'],
    });
    const found = await gone({ '/robots.txt': robots('/waypost'), '/pub/a.zip': ZIP });
    expect(found).toMatchObject({
      certainty: 'guess',
      requests: ['443 GET /robots.txt', '443 HEAD /pub/a.zip'],
    });
  });
});

describe('which links', () => {
  test.each(STATUS_NAMES)('of the status %s', async (status) => {
    const found = await suggested({ 443: web({ '/pub/a.zip': ZIP }) }, FILE, status);
    const isAsked = !['moved', 'restricted', 'not-checked'].includes(status);
    expect([found.url !== null, found.requests.length > 0]).toEqual([isAsked, isAsked]);
  });

  test.each([
    ['with a user name', `http://me@${HOST}/pub/a.zip`, /user name/],
    ['with a password', `ftp://me:secret@${HOST}/pub/a.zip`, /user name/],
    ['with a port', `http://${HOST}:8080/pub/a.zip`, /no counterpart/],
    ['that are on https', `https://${HOST}/pub/a.zip`, /no counterpart/],
    ['of a kind without a place', `telnet://${HOST}/`, /no counterpart/],
    ['without a server', 'urn:isbn:1', /no counterpart/],
  ])('not those %s', async (_what, url, reason) => {
    const found = await suggested({ 443: web({ '/pub/a.zip': ZIP }) }, url, 'gone');
    expect([found.url, found.reason, found.dialled]).toEqual([null, expect.stringMatching(reason), []]);
  });
});

describe('politeness', () => {
  test('a host is asked once for what cannot exist, and HEAD comes first', async () => {
    const host = await startHost({ 443: web({ '/a.zip': ZIP, '/b.zip': ZIP }) });
    await host.suggest(`http://${HOST}/a.zip`, 'gone');
    await host.suggest(`http://${HOST}/b.zip`, 'gone');
    await host.close();
    const nothing = host.requests.filter((line) => line.includes('/waypost-asks-for-nothing-'));
    expect(nothing.map((line) => line.split(' ')[1])).toEqual(['HEAD', 'GET']);
    expect(new Set(nothing.map((line) => line.split(' ')[2])).size).toBe(1);
    expect(host.requests.filter((line) => !nothing.includes(line))).toEqual([
      ...['443 GET /robots.txt', '443 HEAD /a.zip', '443 HEAD /b.zip'],
    ]);
  });

  test('no two requests ask for the same of what cannot exist in two runs', async () => {
    const site = { '/pub/a.zip': ZIP };
    const runs = [await suggested({ 443: web(site) }, FILE), await suggested({ 443: web(site) }, FILE)];
    const [one, other] = runs.map(({ requests }) => requests.find((line) => line.includes('nothing')));
    expect(one).not.toBe(other);
  });

  describe('a client that has left', () => {
    const left = new GatewayError('client-closed', 'The client has left.');
    const servers = { 80: web({ '/pub/a.zip': document('', 'PK') }), 443: web({ '/pub/a.zip': document('', 'PK') }) };
    const link = explain(FILE, { complete: true });

    test.each([
      ['the first request', 0],
      ['what cannot exist', 1],
      ['the old file', 2],
      ['the new file', 3],
    ])('ends it at %s, and the next one asks again', async (_what, at) => {
      const host = await startHost(servers);
      let turns = 0;
      const nextDoor = new NextDoor((old, work) => (turns++ === at ? Promise.reject(left) : host.inTurn(old, work)));
      await expect(nextDoor.suggest(link, 'alive')).rejects.toBe(left);
      expect(turns).toBe(at + 1);
      expect(await nextDoor.suggest(link, 'alive')).toMatchObject({ certainty: 'same' });
      await host.close();
    });

    test('ends it at a page', async () => {
      const host = await startHost({ 443: web({ '/about.html': HTML }) });
      let turns = 0;
      const nextDoor = new NextDoor((old, work) => (turns++ === 2 ? Promise.reject(left) : host.inTurn(old, work)));
      await expect(nextDoor.suggest(explain(PAGE, { complete: true }), 'gone')).rejects.toBe(left);
      await host.close();
    });
  });

  test('a bug is thrown, too', async () => {
    const bug = new TypeError('a bug');
    const host = await startHost({ 443: web({ '/about.html': HTML }), 80: web({ '/about.html': HTML }) });
    for (const [status, at] of [
      ['alive', 2],
      ['gone', 2],
    ] as const) {
      let turns = 0;
      const nextDoor = new NextDoor((old, work) => (turns++ === at ? Promise.reject(bug) : host.inTurn(old, work)));
      await expect(nextDoor.suggest(explain(PAGE, { complete: true }), status)).rejects.toBe(bug);
    }
    await host.close();
  });
});

describe('a page', () => {
  const KiB = 1024;
  const at = (before: number, tag: string) =>
    suggested({ 443: web({ '/about.html': document('text/html', ' '.repeat(before) + tag) }) }, PAGE);

  test('is read up to 64 KiB', async () => {
    const tag = '<input type=password';
    expect((await at(64 * KiB - tag.length, tag)).url).toBeNull();
    expect((await at(64 * KiB - tag.length + 1, tag)).certainty).toBe('guess');
  });

  test.each([
    ['<input type=text name=password>', 'guess'],
    ['<meta name=refresh content=1>', 'guess'],
    ['password', 'guess'],
  ])('with %s is a guess', async (html, certainty) => expect((await at(0, html)).certainty).toBe(certainty));

  test('that cannot be read is none', async () => {
    const answer: AnswerRequest = (method, target) =>
      target !== '/about.html' ? { status: '404 Not Found' } : method === 'HEAD' ? HTML : null;
    expect(await suggested({ 443: answer }, PAGE)).toMatchObject({
      url: null,
      reason: expect.stringMatching(/be read/),
    });
  });

  test('in XHTML is a page', async () => {
    const answer = document('Application/XHTML+xml; charset=utf-8', '<p/>');
    expect(await suggested({ 443: web({ '/about.html': answer }) }, PAGE)).toMatchObject({ certainty: 'guess' });
  });
});

describe('a redirect', () => {
  test('from http to https at the same place is followed', async () => {
    const there = web({ '/pub/a.zip': redirect(`https://www.${HOST}/pub/a.zip`) });
    const www = web({ '/pub/a.zip': ZIP });
    expect(await suggested({ 80: there, [`www.${HOST}:443`]: www }, `ftp://${HOST}/pub/a.zip`, 'gone')).toMatchObject({
      ...{ url: `https://www.${HOST}/pub/a.zip`, certainty: 'likely' },
    });
  });

  test('out of the Web is not followed', async () => {
    const out = web({ '/pub/a.zip': redirect(`ftp://${HOST}/pub/a.zip`) });
    expect(await suggested({ 443: out }, FILE)).toMatchObject({ url: null });
  });
});

describe('a server that does not say how long its answers are', () => {
  const MiB = 1024 * 1024;
  const sized = (size: number) => web({ '/pub/a.zip': document('application/zip', 'x'.repeat(size)) });
  /** Web servers without lengths, or with those that a field says. */
  const unsized = (size: number, field = 'X: 1') =>
    listen('http', {}, async (client) => {
      const [method, target] = ((await client.line()) ?? '').split(' ');
      while (await client.line());
      const [status, body] = target === '/pub/a.zip' ? ['200 OK', 'x'.repeat(size)] : ['404 No', ''];
      await client.reply(`HTTP/1.1 ${status}\r\n${field}\r\n\r\n${method === 'HEAD' ? '' : body}`);
    });

  test.each<[what: string, sizes: readonly [number, number], isOld: boolean, certainty: string | null]>([
    ['the new one, of the same octets', [4, 4], false, 'same'],
    ['the new one, of more octets', [4, 5], false, null],
    ['the new one, of as many octets as are compared, and one more', [MiB, MiB + 1], false, null],
    ['the old one, of the same octets', [4, 4], true, 'same'],
    ['the old one, of more octets than are compared', [MiB + 1, MiB + 1], true, 'likely'],
    ['the old one, of more octets than are compared, and the new one is short', [MiB + 1, 4], true, null],
    ['the new one, of more octets than are compared', [MiB + 1, MiB + 1], false, 'guess'],
  ])('%s', async (_what, [old, next], isOld, certainty) => {
    const servers = isOld ? { 80: await unsized(old), 443: sized(next) } : { 80: sized(old), 443: await unsized(next) };
    const found = await suggested(servers, FILE);
    expect(found.certainty).toBe(certainty);
  });

  /** A text of the old server, which says its length, and of the new one, which does not. */
  const texts = async (old: string, next: string) => {
    const server = await listen('http', {}, async (client) => {
      const [method, target] = ((await client.line()) ?? '').split(' ');
      while (await client.line());
      const [status, body] = target === '/a.txt' ? ['200 OK', next] : ['404 No', ''];
      await client.reply(`HTTP/1.1 ${status}\r\n\r\n${method === 'HEAD' ? '' : body}`);
    });
    return suggested(
      { 80: web({ '/a.txt': document('text/plain', old) }), 443: server },
      `http://${HOST}/a.txt`,
      'alive',
    );
  };

  test.each([
    ['other line ends', 'a\r\nb\r\n\r\n', 'a\nb', 'same'],
    ['nothing at all', '', '', null],
    ['nothing but empty lines', '\n', '\r\n', null],
    ['half of a character', 'voil\u00c3\u00a0', 'voil\u00c3', null],
  ])('a text of %s', async (_what, old, next, certainty) => {
    expect((await texts(old, next)).certainty).toBe(certainty);
  });

  test.each([
    ['123456789012345', 123_456_789_012_345],
    ['1234567890123456', null],
    ['-1', null],
  ])('a length of %s is %s', async (length, size) => {
    const next = await unsized(4, `Content-Length: ${length}`);
    expect(await suggested({ 443: next }, FILE)).toMatchObject({ size });
  });
});

test('fractions of a second make no difference', async () => {
  const size = 1024 * 1024 + 1;
  const modified = new Date('1997-05-01T12:00:00.900Z');
  const parts = [new Uint8Array(size).fill(120)];
  const read = async () => parts.pop() ?? null;
  const fetch = async () => ({ shape: 'transfer', read, unread: () => undefined });
  vi.spyOn(ftp, 'open').mockResolvedValue(
    Object.assign({ shape: 'file', size, isExact: true, modified, fetch }) as never,
  );
  const next = document('application/zip', 'x'.repeat(size), DATE);
  const found = await suggested({ 443: web({ '/pub/a.zip': next }) }, `ftp://${HOST}/pub/a.zip`, 'alive');
  vi.restoreAllMocks();
  expect(found).toMatchObject({ certainty: 'same', reason: 'The size, the date and the first MiB agree.' });
});

test('an old server that does not have it is not asked again', async () => {
  const servers = { 80: web({ '/pub/a.zip': ZIP }), 443: web({ '/pub/a.zip': ZIP }) };
  const { requests, certainty } = await suggested(servers, FILE, 'gone');
  expect([requests.filter((line) => line.startsWith('80')), certainty]).toEqual([[], 'likely']);
});

test('only what is certainly the same may be written', () => {
  expect(CERTAINTY_NAMES.filter((name) => CERTAINTIES[name].mayBeWritten)).toEqual(['same']);
});
