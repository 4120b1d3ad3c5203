/** `guardedFetch` over sockets, as in a Worker, with sockets of Node in place of those of the platform. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openSocket } from '../../../bin/node-socket.ts';
import { fetchUnder } from '../../../src/guarded-fetch/guarded-fetch.ts';
import { limitsOf } from '../../../src/guarded-fetch/options.ts';
import { webhookPolicy } from '../../../src/webhooks/index.ts';
import { type SocketPlatform, socketTransport } from '../../../worker/net/socket-transport.ts';
import { authorityPath } from '../../servers/certificates.ts';
import type { FetchWith } from '../../src/guarded-fetch/calls.ts';
import { testGuardedFetch } from '../../src/guarded-fetch/conformance.ts';

const authorities = [readFileSync(authorityPath, 'utf8')];

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

const connect: SocketPlatform['connect'] = (address) => {
  if (typeof address === 'string') throw new TypeError('An address is an object here.');
  const socket = openSocket({ host: bare(address.hostname), port: address.port });
  const startTls = socket.startTls.bind(socket);
  return Object.assign(socket, {
    startTls: (options?: { expectedServerHostname?: string }) => startTls(options, authorities),
  });
};

const fetchOver =
  (connect: SocketPlatform['connect']): FetchWith =>
  async (url, init, options, resolve) => {
    const guard = {
      policy: webhookPolicy(options),
      limits: limitsOf(options),
      transport: socketTransport({ connect, resolve }),
    };
    return init instanceof Request ? fetchUnder(guard, init, {}) : fetchUnder(guard, url, init);
  };

testGuardedFetch({ codings: 'gzip, deflate', fetch: fetchOver(connect) });

/** Sockets that the platform refuses, as those of Workers to the platform's own addresses. */
const refusing: SocketPlatform['connect'] = () =>
  connect({ hostname: '127.83.71.9', port: 9 }, { allowHalfOpen: false });

test.each([
  [['104.16.132.229', '2606:4700::6810:84e5'], 'platform'],
  [['104.16.132.229', '93.184.215.14'], 'connection'],
  [['93.184.215.14'], 'connection'],
])('a name at %j that cannot be reached: %s', async (addresses, rule) => {
  const called = fetchOver(refusing)('https://hooks.example.com/', {}, {}, async () => addresses);
  await expect(called).rejects.toMatchObject({ code: 'UNREACHABLE', rule });
  if (rule === 'platform') await expect(called).rejects.toThrow('reach with `fetch` only');
});
