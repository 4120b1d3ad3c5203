/** An FTP server as a script of a few replies. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { LOGGED_IN, type Script } from '../../../src/protocols/ftp/double.ts';

/**
 * `DATA` = a transfer, `BROKEN` = a transfer that fails at its end, `BROKEN(550 No.)` with this reply, `OPEN` = a
 * transfer that does not end.
 */
const USUAL: Script = {
  ...LOGGED_IN,
  EPSV: 'PORT 229 (|||PORT|)',
  PASV: 'PORT 227 127,0,0,1,HIGH,LOW',
  SIZE: '502 No.',
  MDTM: '502 No.',
  LIST: 'DATA -rw-r--r-- 1 a b 3 Feb  3  1995 abc\r\n',
  RETR: 'DATA abc',
};

/** A server that follows a script. */
export interface Scripted {
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly received: string[];
  readonly close: () => void;
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Starts a server that follows its script; each entry replaces one of `USUAL`. */
export async function scripted(changes: Script): Promise<Scripted> {
  const script: Script = { ...USUAL, ...changes };
  const received: string[] = [];
  const passive = createServer();
  let data: Promise<Socket> | null = null;
  const dataPort = await portOf(passive);
  const named = (reply: string, port: number) =>
    reply
      .replace('PORT', String(port))
      .replace('HIGH', String(port >> 8))
      .replace('LOW', String(port & 255));
  const answer = async (control: Socket, line: string): Promise<void> => {
    const reply = script[line] ?? script[line.split(' ')[0] ?? ''] ?? '500 What?';
    if (reply.startsWith('OPEN ')) {
      control.write('150 Coming.\r\n');
      const connection = await data;
      connection?.once('close', () => received.push('(data closed)'));
      connection?.write(Buffer.from(reply.slice(reply.indexOf(' ') + 1), 'latin1'));
    } else if (reply.startsWith('PORT ')) {
      data = once(passive, 'connection').then(([socket]) => socket);
      control.write(`${named(reply.slice('PORT '.length), dataPort)}\r\n`);
    } else if (/^(?:DATA|BROKEN(?:\(.*?\))?) /.test(reply)) {
      const [, failure = '451 No more.', octets = ''] = /^[A-Z]+(?:\((.*?)\))? (.*)$/s.exec(reply) ?? [];
      control.write('150 Coming.\r\n');
      (await data)?.end(Buffer.from(octets, 'latin1'));
      control.write(reply.startsWith('DATA ') ? '226 Done.\r\n' : `${failure}\r\n`);
    } else {
      control.write(`${reply}\r\n`);
    }
  };
  const listener = createServer((control) => {
    control.on('error', () => {});
    control.on('data', async (octets) => {
      for (const line of octets.toString('latin1').split('\r\n').slice(0, -1)) {
        received.push(line);
        await answer(control, line);
      }
    });
    control.write(`${script['']}\r\n`, 'latin1');
  });
  const port = await portOf(listener);
  const close = () => {
    listener.close();
    passive.close();
  };
  return { host: '127.0.0.1', port, received, close };
}
