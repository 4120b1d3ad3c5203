/** An FTP server in memory that follows a script, in place of sockets. */
import type { Body, Connect, PeerConnection, Tls } from '../../../../src/protocols/connection.ts';
import { FtpClient } from '../../../../src/protocols/ftp/client.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { StreamConnection, type Streams } from '../../../../src/protocols/stream-connection.ts';

/**
 * The replies, by the whole command or its verb; an entry without a name is the greeting. `DATA …` is a transfer of
 * these octets, `BROKEN …` one that the server then calls broken, `BROKEN(550 No.) …` with this reply, `EARLY …` one
 * that ends before its first reply, `OPEN …` one that does not end, `GONE …` one after which the server closes the
 * control connection.
 */
export type Script = Readonly<Record<string, string>>;

/** A script with replies that change: a function gives one after the other. */
export type ChangingScript = Readonly<Record<string, string | (() => string)>>;

/** What most servers reply before a transfer. */
export const LOGGED_IN: Script = {
  '': '220 Ready.',
  USER: '331 Password?',
  PASS: '230 In.',
  FEAT: '502 No.',
  TYPE: '200 Yes.',
  CWD: '250 Here.',
};

const USUAL: Script = {
  ...LOGGED_IN,
  EPSV: '229 (|||40000|)',
  REST: '350 From there.',
  AUTH: '234 Go on.',
  PBSZ: '200 Yes.',
  PROT: '200 Yes.',
};

/** The port of data connections that cannot be opened. */
export const CLOSED_PORT = 49_999;

export interface FtpDouble {
  readonly connect: Connect<PeerConnection>;
  /** The commands in their order, and in brackets what else the client did. */
  readonly received: readonly string[];
  /** The connections that are open. */
  readonly open: number;
}

/** Starts a server; each entry replaces one of the usual replies. */
export function ftpDouble(changes: ChangingScript = {}): FtpDouble {
  const script: ChangingScript = { ...USUAL, ...changes };
  const received: string[] = [];
  let open = 0;

  function channel(name: string, take: (line: string) => void) {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>(
      undefined,
      { highWaterMark: 100 },
      { highWaterMark: 100 },
    );
    const writer = writable.getWriter();
    let pending = '';
    open += 1;
    const streams: Streams = {
      readable,
      writable: new WritableStream({
        write(octets) {
          const lines = (pending + Buffer.from(octets).toString('latin1')).split('\r\n');
          pending = lines.pop() ?? '';
          lines.forEach(take);
        },
      }),
      close: () => {
        open -= 1;
        received.push(`(${name} closed)`);
        resolve();
      },
      startTls: async () => {
        received.push(`(TLS for ${name})`);
        // The lock of the first reader is released, so the same streams serve.
        return streams;
      },
    };
    const send = (text: string) => void writer.write(Uint8Array.from(Buffer.from(text, 'latin1'))).catch(() => {});
    const end = () => void writer.close().catch(() => {});
    return { streams, send, end, closed };
  }

  async function connect(tls: Tls): Promise<PeerConnection> {
    received.push(`(${tls})`);
    let data: ReturnType<typeof channel> | null = null;
    const answer = async (line: string) => {
      received.push(line);
      const entry = script[line] ?? script[line.split(' ')[0] ?? ''] ?? '500 What?';
      const reply = typeof entry === 'string' ? entry : entry();
      const [, kind, failure = '451 No more.', octets = ''] =
        /^(DATA|BROKEN|EARLY|OPEN|GONE)(?:\((.*?)\))? (.*)$/s.exec(reply) ?? [];
      if (kind === undefined) {
        control.send(`${reply}\r\n`);
        return;
      }
      if (kind !== 'EARLY') control.send('150 Coming.\r\n');
      if (octets !== '') data?.send(octets);
      if (kind !== 'OPEN') data?.end();
      // vsftpd with TLS waits for the end of the data connection.
      if (kind !== 'EARLY') await data?.closed;
      if (kind === 'GONE') return control.end();
      control.send(kind === 'DATA' || kind === 'EARLY' ? '226 Done.\r\n' : `${failure}\r\n`);
    };
    const control = channel('control', (line) => void answer(line));
    control.send(`${script['']}\r\n`);
    return Object.assign(new StreamConnection(control.streams, PATIENT), {
      another: async (port: number, mode: 'none' | 'starttls') => {
        received.push(`(data ${port}${mode === 'none' ? '' : ` ${mode}`})`);
        if (port === CLOSED_PORT) throw new ProtocolError('unreachable', 'Nobody listens.');
        data = channel('data', () => {});
        return new StreamConnection(data.streams, PATIENT);
      },
    });
  }

  return {
    connect,
    received,
    get open() {
      return open;
    },
  };
}

const PATIENT = { first: null, idle: null };

/** The commands of a login that nothing disturbs. */
export const LOGIN = ['(none)', 'USER anonymous', 'PASS anonymous@', 'FEAT'];

/** A client after the login; `sent` has what it did since. */
export async function loggedIn(
  script: Script = {},
): Promise<{ client: FtpClient; server: FtpDouble; sent: () => string[] }> {
  const server = ftpDouble(script);
  const client = await FtpClient.logIn(server.connect);
  return { client, server, sent: () => server.received.slice(LOGIN.length) };
}

/** The octets of a body to its end, one character for each. */
export async function textOf(body: Body): Promise<string> {
  let text = '';
  for (let octets = await body.read(); octets !== null; octets = await body.read()) {
    text += Buffer.from(octets).toString('latin1');
  }
  return text;
}
