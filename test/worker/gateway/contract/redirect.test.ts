/** Redirects: `/r?url=…` and `/u/<url>`, for every kind of link, and the links of `/v1/resolve`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';
import { REDIRECTS } from '../../../../worker/gateway/contract/destination.ts';
import { type RunningWorker, startWorker, takeWholeLog } from '../../harness.ts';
import { problemType, readProblem } from '../../problems.ts';

/** Schemes that no gateway opens in this test. */
const CLOSED = ['telnet', 'rlogin', 'tn3270', 'wais', 'prospero', 'go'];

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker({
    GATEWAYS: JSON.stringify({
      gemini: 'https://portal.example/gemini/{+authority}/{+path}',
      ...Object.fromEntries(CLOSED.map((scheme) => [scheme, 'none'])),
    }),
    REDIRECT_HOSTS: 'info.cern.ch, .example.org =alone.example.com 192.0.2.0/24',
    AFS_WEB: JSON.stringify({ 'andrew.cmu.edu': 'https://web.example/afs' }),
    EGRESS_ALLOW: 'h.example:70, h.example:7070, h.example:21, h.example:119',
    NEWS_SERVER: 'h.example',
  });
});
afterAll(() => worker.close());

const HTML = { headers: { Accept: 'text/html' } };
const JSON_ONLY = { headers: { Accept: 'application/json' } };
const ask = (link: string, more = '', init?: RequestInit) =>
  worker.fetch(`/r?url=${encodeURIComponent(link)}${more}`, init);

describe('where a link leads', () => {
  test.each([
    ['gopher://h.example:7070/1/world', '/gopher/h.example:7070/1/world'],
    ['GOPHER://H.example', '/gopher/h.example/'],
    ['gopher://h.example/1/../x', '/open?url=gopher%3A%2F%2Fh.example%2F1%2F..%2Fx'],
    ['ftp://h.example/pub/', '/ftp/h.example/pub/'],
    ['ftp://user:sesame@h.example/pub/', '/ftp/h.example/pub/?login=user'],
    ['ftp://ada@h.example', '/ftp/h.example/?login=ada'],
    ['ftp://anonymous:me%40h.example@h.example/pub/', '/ftp/h.example/pub/'],
    ['ftp://@h.example/', '/ftp/h.example/'],
    ['ftp://ada@h.example//etc/motd', '/open?url=ftp%3A%2F%2Fh.example%2F%2Fetc%2Fmotd'],
    ['news:comp.lang.c', '/news/~/comp.lang.c'],
    ['nntp://h.example/comp.lang.c/17', '/nntp/h.example/comp.lang.c/17'],
    ['mailto:a@h.example', '/open?url=mailto%3Aa%40h.example'],
    ['gemini://h.example:1966/a', 'https://portal.example/gemini/h.example:1966/a'],
    ['http://info.cern.ch/', 'http://info.cern.ch/'],
    ['http://www.example.org/?a=b#c', 'http://www.example.org/?a=b#c'],
    ['http://below.info.cern.ch/', 'http://below.info.cern.ch/'],
    ['http://alone.example.com/', 'http://alone.example.com/'],
    ['http://192.0.2.7/', 'http://192.0.2.7/'],
    ['http://user:sesame@info.cern.ch/', 'http://info.cern.ch/'],
    ['afs://andrew.cmu.edu/usr/a', 'https://web.example/afs/usr/a'],
  ])('%s: %s', async (link, location) => {
    const response = await ask(link);
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(location);
    expect(await response.text()).toBe(`${location}\n`);
  });

  test.each(['GOPHER://h.example\r\n', '<URL:gopher://h.\r\n  example/1>\r\n', ' \r\n<gopher://h.example/>'])(
    'for people, one link with line breaks is one link: %j',
    async (link) => {
      const response = await ask(link, '', HTML);
      expect([response.status, response.headers.get('location')]).toEqual([302, '/gopher/h.example/']);
    },
  );

  test.each(REDIRECTS)('with the requested status: %d (RFC 9110 §15.4)', async (status) => {
    const response = await ask('gopher://h.example/1/a', `&status=${status}`);
    expect(response.status).toBe(status);
    expect(response.headers.get('location')).toBe('/gopher/h.example/1/a');
  });

  test.each(['200', '300', '304', '302.5', '', 'x'])('and no other: %j', async (status) => {
    const response = await ask('gopher://h.example/', `&status=${status}`);
    expect(response.status).toBe(400);
    expect((await readProblem(response)).errors[0]).toMatchObject({ parameter: 'status' });
  });

  test('names the canonical link, and may be cached for an hour', async () => {
    const { headers } = await ask('GOPHER://h.example:70/0a<b>');
    expect(headers.get('link')).toBe('<gopher://h.example/0a%3Cb%3E>; rel="canonical"');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('never contains a password, and is not cached if the link had one', async () => {
    for (const init of [{}, HTML, JSON_ONLY]) {
      for (const link of ['ftp', 'http', 'telnet', 'wais'].map((scheme) => `${scheme}://me:sesame@h.example/db`)) {
        const response = await ask(link, '', init);
        const all = [...response.headers].flat().join('\n') + (await response.text());
        expect(all).not.toContain('sesame');
        expect(response.headers.get('cache-control')).toMatch(/^(?:private, )?no-store$/);
      }
    }
  });

  test('JSON about a link that the visitor confirms runs nowhere, and is nothing else than JSON', async () => {
    const response = await ask('http://x.example/', '&format=json', JSON_ONLY);
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        'content-type': 'application/json',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    ]);
  });

  test('a reference is resolved first, in the requested dialect', async () => {
    expect((await ask('../b', '&base=gopher%3A%2F%2Fh.example%2F1%2Fa%2Fc')).headers.get('location')).toBe(
      '/gopher/h.example/1/b',
    );
    expect((await ask('ftp://h.example/a!I', '&dialect=url-1994')).headers.get('location')).toBe(
      '/ftp/h.example/a;type=i',
    );
  });

  test('HEAD answers as GET does', async () => {
    const response = await ask('gopher://h.example/', '', { method: 'HEAD' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/gopher/h.example/']);
    expect(await response.text()).toBe('');
  });

  test('the log has only the scheme (design §3)', async () => {
    await takeWholeLog(worker);
    await ask('gopher://secret.example/0secret');
    await worker.fetch('/u/x-mine:secret');
    const lines = await takeWholeLog(worker);
    expect(lines.map(({ route, scheme }) => [route, scheme])).toEqual([
      ['/r', 'gopher'],
      ['/u/{url}', 'unknown'],
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});

describe('/u/', () => {
  test.each([
    ['raw', 'gopher://h.example:7070/1/world', '/gopher/h.example:7070/1/world'],
    ['escaped', 'gopher%3A%2F%2Fh.example%2F1%2Fworld', '/gopher/h.example/1/world'],
    ['escaped, with an escape', 'gopher%3A%2F%2Fh.example%2F0a%2520b', '/gopher/h.example/0a%20b'],
    ['raw, with an escape', 'gopher://h.example/0a%20b', '/gopher/h.example/0a%20b'],
    ['twice escaped stays so', 'gopher://h.example/0a%250Db', '/gopher/h.example/0a%250Db'],
    ['one slash, as platforms leave it', 'gopher:/h.example/1/world', '/gopher/h.example/1/world'],
    ['one slash of a scheme that is not opened', 'go:/h.example?x', null],
    ['one slash of ftp', 'ftp:/h.example/pub/', '/ftp/h.example/pub/'],
    ['one slash of http', 'http:/info.cern.ch/a?b=c', 'http://info.cern.ch/a?b=c'],
    ['upper case', 'GOPHER:/h.example/', '/gopher/h.example/'],
    ['its own query', 'http://info.cern.ch/?status=301&url=x', 'http://info.cern.ch/?status=301&url=x'],
    ['a wrapper', '%3CURL:gopher://h.example/0a%3E', '/gopher/h.example/0a'],
    ['no slashes', 'news:comp.lang.c', '/news/~/comp.lang.c'],
    ['headers of mail', 'mailto:a@h.example?subject=b', '/open?url=mailto%3Aa%40h.example%3Fsubject%3Db'],
  ])('%s: %s', async (_, link, location) => {
    const response = await worker.fetch(`/u/${link}`);
    expect(response.status).toBe(location === null ? 501 : 302);
    expect(response.headers.get('location')).toBe(location);
  });

  test.each(['', 'h.example', '%', '%FF', 'gopher%ZZ', '../r?url=x'])('is not a link: %j', async (link) => {
    const response = await worker.fetch(`/u/${link}`);
    expect([400, 404, 422]).toContain(response.status);
  });
});

describe('links that are not opened', () => {
  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://h.example/x',
  ])('%s: nothing ever redirects there', async (link) => {
    for (const path of ['/r?url=', '/open?url=']) {
      const response = await worker.fetch(path + encodeURIComponent(link));
      expect(response.status).toBe(422);
      expect(response.headers.get('location')).toBeNull();
      expect((await readProblem(response)).type).toEqual(problemType('unsafe-link'));
      const page = await worker.fetch(path + encodeURIComponent(link), HTML);
      expect(page.status).toBe(422);
      expect(await page.text()).not.toMatch(/href="(javascript|data|vbscript|blob):/i);
    }
  });

  test.each([
    ['telnet://h.example/', '<code>telnet h.example</code>'],
    ['telnet://guest@h.example:2323/', '<code>telnet -l guest h.example 2323</code>'],
    ['telnet://a%20b@[2001:db8::1]/', "<code>telnet -l 'a b' 2001:db8::1</code>"],
    ['rlogin://guest@h.example/', '<code>rlogin -l guest h.example</code>'],
    ['telnet://guest:sesame@h.example/', 'guest'],
    ['tn3270://h.example/', '<code>c3270 h.example</code>'],
    // The button works with the program that the system has registered.
    ['telnet://h.example/', '<a class="button" href="telnet://h.example/"'],
    ['wais://h.example/db?words', 'What a client sends'],
    ['prospero://h.example/a/b', 'What a client sends'],
    ['go://cnrp.foo.com?Mercedes%20Benz;geography=US-ga', '&lt;commonname>Mercedes Benz&lt;/commonname>'],
    ['file://vms.host.edu/disk$user/my/notes', 'href="/ftp/vms.host.edu/disk$user/my/notes"'],
    ['file:///etc/motd', '/etc/motd'],
    ['afs://other.example/usr/x', '/afs/other.example/usr/x'],
    ['x-mine:whatever', 'experimental'],
    ['magnet:?xt=urn:x', 'magnet'],
  ])('%s is explained to people and programs (501)', async (link, words) => {
    const page = await ask(link, '', HTML);
    expect(page.status).toBe(501);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain(words);
    // As for every failure, a client that accepts anything counts as a program.
    for (const init of [undefined, { headers: { Accept: '*/*' } }]) {
      expect((await ask(link, '', init)).headers.get('content-type')).toBe('application/problem+json');
    }
    const problem = await ask(link, '', JSON_ONLY);
    expect(problem.status).toBe(501);
    expect(problem.headers.get('x-robots-tag')).toBe('noindex');
    expect(problem.headers.get('content-type')).toBe('application/problem+json');
    const { type }: { type: string } = await problem.json();
    expect(type).toEqual(problemType('no-gateway'));
    const canonical = /:[^/@]*@/.test(link) ? null : `<${canonicalize(link)}>; rel="canonical"`;
    expect(page.headers.get('link')).toBe(canonical);
  });

  test.each([
    ['file://vms.host.edu/a%20b', 'ftp/vms.host.edu/a%20b', 'ftp://vms.host.edu/a%20b'],
    ['afs://cell.example.org/usr/x', 'ftp/cell.example.org/usr/x', 'ftp://cell.example.org/usr/x'],
  ])('%s has links to FTP and to the copy of an archive', async (link, path, url) => {
    const page = await (await ask(link, '', HTML)).text();
    expect(page).toContain(`<a href="/${path}">${url}</a>`);
    expect(page).toContain(`<a href="https://web.archive.org/web/${url}" rel="noopener noreferrer nofollow ugc">`);
  });

  test.each([
    [
      'telnet://h.example/',
      'A telnet session at h.example',
      'gateway of this service for telnet links is switched off',
    ],
    [
      'prospero://h.example/a',
      'The object “a” on the Prospero server',
      'gateway of this service for prospero links is switched off',
    ],
    ['magnet:?xt=urn:x', 'Unknown scheme: magnet', 'An app on your computer may be able to open it.'],
    ['file:///etc/motd', 'A file on your computer: “/etc/motd”', 'Paste the path into your file manager.'],
  ])('%s has the title “%s”, and says why: %s', async (link, title, reason) => {
    const page = await (await ask(link, '', HTML)).text();
    expect(page).toContain(`<title>${title}`);
    expect(page).toContain(reason);
    expect(page).toContain(`href="/inspect?url=${encodeURIComponent(link)}"`);
  });

  test.each([
    ['rlogin://h.example:5130/', 'the program takes no port'],
    ['telnet://-x.example/', 'the host would be an option'],
    ['magnet:?xt=urn:x', 'no program is known'],
  ])('%s has no command: %s', async (link) => {
    expect(await (await ask(link, '', HTML)).text()).not.toContain('class="command"');
  });

  test('an afs link says how its cell can be opened', async () => {
    expect(await (await ask('afs://other.example/usr/x', '', HTML)).text()).toContain(
      'data-copy="/afs/other.example/usr/x"',
    );
  });

  test('a local file has no link to FTP or to an archive', async () => {
    expect(await (await ask('file:///etc/motd', '', HTML)).text()).not.toMatch(/ftp:|web\.archive\.org/);
  });

  test('the wire octets are shown with their control characters', async () => {
    const page = await (await ask('go://h.example?x', '', HTML)).text();
    expect(page).toContain('POST / HTTP/1.1<span class="control">CR</span><span class="control">LF</span>\n');
  });
});

describe('the Web', () => {
  test('gets a page that shows where the link leads, and no redirect (CWE-601)', async () => {
    const response = await ask('http://www.example.com/a?b=c', '&status=301', HTML);
    expect(response.status).toBe(200);
    expect(response.headers.get('location')).toBeNull();
    const page = await response.text();
    expect(page).toContain('href="http://www.example.com/a?b=c"');
    expect(page).not.toContain('http-equiv');
  });

  test.each([
    ['user info that looks like the host', 'http://www.bank.example@evil.example/', 'evil.example', 'www.bank.example'],
    ['a number that is an address', 'http://0x7f000001/', '127.0.0.1', '0x7f000001'],
    ['letters that look like others', 'http://www.аррӏе.example/', 'www.xn--80ak6aa92e.example', null],
  ])('warns of %s', async (_, link, host, hidden) => {
    const page = await (await ask(link, '', HTML)).text();
    expect(page).toContain('Be careful');
    expect(page).toContain(host);
    if (hidden !== null) expect(page).not.toContain(hidden);
  });

  test('says that it removed a user name and a password', async () => {
    const page = await (await ask('http://user:sesame@www.example.com/', '', HTML)).text();
    expect(page).toContain('Waypost has removed the user name and password from the link.');
    expect(await (await ask('http://www.example.com/', '', HTML)).text()).not.toContain('has removed');
  });

  test.each([
    'http:\\\\evil.example',
    'http:evil.example',
    'https:///evil.example',
    'http://info.cern.ch@evil.example',
  ])('no spelling gets past the list of hosts: %s', async (link) => {
    const response = await ask(link, '', HTML);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('evil.example');
  });

  test.each(['http://www.alone.example.com/', 'http://example.org/', 'http://evilinfo.cern.ch/', 'http://192.0.3.7/'])(
    'is shown before a host that is not on the list: %s',
    async (link) => {
      expect((await ask(link, '', HTML)).status).toBe(200);
    },
  );
});
