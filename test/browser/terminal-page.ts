/** The page of a telnet or rlogin session, for tests: a server that plays its part, and what the screen shows. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Conversation } from '../servers/conversation.ts';
import { listen, type RunningServer } from '../servers/listener.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import { type OpenPage, openPage } from './open-page.ts';

/** WILL ECHO and WILL SUPPRESS-GO-AHEAD: from here on the server gets each character as it is typed. */
export const CHARACTERS = '\xff\xfb\x01\xff\xfb\x03';

/** The text on the screen of the terminal. */
export const screenText = (page: Page): Promise<string> =>
  page.$$eval('.xterm-rows > div', (rows) => rows.map(({ textContent }) => textContent?.trimEnd()).join('\n'));

export async function sees(page: Page, text: string | RegExp): Promise<void> {
  await expect.poll(() => screenText(page)).toMatch(text);
}

/** Logs in to the test server. */
export async function logIn(page: Page): Promise<void> {
  await sees(page, 'login:');
  await page.keyboard.type('guest\r');
  await sees(page, 'Password');
  await page.keyboard.type('secret\r');
  await sees(page, 'Hello, guest');
}

/** A page with a server of its own. */
export interface OpenTerminal extends OpenPage {
  readonly server: RunningServer;
  /** What the server got so far, a character for each octet. */
  readonly received: () => string;
}

/** Reads until the client is gone. */
export async function readOn(client: Conversation): Promise<void> {
  while ((await client.exactly(1)).length > 0);
}

/**
 * Opens a terminal at a server of its own.
 *
 * @param serve - the part of the server
 * @param path - after the authority
 */
export async function openTerminal(
  serve: (client: Conversation) => Promise<void>,
  {
    protocol = 'telnet',
    path = '/',
    ...options
  }: BrowserContextOptions & { protocol?: 'telnet' | 'rlogin' | 'tn3270'; path?: string } = {},
): Promise<OpenTerminal> {
  const server = await listen(protocol, {}, serve);
  const gateway = await startGateway([server]);
  const opened = await openPage(gateway.origin, `/${protocol}/localhost:${server.port}${path}`, options);
  return {
    ...opened,
    server,
    received: () => server.log.at(-1)?.octets.toString('latin1') ?? '',
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await gateway.close();
      await server.close();
    },
  };
}
