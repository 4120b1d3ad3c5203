/** The pages of the CNRP gateway in a browser: from a list of names to a resource, accessible and narrow. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCnrp } from '../servers/cnrp.ts';
import { startGopher } from '../servers/gopher.ts';
import type { RunningServer } from '../servers/listener.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { hasChromium } from './chromium.ts';
import { faultsOf, openPage } from './open-page.ts';

describe.skipIf(!hasChromium())('in Chromium', () => {
  let servers: readonly RunningServer[];
  let worker: RunningWorker;
  let authority: string;

  beforeAll(async () => {
    const gopher = await startGopher();
    const cnrp = await startCnrp({ otherPorts: { gopher: gopher.port } });
    const closed = await startCnrp({ fault: 'refused' });
    servers = [gopher, cnrp, closed];
    authority = `localhost:${cnrp.port}`;
    worker = await startGateway(servers, { CNRP_SERVICES: `localhost:${cnrp.port} localhost:${closed.port}` });
  });

  afterAll(async () => {
    await worker?.close();
    await Promise.all((servers ?? []).map((server) => server.close()));
  });

  const open = (url: string): string => `/open?url=${encodeURIComponent(url)}`;
  const pages: Readonly<Record<string, () => string>> = {
    'names of one service': () => open(`go://${authority}?fidonet;x-size=3`),
    'names of several services, one of which is down': () => open('go:o'),
    'a referral': () => open(`go://${authority}?elsewhere`),
    'a service': () => open(`go://${authority}`),
    'several services': () => open('go://'),
    'a name that nobody knows': () => open(`go://${authority}?nothing`),
  };

  test('a visitor follows a name to a gopher menu', async () => {
    await using opened = await openPage(worker.origin, open('go:gopherspace'));
    const { page, errors } = opened;
    expect(await page.textContent('h1')).toBe('gopherspace');
    await page.click('.names li a');
    expect(new URL(page.url()).pathname).toMatch(/^\/gopher\/localhost:\d+\/$/);
    expect(errors).toEqual([]);
  });

  test('a visitor follows a referral to another service', async () => {
    await using opened = await openPage(worker.origin, pages['a referral']?.() ?? '');
    await opened.page.click('.names li a');
    expect(await opened.page.textContent('.canonical')).toContain('dataseturi=');
  });

  test.each(Object.entries(pages))('%s has no fault in either theme, nor at 320 pixels', async (_, path) => {
    await using opened = await openPage(worker.origin, path());
    expect(await faultsOf(opened)).toEqual([]);
  });
});
