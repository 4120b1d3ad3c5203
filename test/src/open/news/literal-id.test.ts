/** The second reading of a message-id, and when a server is asked for it. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../../src/index.ts';
import { askForEither, literalIdOf, literalTarget } from '../../../../src/open/news/literal-id.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { linkOf } from '../context.ts';
import { errorOf } from './double.ts';

test.each([
  ['news:NM%76.1@h.example', 'NM%76.1@h.example'],
  ['mid:NM%76.1@h.example', 'NM%76.1@h.example'],
  ['news://h.example/%61%62@h', '%61%62@h'],
  ['news:a@h.example', null],
  ['news:a%2Fb@h.example', null],
  ['news:misc.test', null],
  ['news:NM%76.1197$BQ6@h', 'NM%76.1197$BQ6@h'],
  ['news:%41%7E%24b@h', '%41%7E$b@h'],
  ['<URL:news:%41b@h>', '%41b@h'],
  ['mid:%41b@h/%43c@h', '%41b@h'],
  ['nntp://h/%41b@h', '%41b@h'],
  ['news:%2541b@h', null],
  ['news:%F2b@h', null],
  ['news:%41.group', null],
  ['ftp://h.example/%76', null],
])('of %s', (url, id) => {
  expect(literalIdOf(explain(url, { complete: true }))).toBe(id);
});

test('a relative reference has a second reading', () => {
  expect(literalIdOf(explain('%41b@h', { base: 'news:x@y' }))).toBe('%41b@h');
});

test('of a link that would be too long with it', () => {
  const idOf = (length: number) => literalIdOf(explain(`news:%76${'a'.repeat(length - 10)}@h`, { complete: true }));
  expect([idOf(65_534)?.length, idOf(65_536)]).toEqual([65_529, null]);
});

describe('the second target', () => {
  const link = linkOf('news', 'news:NM%76@h');
  const message = (messageId: string) => ({ kind: 'message', messageId }) as const;
  const [first, second] = [message('NMv@h'), message('NM%76@h')];

  test.each([
    [undefined, second],
    ['NM%76@h', second],
    ['%4EM%76@h', message('%4EM%76@h')],
    ['%4eMv@h', message('%4eMv@h')],
    ['NM%76 @h', null],
  ])('with the parameter %s', (parameter, target) => {
    expect(literalTarget(link, first, parameter)).toEqual(target);
  });

  test.each(['other@h', 'NMv@i'])('is not that of another message: %s', (parameter) => {
    expect(() => literalTarget(link, first, parameter)).toThrow(
      '`literal` must be the same message-id with its escapes.',
    );
  });

  test('is not there for a number', () => {
    expect(literalTarget(link, { kind: 'article', group: 'a', number: 1 }, 'NM%76@h')).toBeNull();
  });

  const no = (status: number) => new ProtocolError('not-found', `${status}`, { status });
  const ask = (replies: Readonly<Record<string, unknown>>) => {
    const asked: string[] = [];
    const found = askForEither(first, second, ({ messageId }) => {
      asked.push(messageId);
      const reply = replies[messageId];
      return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
    });
    return { asked, found };
  };

  test('is asked for once, after a 430', async () => {
    const { asked, found } = ask({ 'NMv@h': no(430), 'NM%76@h': 'it' });
    expect([await found, asked]).toEqual([{ found: second, result: 'it' }, ['NMv@h', 'NM%76@h']]);
  });

  test.each([no(431), no(480), new TypeError('a bug')])('is not asked for after %s', async (error) => {
    const { asked, found } = ask({ 'NMv@h': error });
    expect([await errorOf(found), asked]).toEqual([error, ['NMv@h']]);
  });

  test('that the server does not have leaves the first failure', async () => {
    const [one, other, bug] = [no(430), no(430), new TypeError('a bug')];
    expect(await errorOf(ask({ 'NMv@h': one, 'NM%76@h': other }).found)).toBe(one);
    expect(await errorOf(ask({ 'NMv@h': one, 'NM%76@h': no(400) }).found)).toMatchObject({ status: 400 });
    expect(await errorOf(ask({ 'NMv@h': one, 'NM%76@h': bug }).found)).toBe(bug);
  });

  test('that is not there leaves the first failure, too', async () => {
    const one = no(430);
    expect(await errorOf(askForEither(first, null, () => Promise.reject(one)))).toBe(one);
  });
});
