/**
 * The process that files come from: an FTP server that knows one file of zeros of any size, `RETR <octets>`, and the
 * same stream without FTP, for a line `bulk <octets>`. It tells its parent both ports.
 */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { bulk } from './bulk.ts';

const replies: Readonly<Record<string, string>> = {
  USER: '230 In.',
  FEAT: '211-Features:\r\n SIZE\r\n REST STREAM\r\n211 End',
  PWD: '257 "/"',
  MDTM: '213 19950203040506',
  QUIT: '221 Out.',
};

function converse(control: Socket): void {
  let passive: Promise<Socket> | null = null;
  const say = (reply: string): boolean => control.write(`${reply}\r\n`);
  control.on('error', () => {});
  control.on('data', async (lines) => {
    for (const line of lines.toString().split('\r\n').slice(0, -1)) {
      const [verb = '', argument = ''] = line.split(' ');
      if (verb === 'EPSV') {
        const listener = createServer({ noDelay: true });
        const port = await listening(listener);
        passive = once(listener, 'connection').then(([socket]: Socket[]) => {
          listener.close();
          if (socket === undefined) throw new Error('no connection');
          return socket.on('error', () => {});
        });
        say(`229 Here (|||${port}|)`);
      } else if (verb === 'SIZE') {
        say(`213 ${argument}`);
      } else if (verb === 'RETR') {
        say('150 Coming.');
        const data = await passive;
        if (data === null) return;
        bulk(data, Number(argument));
        await once(data, 'close');
        say('226 Done.');
      } else {
        say(replies[verb] ?? '200 So be it.');
      }
    }
  });
  say('220 Zeros.');
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const ftp = createServer({ noDelay: true }, converse);
const plain = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => {});
  socket.once('data', (line) => bulk(socket, Number(line.toString().trim().split(' ')[1])));
});
process.send?.({ ftp: await listening(ftp), plain: await listening(plain) });
process.on('disconnect', () => process.exit());
