/** Servers of other protocols, and servers whose answers are strange or attack. Each says the same in every run. */
import type { Conversation } from '../servers/conversation.ts';
import { listen, type RunningServer } from '../servers/listener.ts';
import { startStrangers } from '../servers/strangers.ts';

/** The attacks of a gopher server, by the request line. */
const HOSTILE: Readonly<Record<string, string>> = {
  '/words': '3<script>alert(1)</script> "quoted" \x1b]0;title\x07\t\terror.host\t1\r\n.\r\n',
  '/menu': [
    '0<img src=x onerror=alert(1)>\t/a"><script>alert(1)</script>\tlocalhost\t70',
    '0A carriage return\t/a\rb\tlocalhost\t70',
    '0A NUL\t/a\0b\tlocalhost\t70',
    'hScript\tURL:javascript:alert(1)\tlocalhost\t70',
    'h Shouted\tURL:  JaVaScRiPt:alert(1)\tlocalhost\t70',
    'hData\tURL:data:text/html,<script>alert(1)</script>\tlocalhost\t70',
    'hMarkup\tURL:https://x.example/"onmouseover="alert(1)\tlocalhost\t70',
    'iTITLE <script>\tTITLE\terror.host\t1',
    '1No port\t/x\thost.example',
    '1A large port\t/x\thost.example\t70000',
    'not a line',
    '',
    '\t\t\t',
    '.',
    '',
  ].join('\r\n'),
  '/moved\t+': '--1\r\n3 A <a@b>\r\n0New\t/new\t169.254.169.254\t80\r\n.\r\n',
  '/script\t+': '--1\r\n3 A <a@b>\r\nhNew\tURL:javascript:alert(1)\tx\t70\r\n.\r\n',
  '/web\t+': '--1\r\n3 A <a@b>\r\nhNew\tURL:https://elsewhere.example/\tx\t70\r\n.\r\n',
  '/break\t+': '--1\r\n3 A <a@b>\r\n0New\t/a\rSet-Cookie: x\tx.example\t70\r\n.\r\n',
  '/form\t!':
    '+-1\r\n+INFO: 0Form\t/form\tlocalhost\t70\t?\r\n+ASK:\r\n Note: <script>alert(1)</script>\r\n Ask: "><script>\t">\r\n Choose: x\t"><b>\ty\r\n.\r\n',
  '/attributes\t!':
    '+-1\r\n+INFO: 0<b>\t/a\tlocalhost\t70\t+\r\n+ADMIN:\r\n Admin: <script>\r\n+VIEWS:\r\n text/html"><script>: <1k>\r\n+EVIL<script>:\r\n x\r\n.\r\n',
  '/lf': 'iOnly line feeds\tx\ty\t1\n0A text\t/a\tlocalhost\t70\n.\n',
  '/no-end': 'iNo period\tx\ty\t1\r\n0A text\t/a\tlocalhost\t70',
  '/html': '<!doctype html><title>x</title><script>alert(1)</script>',
  '/text': '..doubled\r\n.\r\n..after the end\r\n',
};

/** The request lines of the hostile gopher server, as paths. */
export const HOSTILE_PATHS: readonly string[] = Object.keys(HOSTILE).map((line) => line.replace('\t', '%09%09'));

/** Reads up to a character, or to the end. */
async function skipTo(client: Conversation, character: string): Promise<void> {
  for (let read = ''; read !== character; ) {
    const octets = await client.exactly(1);
    if (octets.length === 0) return;
    read = octets.toString('latin1');
  }
}

export async function startOddServers() {
  return {
    hostile: await listen('gopher', {}, async (client) => {
      const line = (await client.line()) ?? '';
      await client.body(HOSTILE[line] ?? '3Nothing\t\terror.host\t1\r\n');
    }),
    rlogin: await listen('rlogin', {}, async (client) => {
      // The login is four texts, each with NUL at its end (RFC 1282).
      for (let texts = 0; texts < 4; texts += 1) await skipTo(client, '\0');
      await client.reply('\0Welcome\r\n> ');
      // The size of the window comes among the keys.
      await skipTo(client, 'q');
      await client.reply('Goodbye\r\n');
    }),
    ...(await startStrangers()),
  } satisfies Record<string, RunningServer>;
}
