/** The guard of webhooks against names that lead to private addresses when a connection is made. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Agent, buildConnector, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  EgressError,
  type GuardOptions,
  guardedAgents,
  guardedConnector,
  guardedLookup,
} from '../../bin/webhooks-node.ts';
import { checkUrl } from '../../src/webhooks/index.ts';

let server: Server;
let port: number;
let received = 0;

beforeAll(async () => {
  server = createServer((_, response) => {
    received += 1;
    response.end('hello');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => void server.close());

/** A resolver that gives one list of addresses after the other, then the last again. */
function answering(...lists: readonly (readonly string[])[]) {
  let asked = 0;
  return async () => {
    const addresses = lists[Math.min(asked, lists.length - 1)] ?? [];
    asked += 1;
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
}

/** The options under which the server of this test may be called, as if it were public. */
const reaching = (resolve: GuardOptions['resolve']): GuardOptions => ({
  ...(resolve && { resolve }),
  schemes: ['http'],
  egress: { EGRESS_ALLOW: `127.0.0.1:${port}` },
});

/** The clients: each gives the text of an answer. */
const clients: Readonly<Record<string, (url: string, options: GuardOptions) => Promise<string>>> = {
  'http.request': async (url, options) => {
    const sent = request(url, { agent: guardedAgents(options).http });
    sent.end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    return response === undefined ? '' : text(response);
  },
  'https.request': async (url, options) => {
    const sent = secureRequest(url.replace(/^http:/, 'https:'), { agent: guardedAgents(options).https });
    sent.end();
    await once(sent, 'response');
    return 'an answer';
  },
  'fetch of undici': async (url, options) => {
    const connect = guardedConnector((lookup) => buildConnector({ lookup }), options);
    const dispatcher = new Agent({ connect });
    try {
      return await (await fetch(url, { dispatcher })).text();
    } catch (error) {
      throw error instanceof TypeError ? error.cause : error;
    } finally {
      await dispatcher.destroy();
    }
  },
  'fetch of Node with an agent of undici': async (url, options) => {
    const connect = guardedConnector((lookup) => buildConnector({ lookup }), options);
    const dispatcher = new Agent({ connect });
    // The types of Node's own fetch name another version of undici, which has the same agents.
    const init: RequestInit & { readonly dispatcher: Agent } = { dispatcher };
    try {
      return await (await globalThis.fetch(url, init)).text();
    } catch (error) {
      throw error instanceof TypeError ? error.cause : error;
    } finally {
      await dispatcher.destroy();
    }
  },
};
const plain = Object.entries(clients).filter(([name]) => name !== 'https.request');

describe.each(Object.entries(clients))('%s', (name, get) => {
  const refused = async (url: string, options: GuardOptions): Promise<EgressError> => {
    const before = received;
    const error = await get(url, options).then(
      (answer) => new Error(`It answered: ${answer}`),
      (error: unknown) => error,
    );
    if (!(error instanceof EgressError)) throw error;
    expect([error.code, received]).toEqual(['EGRESS_DENIED', before]);
    return error;
  };

  test.each(['127.0.0.1', '10.0.0.7', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '0.0.0.0'])(
    '%s in the URL is refused, although Node looks up no name',
    async (host) => {
      expect((await refused(`http://${host}:${port}/`, {})).rule).toBe('address');
    },
  );

  test.each([
    ['loopback', ['127.0.0.1']],
    ['one private address of two', ['93.184.215.14', '192.168.1.1']],
    ['loopback in IPv6', ['::1']],
    ['an address that is no address', ['fe80::1%eth0']],
  ])('a name that leads to %s is refused', async (_, addresses) => {
    const options = { resolve: answering(addresses) };
    expect((await refused(`http://hooks.example.com:${port}/`, options)).rule).toBe('address');
  });

  test('a name that was public when it was registered, and leads to this machine at delivery, is refused', async () => {
    const resolve = answering(['93.184.215.14'], ['127.0.0.1']);
    const url = `https://hooks.example.com:${port}/`;
    expect(checkUrl(url).valid).toBe(true);
    expect(await lookedUp(resolve, {})).toEqual([{ address: '93.184.215.14', family: 4 }]);
    expect((await refused(`http://hooks.example.com:${port}/`, { resolve })).message).toContain('hooks.example.com: ');
  });

  test.each([
    ['a port of a database', 'http://hooks.example.com:6379/', {}, 'port'],
    ['localhost', 'http://localhost:9000/', {}, 'special-name'],
    ['a port that is not listed', 'http://hooks.example.com:8443/', { ports: [443] }, 'port'],
    ['a host that is denied', 'http://www.evil.example.com/', { denyHosts: ['evil.example.com'] }, 'left-alone'],
    ['a host that is not allowed', 'http://other.example.com/', { allowHosts: ['=a.example.com'] }, 'left-alone'],
    ['its own host', 'http://api.example.com/', { ownHosts: ['api.example.com'] }, 'own-host'],
  ])('%s is refused', async (_, url, options, rule) => {
    expect((await refused(url, { resolve: answering(['93.184.215.14']), ...options })).rule).toBe(rule);
  });

  test('an address on the list of denied hosts is refused', async () => {
    const options = { resolve: answering(['93.184.215.14']), denyHosts: ['93.184.215.0/24'] };
    expect((await refused(`http://hooks.example.com:${port}/`, options)).rule).toBe('left-alone');
  });

  test.each([
    ...(name === 'http.request' ? [] : ['https://hooks.example.com/in', 'https://hooks.example.com:443/in']),
    ...(name === 'https.request' ? [] : ['http://hooks.example.com/in']),
  ])('%s has the default port of its scheme, so that its name is looked up', async (url) => {
    for (const ports of [undefined, [80, 443]]) {
      const resolve = () => Promise.reject(new Error('The name was looked up.'));
      await expect(get(url, { resolve, ...(ports && { ports }) })).rejects.toThrow('The name was looked up.');
    }
  });

  test('the port that is judged is the one that is connected to', async () => {
    const port = name === 'https.request' ? 443 : 80;
    // No server has this address of the loopback network.
    const address = '127.83.71.9';
    const options = { resolve: answering([address]), egress: { EGRESS_ALLOW: `${address}:${port}` } };
    const refused = get('http://hooks.example.com/', options);
    await expect(refused).rejects.toMatchObject({ code: 'ECONNREFUSED', address, port });
  });

  test('a name without an address fails as any other', async () => {
    const options = { resolve: answering([]) };
    await expect(get(`http://hooks.example.com:${port}/`, options)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

describe.each(plain)('%s', (_, get) => {
  test('reaches an address that is allowed, which is looked up once and connected to', async () => {
    const resolve = answering(['127.0.0.1'], ['127.0.0.9']);
    expect(await get(`http://hooks.example.com:${port}/`, reaching(resolve))).toBe('hello');
  });

  test('reaches an address in the URL that is allowed', async () => {
    expect(await get(`http://127.0.0.1:${port}/`, reaching(undefined))).toBe('hello');
  });
});

test('a redirect that undici follows is judged too', async () => {
  const trap = createServer((_, response) => {
    response.writeHead(302, { Location: `http://127.0.0.2:${port}/` }).end();
  });
  trap.listen(0, '127.0.0.1');
  await once(trap, 'listening');
  const { port: trapPort } = trap.address() as AddressInfo;
  const options = { egress: { EGRESS_ALLOW: `127.0.0.1:${trapPort}` } };
  const before = received;
  await expect(clients['fetch of undici']?.(`http://127.0.0.1:${trapPort}/`, options)).rejects.toMatchObject({
    code: 'EGRESS_DENIED',
    rule: 'address',
  });
  expect(received).toBe(before);
  trap.close();
});

test('options with a wrong entry are an error at once', () => {
  expect(() => guardedAgents({ denyHosts: ['https://evil.example.com/x'] })).toThrow('must be a host alone');
});

/** What a lookup without a port gives. */
function lookedUp(resolve: GuardOptions['resolve'], options: GuardOptions): Promise<unknown> {
  const lookup = guardedLookup({ ...options, ...(resolve && { resolve }) });
  return new Promise((done, fail) => {
    lookup('hooks.example.com', { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });
}

test('a lookup of one address gives the first', async () => {
  const lookup = guardedLookup({ resolve: answering(['93.184.215.14', '93.184.215.15']) });
  const first = await new Promise((done) => {
    lookup('hooks.example.com', { all: false }, (_, address, family) => done([address, family]));
  });
  expect(first).toEqual(['93.184.215.14', 4]);
});
