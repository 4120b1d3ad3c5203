/** The pages of the Prospero gateway in a browser: from a directory to a file and to FTP, and a search of Archie. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import { type RunningRelay, startRelay } from '../../worker/relay/relay.ts';
import { startFtp } from '../servers/ftp.ts';
import type { RunningServer } from '../servers/listener.ts';
import { type RunningProspero, startProspero } from '../servers/prospero.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { hasChromium } from './chromium.ts';
import { faultsOf, openPage, scrollsSideways } from './open-page.ts';

const SECRET = 'a secret of the tests';

describe.skipIf(!hasChromium())('in Chromium', () => {
  let ftp: RunningServer;
  let server: RunningProspero;
  let relay: RunningRelay;
  let worker: RunningWorker;

  beforeAll(async () => {
    ftp = await startFtp();
    server = await startProspero({ otherPorts: { ftp: ftp.port, gopher: 1, wais: 1 } });
    const policy = parseEgressPolicy({ EGRESS_ALLOW: `localhost:${server.port}` });
    relay = await startRelay({ secret: SECRET, policy, port: 0 });
    const vars = { PROSPERO_RELAY: relay.origin, PROSPERO_RELAY_SECRET: SECRET };
    worker = await startGateway([server, ftp], vars);
  });

  afterAll(async () => {
    await worker?.close();
    await relay?.close();
    await server?.close();
    await ftp?.close();
  });

  const open = (name: string): string =>
    `/open?url=${encodeURIComponent(`prospero://localhost:${server.port}/${name}`)}`;
  const pages: Readonly<Record<string, () => string>> = {
    'a directory': () => open('/museum'),
    'a file': () => open('/museum/welcome.txt'),
    'directories that were not read': () => open('/museum/unions'),
    'the form of Archie': () => open('ARCHIE'),
    'a search of Archie': () => open('ARCHIE/MATCH(100,0,s)/gopher'),
  };

  test('a person follows a directory to a file, and to an FTP server', async () => {
    await using opened = await openPage(worker.origin, open('/museum'));
    const { page, errors } = opened;
    await page.click('text=welcome.txt');
    expect(await page.textContent('h1')).toBe('welcome.txt');
    expect(await page.textContent('pre')).toContain('It began in 1989.');
    await page.goBack();
    await page.click('tbody a:has-text("README")');
    expect(page.url()).toContain(`/ftp/localhost:${ftp.port}/pub/README`);
    expect(await page.textContent('body')).toContain('museum');
    expect(errors).toEqual([]);
  });

  test('a person searches Archie, and opens what it found', async () => {
    await using opened = await openPage(worker.origin, open('ARCHIE'));
    const { page } = opened;
    await page.fill('#search', 'READ');
    await page.selectOption('#match', 'c');
    await page.click('main button[type="submit"]');
    expect(await page.inputValue('#search')).toBe('READ');
    expect(await page.inputValue('#match')).toBe('c');
    await page.click('tbody a:has-text("README")');
    expect(page.url()).toContain(`/ftp/localhost:${ftp.port}/pub/README`);
  });

  test('the prose of a file is wrapped in a narrow window', async () => {
    await using opened = await openPage(worker.origin, open('/museum/welcome.txt'), {
      viewport: { width: 320, height: 800 },
    });
    expect(await opened.page.textContent('pre.text')).toContain('Prospero names files');
    expect(await scrollsSideways(opened.page, 'pre.text')).toBe(false);
  });

  test.each(Object.entries(pages))('%s has no fault in either theme, nor at 320 pixels', async (_, path) => {
    await using opened = await openPage(worker.origin, path());
    expect(await faultsOf(opened)).toEqual([]);
  });
});
