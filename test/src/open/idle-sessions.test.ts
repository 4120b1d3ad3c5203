/** Idle sessions: which link may use them, how many there are, and when they end. */
import { expect, test } from 'vitest';
import type { SocketConnection } from '../../../src/net/connection.ts';
import { Deadline, timedOut } from '../../../src/net/deadline.ts';
import { IdleSessions } from '../../../src/open/idle-sessions.ts';

const LIFETIME = new Deadline(null, timedOut('total'), null);

/** A store, and what becomes of its sessions. */
function storeOf(most: number) {
  const sessions = new IdleSessions(most);
  const ended: string[] = [];
  const served: Deadline[] = [];
  const connection = { serve: (lifetime: Deadline) => void served.push(lifetime) } as unknown as SocketConnection;
  const sessionOf = (name: string) => ({ quit: async () => void ended.push(name) });
  return {
    ...{ sessions, ended, served, connection },
    /** A link leaves a session with its server. */
    leave(host: string, server = host) {
      const session = sessionOf(server);
      sessions.begin(host, LIFETIME, [connection]).keep(server, session);
      sessions.end();
      return session;
    },
  };
}

test('the next link of the server takes a session with its connection, and nobody else does', () => {
  const { sessions, served, connection, leave } = storeOf(3);
  const session = leave('h', 'ftp h 21');
  const connections: SocketConnection[] = [];
  const lifetime = new Deadline(null, timedOut('total'), null);
  const link = sessions.begin('h', lifetime, connections);
  expect([link.take('ftp h 2121'), connections]).toEqual([null, []]);
  expect([link.take('ftp h 21'), connections, served]).toEqual([session, [connection], [lifetime]]);
  expect(link.take('ftp h 21')).toBeNull();
});

test('a kept session takes its connection from the link, which would close it', () => {
  const { sessions, connection } = storeOf(3);
  const connections = [connection, connection];
  sessions.begin('h', LIFETIME, connections).keep('h', { quit: async () => {} });
  expect(connections).toEqual([connection]);
  // A link without a connection has nothing to keep.
  const other = sessions.begin('i', LIFETIME, []);
  other.keep('i', { quit: async () => {} });
  expect(other.take('i')).toBeNull();
});

test.each([
  [3, []],
  [2, ['a']],
  [1, ['a', 'b']],
  [0, ['a', 'b']],
])('with room for %i, a new connection ends these idle sessions: %j', async (most, expected) => {
  const { sessions, ended, leave } = storeOf(most);
  leave('a');
  leave('b');
  sessions.begin('c', LIFETIME, []);
  await sessions.admitConnection();
  expect(ended).toEqual(expected);
});

test('a link that has ended needs no room', async () => {
  const { sessions, ended, leave } = storeOf(2);
  leave('a');
  sessions.begin('b', LIFETIME, []);
  sessions.end();
  sessions.begin('c', LIFETIME, []);
  await sessions.admitConnection();
  expect(ended).toEqual([]);
});

test('the sessions of a host end, and then all others', async () => {
  const { sessions, ended, leave } = storeOf(9);
  for (const [host, server] of [
    ['a', 'a 21'],
    ['b', 'b'],
    ['a', 'a 2121'],
    ['c', 'c'],
  ] as const)
    leave(host, server);
  await sessions.close('a');
  expect(ended).toEqual(['a 21', 'a 2121']);
  await sessions.close();
  await sessions.close();
  expect(ended).toEqual(['a 21', 'a 2121', 'b', 'c']);
});

test('all links learn what one notes of a server', () => {
  const { sessions } = storeOf(3);
  const refused = new Error('no');
  sessions.begin('h', LIFETIME, []).note('h', 'alone');
  sessions.begin('i', LIFETIME, []).note('i', refused);
  const link = sessions.begin('h', LIFETIME, []);
  expect(['h', 'i', 'j'].map((server) => link.known(server))).toEqual(['alone', refused, 'shared']);
});
