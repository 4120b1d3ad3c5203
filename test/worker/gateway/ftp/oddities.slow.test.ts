/** A listing of five megabytes, whose client reads none of it. */
import { once } from 'node:events';
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { startGateway, until } from '../worker.ts';
import { scripted } from './scripted.ts';

test('the connection of a README that is not text is closed before the client has read the listing', async () => {
  const file = `-rw-r--r-- 1 a b 3 Feb  3  1995 ${'x'.repeat(100)}\r\n`;
  const server = await scripted({
    // Long enough that the response waits for the client: until it ends, the runtime keeps what is open.
    LIST: `DATA -rw-r--r-- 1 a b 3 Feb  3  1995 README\r\n${file.repeat(38_000)}`,
    RETR: 'OPEN \0\x01\x02',
  });
  const own = await startGateway([server]);
  const asking = get(`${own.origin}/ftp/127.0.0.1:${server.port}/?format=json`);
  asking.on('error', () => {});
  try {
    const [response] = await once(asking, 'response');
    expect(response.statusCode).toBe(200);
    // Sooner than the gateway gives up a server that sends nothing for a minute.
    await until(() => server.received.includes('(data closed)'), 10_000);
  } finally {
    asking.destroy();
    await own.close();
    server.close();
  }
});
