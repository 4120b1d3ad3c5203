/**
 * Lists whose length a server decides. JavaScript engines limit the arguments of a call to about 125,000, so such a
 * list never becomes arguments.
 */
import { expect, test } from 'vitest';
import { concatOctets } from '../../src/octets/octets.ts';
import { threads } from '../../src/open/threads.ts';
import { plainText } from '../../src/protocols/gopher/period.ts';
import { parseErrorReply } from '../../src/protocols/gopher/reply.ts';
import { allowsRobots, parseRobots } from '../../src/protocols/robots.ts';

const COUNT = 150_000;
const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each<[what: string, length: () => number, expected: number]>([
  ['octets to join', () => concatOctets(Array.from({ length: COUNT }, () => 'a')).length, COUNT],
  ['doubled periods', () => plainText(octets(`${'..\n'.repeat(COUNT)}.\n`)).length, 2 * COUNT],
  [
    'lines of an error reply',
    () => parseErrorReply(octets('a\n'.repeat(COUNT)), { host: 'h.example', port: 70 }).error.reply?.length ?? 0,
    500 + '…'.length,
  ],
  [
    'replies to one article',
    () => {
      const reply = (index: number) => ({ messageId: `${index}@h`, references: [], subject: 'Re: tea' });
      const question = { messageId: 'q@h', references: [], subject: 'tea' };
      const [thread] = threads([question, ...Array.from({ length: COUNT }, (_, index) => reply(index))]);
      return thread?.replies.length ?? 0;
    },
    COUNT,
  ],
])('many %s', (_, length, expected) => {
  expect(length()).toBe(expected);
});

test('many rules that match a selector', () => {
  const robots = parseRobots(octets(`User-agent: *\n${'Disallow: /a\n'.repeat(COUNT)}`));
  expect([allowsRobots(robots, ['*'], '/a/b'), allowsRobots(robots, ['*'], '/b')]).toEqual([false, true]);
});
