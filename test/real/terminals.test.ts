/**
 * Terminal sessions with real servers: telnet, rlogin and tn3270. Each screen is compared with that of another client.
 */
import { connect } from 'node:net';
import headless from '@xterm/headless';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Telnet } from '../../src/protocols/telnet/telnet.ts';
import { screenText } from '../../src/protocols/tn3270/appearance.ts';
import { Terminal3270 } from '../../src/protocols/tn3270/terminal.ts';
import { startTn3270 } from '../servers/tn3270.ts';
import { PageClient } from '../worker/gateway/terminal/page-client.ts';
import { startGateway, until } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import type { Daemon } from './daemon.ts';
import {
  areInstalled,
  ReferenceTerminal,
  startHercules,
  startNetkit,
  startRshRedone,
  startSynch,
  startTelnetd,
  startTelnetdSsl,
} from './terminal-servers.ts';

const SIZE = { columns: 90, rows: 27 };

/** A screen that is fed with octets. */
function newScreen() {
  const terminal = new headless.Terminal({ cols: SIZE.columns, rows: SIZE.rows, allowProposedApi: true });
  const written: Promise<void>[] = [];
  return {
    write: (octets: Uint8Array) => written.push(new Promise((resolve) => terminal.write(octets, resolve))),
    async rows(): Promise<string[]> {
      await Promise.all(written);
      const { active } = terminal.buffer;
      return Array.from(
        { length: SIZE.rows },
        (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
      );
    },
  };
}

/** A session through the Worker, with its screen. */
async function openThrough(worker: RunningWorker, scheme: string, { port }: Daemon) {
  const client = await PageClient.open(worker.origin, `/${scheme}/localhost:${port}/`);
  client.tell({ type: 'size', ...SIZE });
  const screen = newScreen();
  let shown = 0;
  const rows = () => {
    for (const frame of client.frames.slice(shown)) screen.write(frame);
    shown = client.frames.length;
    return screen.rows();
  };
  return { client, rows };
}

describe.skipIf(!areInstalled('telnetd'))('telnetd of GNU inetutils', () => {
  let daemon: Daemon;
  let worker: RunningWorker;
  beforeAll(async () => {
    daemon = await startTelnetd();
    worker = await startGateway([daemon]);
  });
  afterAll(async () => {
    await worker?.close();
    await daemon?.close();
  });

  test('the type and the size of the terminal are those of the page, also after it changes', async () => {
    const { client } = await openThrough(worker, 'telnet', daemon);
    await client.sees('$ ');
    client.type('echo "T=$TERM"; stty size\r');
    await client.sees('T=xterm-256color');
    await client.sees('27 90');
    client.tell({ type: 'size', columns: 132, rows: 43 });
    client.type('stty size\r');
    await client.sees('43 132');
    await client.close();
  });

  test('Interrupt ends a program, and the end of the shell ends the session', async () => {
    const { client } = await openThrough(worker, 'telnet', daemon);
    await client.sees('$ ');
    client.type('sleep 1000; echo ended\r');
    await new Promise((resolve) => setTimeout(resolve, 500));
    client.tell({ type: 'key', key: 'interrupt' });
    await client.sees(/\$ [^$]*\$ $/s);
    client.type('sleep 1000\r');
    await new Promise((resolve) => setTimeout(resolve, 500));
    client.type('\x03');
    await client.sees(/\^C\r\n\$ $/);
    // Of its Synch, inetutils sends IAC as urgent data, and DM behind it.
    expect(client.text).not.toContain('\xf2');
    client.type('exit\r');
    expect((await client.ends()).code).toBe('closed');
  });

  test('nano looks as it does without the gateway', async () => {
    const command = 'nano -I /nonexistent-file\r';
    const direct = await openDirect(daemon.port);
    await until(() => direct.text().includes('$ '));
    direct.type(command);
    await until(() => direct.text().includes('Exit'));
    const through = await openThrough(worker, 'telnet', daemon);
    await through.client.sees('$ ');
    through.client.type(command);
    await through.client.sees('Exit');
    for (const type of [direct.type, (text: string) => through.client.type(text)]) type('Grüße, \x1b[D typed.');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const rows = await through.rows();
    expect(rows.join('\n')).toContain('GNU nano');
    expect(rows.join('\n')).toMatch(/typed\./);
    expect(rows).toEqual(await direct.rows());
    direct.close();
    await through.client.close();
  });
});

describe('a server whose Synch is urgent data (RFC 854)', () => {
  test('output goes on without another key, and no octet is lost or added', async () => {
    const daemon = await startSynch();
    const worker = await startGateway([daemon]);
    const { client } = await openThrough(worker, 'telnet', daemon);
    await client.sees('$ ');
    // The server says no more than that until it is asked.
    client.type('\x03');
    await client.sees('$ BEFOREabcdefg AFTER');
    client.tell({ type: 'key', key: 'interrupt' });
    await client.sees('AFTERBEFOREabcdefg AFTER');
    // Silence is asked several times: every other answer comes behind urgent data.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(client.text).toBe('$ BEFOREabcdefg AFTERBEFOREabcdefg AFTER');
    await client.close();
    await worker.close();
    await daemon.close();
  });
});

/** A telnet client of our codec on a socket, without the Worker. */
async function openDirect(port: number) {
  const telnet = new Telnet(SIZE);
  const screen = newScreen();
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    const { data, reply } = telnet.receive(new Uint8Array(chunk));
    socket.write(reply);
    text += Buffer.from(data).toString('latin1');
    screen.write(data.slice());
  });
  return {
    text: () => text,
    type: (typed: string) => socket.write(telnet.type(Buffer.from(typed, 'latin1'))),
    rows: () => screen.rows(),
    close: () => socket.destroy(),
  };
}

describe.skipIf(!areInstalled('telnetd-ssl'))('telnetd-ssl', () => {
  test('its offers of authentication and TLS are refused, and a shell opens', async () => {
    const daemon = await startTelnetdSsl();
    const worker = await startGateway([daemon]);
    const { client } = await openThrough(worker, 'telnet', daemon);
    await client.sees('$ ');
    client.type('stty size\r');
    await client.sees('27 90');
    await client.close();
    await worker.close();
    await daemon.close();
  });
});

describe('rlogin daemons, which demand a system port of the client', () => {
  test.each([
    ['netkit', startNetkit, /rlogind: Permission denied/],
    ['rsh-redone', startRshRedone, /ended the session before the login/],
  ] as const)('%s refuses, and the rule is explained', async (name, start, words) => {
    if (!areInstalled(name)) return;
    const daemon = await start();
    const worker = await startGateway([daemon]);
    const { client } = await openThrough(worker, 'rlogin', daemon);
    client.tell({ type: 'user', user: 'guest' });
    const end = await client.ends();
    expect(end.code).toBe('login-refused');
    expect(end.message).toMatch(words);
    await worker.close();
    await daemon.close();
  });
});

/** A 3270 page on the Worker. */
async function openScreen(worker: RunningWorker, port: number) {
  const client = await PageClient.open(worker.origin, `/tn3270/localhost:${port}/?model=2`);
  const terminal = new Terminal3270({ model: 2, page: 37 });
  let taken = 0;
  const rows = () => {
    for (const record of client.frames.slice(taken)) {
      for (const reply of terminal.receive(new Uint8Array(record)).replies) client.type(reply);
    }
    taken = client.frames.length;
    return screenText(terminal.screen, 37);
  };
  const cursor = () => {
    const { cursor: address, size } = terminal.screen;
    return [Math.floor(address / size.columns), address % size.columns];
  };
  return { client, terminal, rows, cursor };
}

describe.skipIf(!areInstalled('hercules', 's3270'))('Hercules', () => {
  let daemon: Daemon;
  let worker: RunningWorker;
  beforeAll(async () => {
    daemon = await startHercules();
    worker = await startGateway([daemon]);
  });
  afterAll(async () => {
    await worker?.close();
    await daemon?.close();
  });

  test('logo, cursor and typed text are those of s3270, cell by cell', async () => {
    const reference = new ReferenceTerminal();
    await reference.run(`Connect(127.0.0.1:${daemon.port})`);
    // The logo has no field to wait for.
    await expect.poll(async () => (await reference.rows()).join()).toContain('HHH');
    const page = await openScreen(worker, daemon.port);
    await until(() => page.rows().join('\n').includes('HHH'));
    // The device number and its subchannel differ between two sessions.
    const alike = (rows: string[]) => rows.map((row) => row.replace(/(: 0[07]0)[01]$/, '$1x'));
    expect(alike(page.rows())).toEqual(alike(await reference.rows()));
    expect(page.cursor()).toEqual(await reference.cursor());
    // The logo is a protected field: nothing can be typed into it.
    page.terminal.type('x');
    expect(page.terminal.keyboard.inhibited).toBe('protected');
    await expect(reference.run('String("x")')).rejects.toThrow('Operator error');
    // No operating system answers Clear, so a person resets the keyboard, and types on an empty screen.
    page.terminal.press('reset');
    page.client.type(page.terminal.send('clear') ?? new Uint8Array());
    page.terminal.press('reset');
    for (const action of ['Reset()', 'Toggle(AidWait,off)', 'Clear()', 'Reset()']) await reference.run(action);
    const text = 'Logon HERC01 $#@ 42!';
    page.terminal.type(text);
    await reference.run(`String("${text}")`);
    expect(page.rows().join()).toContain(text);
    expect(alike(page.rows())).toEqual(alike(await reference.rows()));
    expect(page.cursor()).toEqual(await reference.cursor());
    // Both terminals are taken.
    const third = await openScreen(worker, daemon.port);
    await until(() => third.rows().join('\n').includes('Connection rejected'));
    reference.close();
    await page.client.close();
  });
});

describe.skipIf(!areInstalled('s3270')).each([
  ['TN3270E', true, 'IBM-3278-2-E'],
  ['traditional', false, 'IBM-3279-2-E'],
])('the museum, %s', (_way, tn3270e, name) => {
  test('a form, what is typed into it and the answer are those of s3270, cell by cell', async () => {
    const server = await startTn3270({ tn3270e });
    const worker = await startGateway([server]);
    const reference = new ReferenceTerminal();
    await reference.run(`Connect(127.0.0.1:${server.port})`);
    const page = await openScreen(worker, server.port);
    const alike = async (text: string) => {
      await expect.poll(async () => (await reference.rows()).join('\n')).toContain(text);
      await until(() => page.rows().join('\n').includes(text));
      expect(page.rows()).toEqual(await reference.rows());
      expect(page.cursor()).toEqual(await reference.cursor());
    };
    await alike(`You have an ${name} with 24 rows.`);
    for (const text of ['Ada', '36', 'secret']) {
      page.terminal.type(text);
      page.terminal.press('tab');
      for (const action of [`String("${text}")`, 'Tab()']) await reference.run(action);
    }
    await alike('Ada');
    page.client.type(page.terminal.send('enter') ?? new Uint8Array());
    await reference.run('Enter()');
    await alike('Hello Ada, aged 36, 6 secret letters.');
    page.client.type(page.terminal.send('pa1') ?? new Uint8Array());
    await reference.run('PA(1)');
    await alike('The key 6c does nothing here.');
    reference.close();
    await page.client.close();
    await worker.close();
    await server.close();
  });
});
