/** The rules of servers: whose they are, how long they are kept, and what is forgotten. */
import { expect, test } from 'vitest';
import { RobotsRules } from '../../../src/open/robots-rules.ts';

const octetsOf = (text: string) => Uint8Array.from(Buffer.from(text));

/** Rules of servers that all have the same file, and the servers that were asked for it. */
function rulesOf(text: string) {
  const rules = new RobotsRules();
  const asked: string[] = [];
  const allow = (server: string, path = '/a') =>
    rules.allow(server, path, async () => {
      asked.push(server);
      return octetsOf(text);
    });
  return { allow, asked };
}

test.each([
  ['*', false],
  ['waypost', false],
  ['WebProxy', false],
  ['other', true],
])('what is said to %s: allowed %s', async (agent, allowed) => {
  const { allow } = rulesOf(`User-agent: ${agent}\nDisallow: /a\n`);
  expect([await allow('h'), await allow('h', '/b')]).toEqual([allowed, true]);
});

test('the longest rule counts, whomever it is for', async () => {
  const groups = ['*', 'waypost', 'webproxy'].map((agent, index) => `User-agent: ${agent}\nDisallow: /${index}\n`);
  const { allow } = rulesOf(`${groups.join('')}User-agent: waypost\nAllow: /0/a\n`);
  expect(await Promise.all(['/0', '/0/a', '/1', '/2', '/3'].map((path) => allow('h', path)))).toEqual([
    ...[false, true, false, false, true],
  ]);
});

test('a server without a file allows everything', async () => {
  expect(await rulesOf('').allow('h')).toBe(true);
});

test('a server is asked once, also by checks at the same time', async () => {
  const { allow, asked } = rulesOf('');
  await Promise.all([allow('a'), allow('a'), allow('b')]);
  await allow('a');
  expect(asked).toEqual(['a', 'b']);
});

test('a failure goes to those who wait, and the next check asks again', async () => {
  const rules = new RobotsRules();
  const failure = new Error('silent');
  const failing = () => rules.allow('h', '/a', () => Promise.reject(failure));
  const results = await Promise.allSettled([failing(), failing()]);
  expect(results.map((result) => result.status === 'rejected' && result.reason)).toEqual([failure, failure]);
  expect(await rules.allow('h', '/a', async () => octetsOf('User-agent: *\nDisallow: /'))).toBe(false);
});

test('of more than five hundred servers, the oldest is forgotten', async () => {
  const { allow, asked } = rulesOf('');
  const servers = Array.from({ length: 500 }, (_, index) => `${index}`);
  for (const server of servers) await allow(server);
  await allow('0');
  expect(asked).toEqual(servers);
  await allow('more');
  await allow('1');
  expect(asked).toEqual([...servers, 'more']);
  await allow('0');
  expect(asked.at(-1)).toBe('0');
});
