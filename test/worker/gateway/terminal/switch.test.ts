/** Terminals are off until the operator switches them on, with one line. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../../servers/listener.ts';
import { startTelnet } from '../../../servers/telnet.ts';
import type { RunningWorker } from '../../harness.ts';
import { startGateway } from '../worker.ts';
import { answerTo } from './page-client.ts';

let server: RunningServer;
let worker: RunningWorker;

/** A fresh deployment: the harness of the tests switches terminals on. */
beforeAll(async () => {
  server = await startTelnet();
  worker = await startGateway([server], { TERMINALS: 'off' });
});
afterAll(() => Promise.all([worker?.close(), server?.close()]));

test.each(['telnet', 'rlogin', 'tn3270'])(
  'a fresh deployment explains %s links, and connects to no server',
  async (scheme) => {
    const path = `/${scheme}/localhost:${server.port}/`;
    const page = await worker.fetch(path, { headers: { Accept: 'text/html' } });
    expect(page.status).toBe(501);
    expect(await page.text()).toContain(`The gateway of this service for ${scheme} links is switched off.`);
    expect(await answerTo(worker.origin, path)).toMatchObject({ status: 501 });
    expect(server.log).toEqual([]);
  },
);
