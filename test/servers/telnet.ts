/**
 * A telnet server (RFC 854) for tests and for the museum: a guestbook with a view that fills the window, colours, and
 * art in code page 437. What a visitor sees first is UTF-8, the charset with which terminals begin.
 */
import { createHash } from 'node:crypto';
import { art, colours } from './content/terminal-art.ts';
import type { Conversation } from './conversation.ts';
import { listen, type RunningServer, type ServerOptions } from './listener.ts';
import { type Entry, FIRST_ENTRIES, showFullScreen } from './telnet/guestbook.ts';
import { TelnetClient } from './telnet/telnet-client.ts';

const LONGEST_NAME = 20;
const LONGEST_TEXT = 70;
const MOST_ENTRIES = 100;

const MENU = `
 r  read the guestbook      w  the guestbook in the whole window
 s  sign it                 a  art in code page 437
 c  colours                 u  a line in UTF-8
 p  paste something long    q  leave
`;

/** Starts the server. */
export function startTelnet(options: ServerOptions = {}): Promise<RunningServer> {
  const entries = [...FIRST_ENTRIES];
  return listen('telnet', options, (conversation) => serve(conversation, entries));
}

async function serve(conversation: Conversation, entries: Entry[]): Promise<void> {
  const client = new TelnetClient(conversation);
  await client.greet();
  await client.showUtf8(`${art}\nWelcome to the terminal room of the museum.\n\nlogin: `);
  const name = (await client.line(LONGEST_NAME)) || 'nobody';
  await client.show('Password (anything will do): ');
  await client.line(LONGEST_NAME, 'hidden');
  await client.show(`\x1b]0;Guestbook of the museum\x07\nHello, ${name}.\n`);
  for (;;) {
    await client.show(`${MENU}\n? `);
    const key = await client.key();
    await client.show(`${/^[ -~]$/.test(key) ? key : ''}\n`);
    switch (key) {
      case 'r':
        await client.show(entries.map(({ name, text }) => `\n \x1b[1m${name}\x1b[0m\n   ${text}\n`).join(''));
        break;
      case 's':
        await client.show('\nYour line: ');
        entries.push({ name, text: await client.line(LONGEST_TEXT) });
        if (entries.length > MOST_ENTRIES) entries.shift();
        await client.show('Thank you.\n');
        break;
      case 'w':
        await showFullScreen(client, entries);
        break;
      case 'a':
        await client.show(`\nThis picture is in code page 437. Choose the charset CP437, and press a again.\n${art}`);
        break;
      case 'c':
        await client.show(colours);
        break;
      case 'u':
        await client.showUtf8('\nÅngström, naïveté, Διόνυσος, 日本語, ✓\n');
        break;
      case 'p':
        await receivePaste(client);
        break;
      case 'q':
        await client.show('Goodbye.\n');
        return;
    }
  }
}

/** Takes text until Ctrl-D without an echo, and reports its length and its hash. */
async function receivePaste(client: TelnetClient): Promise<void> {
  await client.show('\nPaste, then press Ctrl-D.\n');
  const hash = createHash('sha256');
  let length = 0;
  for (let key = await client.key(); key !== '\x04'; key = await client.key()) {
    hash.update(key, 'latin1');
    length += key.length;
  }
  await client.show(`${length} octets, ${hash.digest('hex').slice(0, 16)}\n`);
}
