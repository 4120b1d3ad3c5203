/** Servers that refuse, that send what no client expects, and servers of other protocols. */
import { listen, type RunningServer } from './listener.ts';

export async function startStrangers() {
  return {
    footer: await listen('gopher', {}, async (client) => {
      await client.line();
      await client.body(
        '3No such thing here\t\terror.host\t1\r\ni______\t\tnull\t1\r\niserver 1.0\t\tnull\t1\r\n.\r\n',
      );
    }),
    empty: await listen('gopher', {}, async (client) => void (await client.line())),
    locked: await listen('ftp', {}, async (client) => {
      await client.reply('220 Members only\r\n');
      while ((await client.line()) !== null) await client.reply('530 Anonymous is not welcome\r\n');
    }),
    oddNews: await listen('nntp', {}, async (client) => {
      await client.reply('200 hello\r\n');
      for (let line = await client.line(); line !== null; line = await client.line()) {
        await client.reply(line === 'MODE READER' ? '200 hello\r\n' : '299 What?\r\n');
      }
    }),
    ssh: await listen('ssh', {}, async (client) => {
      await client.reply('SSH-2.0-OpenSSH_9.9\r\n');
      await client.line();
    }),
    smtp: await listen('smtp', {}, async (client) => {
      await client.reply('220 mail.example ESMTP ready\r\n');
      while ((await client.line()) !== null) await client.reply('500 5.5.2 Error: bad syntax\r\n');
    }),
    tlsOnly: await listen('https', {}, async (client) => {
      await client.line();
      await client.body('\x15\x03\x03\0\x02\x02\x28');
    }),
  } satisfies Record<string, RunningServer>;
}
