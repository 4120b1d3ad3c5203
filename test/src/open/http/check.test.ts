/** Checks of web links: the robots.txt first, then HEAD, or GET after a refusal, and what statuses say. */
import { describe, expect, test } from 'vitest';
import type { CheckNetwork } from '../../../../src/open/contract.ts';
import { http } from '../../../../src/open/http/http.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { contextOf, linkOf } from '../context.ts';
import { type Answers, answerOf, webDouble } from './web.ts';

const SERVER = 'http://h.example';
const OK = answerOf('200 OK', ['Content-Length: 0']);
const NO_ROBOTS = { 'GET /robots.txt': answerOf('404 Not Found') };
const EXCLUDED = {
  status: 'not-checked',
  reason: 'robots',
  detail: 'The robots.txt of this server asks robots to stay away from this.',
};

function check(path: string, answers: Exclude<Answers, string>, members: Partial<CheckNetwork> = {}) {
  const web = webDouble({ ...NO_ROBOTS, ...answers });
  const url = path.startsWith('/') ? SERVER + path : path;
  const checked = http.check?.(linkOf('http', url), contextOf({ connect: web.connect, ...members }));
  const finding = checked ?? Promise.reject(new TypeError('web links have no check'));
  const lines = () => web.server.requests.map((request) => request.split(' HTTP/1.1', 1).join(''));
  return { finding, lines, ...web };
}

describe('a status', () => {
  test.each([
    ['200 OK', 'alive'],
    ['204 No Content', 'alive'],
    ['299 Fine', 'alive'],
    ['300 Choose', 'unavailable'],
    ['302 Found', 'unavailable'],
    ['304 Not Modified', 'alive'],
    ['401 Who?', 'restricted'],
    ['402 Pay', 'restricted'],
    ['403 No', 'restricted'],
    ['404 Not Found', 'gone'],
    ['407 Who?', 'restricted'],
    ['410 Gone', 'gone'],
    ['418 Tea', 'unavailable'],
    ['429 Slow down', 'unavailable'],
    ['451 Law', 'restricted'],
    ['500 Oops', 'unavailable'],
    ['503 Busy', 'unavailable'],
  ])('%s is %s', async (status, found) => {
    const answer = answerOf(status);
    const { finding, server } = check('/a', { 'HEAD /a': answer, 'GET /a': answer });
    expect([await finding, server.open]).toEqual([{ status: found, reply: `HTTP/1.1 ${status}` }, 0]);
  });
});

describe('a request', () => {
  test.each([
    ['399 Odd', false],
    ['400 Bad', true],
    ['401 Who?', false],
    ['403 No', true],
    ['404 Not Found', true],
    ['405 No HEAD', true],
    ['407 Who?', false],
    ['410 Gone', false],
    ['429 Slow down', false],
    ['501 No HEAD', true],
  ])('that is answered with %s is made again with GET: %s', async (status, again) => {
    const { finding, lines } = check('/a', { 'HEAD /a': answerOf(status), 'GET /a': OK });
    expect((await finding).status === 'alive').toBe(again);
    expect(lines()).toEqual(['GET /robots.txt', 'HEAD /a', ...(again ? ['GET /a'] : [])]);
  });

  test('has neither the user info of the link nor its fragment', async () => {
    const { finding, server, lines } = check('http://u:p@h.example/a?q#f', { 'HEAD /a?q': OK });
    expect([(await finding).status, lines()]).toEqual(['alive', ['GET /robots.txt', 'HEAD /a?q']]);
    expect(server.requests.join('')).not.toContain('Authorization');
  });

  test('tells the head of the last answer, with its address', async () => {
    const heads: unknown[] = [];
    const onHead: CheckNetwork['onHead'] = (url, { status }) => void heads.push([url, status]);
    await check('/a#f', { 'HEAD /a': answerOf('405 No'), 'GET /a': OK }, { onHead }).finding;
    expect(heads).toEqual([['http://h.example/a', 200]]);
  });
});

describe('a redirect', () => {
  test.each([
    ['301 Moved', '/b', 'http://h.example/b'],
    ['302 Found', 'c', 'http://h.example/c'],
    ['303 See', 'https://other.example/', 'https://other.example/'],
    ['307 Now', 'ftp://h.example/', 'ftp://h.example/'],
    ['308 Now', 'http://u:p@other.example/', 'http://other.example/'],
  ])('%s %s leads to %s', async (status, target, location) => {
    const { finding } = check('/a', { 'HEAD /a': answerOf(status, [`Location: ${target}`]) });
    expect(await finding).toEqual({ status: 'moved', reply: `HTTP/1.1 ${status}`, location });
  });

  test.each([
    ['300 Choose', '/b', 'unavailable'],
    ['304 Not Modified', '/b', 'alive'],
    ['201 Created', '/b', 'alive'],
    ['302 Found', 'http://[', 'unavailable'],
  ])('%s %s is none', async (status, target, found) => {
    const { finding } = check('/a', { 'HEAD /a': answerOf(status, [`Location: ${target}`]) });
    expect(await finding).toEqual({ status: found, reply: `HTTP/1.1 ${status}` });
  });
});

describe('the robots.txt', () => {
  const rules = (...lines: readonly string[]) => answerOf('200 OK', [], `User-agent: *\n${lines.join('\n')}\n`);
  const found = async (path: string, robots: string) =>
    check(path, { 'GET /robots.txt': robots, [`HEAD ${path}`]: OK }).finding;

  test.each([
    ['/private/a', EXCLUDED],
    ['/a%C3%A9', EXCLUDED],
    ['/find?q', EXCLUDED],
    ['/find', { status: 'alive', reply: 'HTTP/1.1 200 OK' }],
    ['/', { status: 'alive', reply: 'HTTP/1.1 200 OK' }],
  ])('is obeyed at %s', async (path, finding) => {
    expect(await found(path, rules('Disallow: /private/', 'Disallow: /a\xc3\xa9', 'Disallow: /find?'))).toEqual(
      finding,
    );
  });

  test('keeps a robot from asking', async () => {
    const { finding, lines, server } = check('/a', { 'GET /robots.txt': rules('Disallow: /') });
    expect([await finding, lines(), server.open]).toEqual([EXCLUDED, ['GET /robots.txt'], 0]);
  });

  test('of each server is asked for once, at its own port', async () => {
    const { robots } = contextOf({});
    const first = check('http://h.example:8080/a', { 'HEAD /a': OK }, { robots });
    await first.finding;
    const second = check('http://h.example:8080/b', { 'HEAD /b': OK }, { robots });
    await second.finding;
    const other = check('https://h.example/b', { 'HEAD /b': OK }, { robots });
    await other.finding;
    expect([first, second, other].map(({ lines, dialled }) => [lines()[0], dialled[0]?.port])).toEqual([
      ['GET /robots.txt', 8080],
      ['HEAD /b', 8080],
      ['GET /robots.txt', 443],
    ]);
  });

  test.each([
    ['that is missing', answerOf('404 Not Found', [], 'User-agent: *\nDisallow: /')],
    ['that the server refuses', answerOf('499 Odd', [], 'User-agent: *\nDisallow: /')],
    ['that leads nowhere', answerOf('300 Choose', [], 'User-agent: *\nDisallow: /')],
    ['whose length is wrong', answerOf('200 OK', ['Content-Length: 99'], 'User-agent: *\nDisallow: /')],
  ])('%s allows everything', async (_what, robots) => {
    expect(await found('/a', robots)).toMatchObject({ status: 'alive' });
  });

  test.each(['500 Oops', '503 Busy'])('with the status %s allows nothing now', async (status) => {
    const { finding, lines, server } = check('/a', { 'GET /robots.txt': answerOf(status) });
    await expect(finding).rejects.toMatchObject({
      ...{ code: 'gateway-busy', reply: `HTTP/1.1 ${status}`, message: 'The server does not send its robots.txt now.' },
    });
    expect([lines(), server.open]).toEqual([['GET /robots.txt'], 0]);
  });

  test.each([
    [512 * 1024, EXCLUDED],
    [512 * 1024 + 1, { status: 'alive', reply: 'HTTP/1.1 200 OK' }],
  ])('of %i octets', async (length, finding) => {
    const text = 'User-agent: *\nDisallow: /\n';
    const body = text + '#'.repeat(length - text.length);
    expect(await found('/a', answerOf('200 OK', [`Content-Length: ${length}`], body))).toEqual(finding);
  });

  test('that breaks off for another reason is an error', async () => {
    const web = webDouble(answerOf('200 OK'));
    const failure = new ProtocolError('timeout', 'The server sent nothing.');
    let closed = 0;
    const connect: CheckNetwork['connect'] = async (options) => {
      const connection = await web.connect(options);
      const [read, close] = [connection.read.bind(connection), connection.close.bind(connection)];
      return Object.assign(connection, {
        read: async () => (await read()) ?? Promise.reject(failure),
        close: () => {
          closed += 1;
          close();
        },
      });
    };
    const finding = http.check?.(linkOf('http', `${SERVER}/a`), contextOf({ connect }));
    await expect(finding).rejects.toBe(failure);
    expect(closed).toBe(1);
  });

  const redirects = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `GET /${index === 0 ? 'robots.txt' : index}`,
        answerOf('302 Found', [`Location: /${index + 1}`]),
      ]),
    );

  test.each([
    [5, EXCLUDED],
    [6, { status: 'alive', reply: 'HTTP/1.1 200 OK' }],
  ])('may be %i redirects away', async (count, finding) => {
    const { finding: result, server } = check('/a', {
      ...{ ...redirects(count), [`GET /${count}`]: rules('Disallow: /'), 'HEAD /a': OK },
    });
    expect([await result, server.open]).toEqual([finding, 0]);
  });

  test('of another protocol is not asked for', async () => {
    const moved = answerOf('301 Moved', ['Location: ftp://h.example/robots.txt']);
    const { finding, lines } = check('/a', { 'GET /robots.txt': moved, 'HEAD /a': OK });
    expect([(await finding).status, lines()]).toEqual(['alive', ['GET /robots.txt', 'HEAD /a']]);
  });
});
