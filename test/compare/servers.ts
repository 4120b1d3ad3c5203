/** The servers that both Workers reach, in every dialect that they have, and the octets that each of them received. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startCnrp } from '../servers/cnrp.ts';
import { startCso } from '../servers/cso.ts';
import { startDict } from '../servers/dict.ts';
import { startFinger } from '../servers/finger.ts';
import { startFtp } from '../servers/ftp.ts';
import { startGopher } from '../servers/gopher.ts';
import type { RunningServer } from '../servers/listener.ts';
import { startNntp } from '../servers/nntp.ts';
import { startProspero } from '../servers/prospero.ts';
import { startTelnet } from '../servers/telnet.ts';
import { startTn3270 } from '../servers/tn3270.ts';
import { startWais } from '../servers/wais.ts';
import { startWeb } from '../servers/web.ts';
import { answerWeb } from '../servers/web-answers.ts';
import { type Answer, serveDoh } from '../worker/net/doh-server.ts';
import { startOddServers } from './odd-servers.ts';

/** A port on which nothing listens: the system gives no such port to anybody. */
export const CLOSED_PORT = 7079;

/** How long connections may take to close after an answer, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The beginning of a handshake of TLS (RFC 8446 §5.1). */
const HANDSHAKE = '\x16\x03';

/** The articles and files of the longest lists. */
const MANY = 300;

/** The addresses of names; all other names do not exist. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'public.example.com': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'inside.example.com': ['10.0.0.7'],
  'one-of-two.example.com': ['93.184.215.14', '127.0.0.1'],
  'six-inside.example.com': ['93.184.215.14', '::1'],
  'xn--bcher-kva.com': ['93.184.215.14'],
};

const FAILURES: Readonly<Record<string, Answer>> = {
  'broken.example.com': { rcode: 2 },
  'damaged.example.com': { octets: Uint8Array.of(1, 2, 3) },
  'refused.example.com': { status: 500 },
};

async function startEach() {
  const [ftp, nntp, wais, telnet, tn3270] = await Promise.all([
    startFtp({ tls: 'explicit', many: MANY }),
    startNntp({ tls: 'explicit', many: MANY }),
    startWais(),
    startTelnet(),
    startTn3270(),
  ]);
  const otherPorts = { ftp: ftp.port, nntp: nntp.port, wais: wais.port, closed: CLOSED_PORT };
  const gopher = await startGopher({ tls: 'sniffed', otherPorts });
  const ports = { ...otherPorts, gopher: gopher.port };
  return {
    ...{ ftp, nntp, wais, telnet, tn3270, gopher },
    gopherUmn: await startGopher({ dialect: 'umn', otherPorts }),
    gopherBare: await startGopher({ dialect: 'bare', otherPorts }),
    ftpTls: await startFtp({ tls: 'implicit', requireReuse: true, fractions: true }),
    ftpImplicit: await startFtp({ tls: 'implicit' }),
    ftpDistrusted: await startFtp({ tls: 'explicit', requireTls: true, certificate: 'expired' }),
    ftpClosed: await startFtp({ login: 'refused' }),
    ftpPlain: await startFtp({ mlsd: false }),
    ftpWindows: await startFtp({ mlsd: false, listing: 'windows' }),
    ftpEplf: await startFtp({ mlsd: false, listing: 'eplf' }),
    ftpVms: await startFtp({ mlsd: false, listing: 'vms' }),
    nntpOld: await startNntp({ over: false, overviewFormat: 'inn', transit: true, many: 20 }),
    nntpTls: await startNntp({ tls: 'implicit', login: 'everybody', passwordOverTls: true }),
    nntpSecure: await startNntp({ tls: 'implicit', many: 20 }),
    waisSmall: await startWais({ largestRecord: 500 }),
    finger: await startFinger(),
    dict: await startDict(),
    cso: await startCso(),
    cnrp: await startCnrp({ otherPorts: ports }),
    cnrpChunked: await startCnrp({ otherPorts: ports, framing: 'chunked' }),
    cnrpEnd: await startCnrp({ otherPorts: ports, framing: 'end' }),
    tn3270Old: await startTn3270({ tn3270e: false }),
    web: await startWeb(answerWeb),
    ...(await startOddServers()),
  } satisfies Record<string, RunningServer>;
}

export type ServerName = keyof Awaited<ReturnType<typeof startEach>> | 'prospero';

export class Servers {
  readonly #tcp: Awaited<ReturnType<typeof startEach>>;
  readonly #prospero: Awaited<ReturnType<typeof startProspero>>;
  readonly #doh: Awaited<ReturnType<typeof serveDoh>>;
  #questions = 0;

  private constructor(
    tcp: Awaited<ReturnType<typeof startEach>>,
    prospero: Awaited<ReturnType<typeof startProspero>>,
    doh: Awaited<ReturnType<typeof serveDoh>>,
  ) {
    this.#tcp = tcp;
    this.#prospero = prospero;
    this.#doh = doh;
  }

  static async start(): Promise<Servers> {
    const tcp = await startEach();
    const { ftp, gopher, wais } = tcp;
    const prospero = await startProspero({ otherPorts: { ftp: ftp.port, gopher: gopher.port, wais: wais.port } });
    const doh = await serveDoh(({ name, type }) => {
      const failure = FAILURES[name];
      if (failure !== undefined) return failure;
      const addresses = ADDRESSES[name]?.filter((address) => address.includes(':') === (type === 'AAAA'));
      return addresses === undefined ? { rcode: 3 } : { addresses };
    });
    return new Servers(tcp, prospero, doh);
  }

  /** The address of the resolver. */
  get dohUrl(): string {
    return this.#doh.url;
  }

  port(name: ServerName): number {
    return this.#named(name).port;
  }

  /** The host and port of a server as they stand in a link. */
  at(name: ServerName): string {
    return `localhost:${this.port(name)}`;
  }

  /** Every host with its port, for EGRESS_ALLOW. */
  get hosts(): readonly string[] {
    const ports = [...Object.values(this.#tcp), this.#prospero].map(({ port }) => port);
    return [...ports, CLOSED_PORT].flatMap((port) => [`localhost:${port}`, `127.0.0.1:${port}`]);
  }

  faults(name: ServerName) {
    return this.#named(name).faults;
  }

  /** Forgets what was received so far. */
  forget(): void {
    for (const server of Object.values(this.#tcp)) server.log.length = 0;
    this.#prospero.questions.length = 0;
    this.#questions = this.#doh.questions.length;
  }

  /**
   * What each server has received since it was told to forget, one line for each connection and question, when all
   * connections are closed.
   */
  async received(): Promise<readonly string[]> {
    const servers = Object.entries(this.#tcp);
    for (const start = Date.now(); servers.some(([, { connections }]) => connections > 0); await sleep(2)) {
      if (Date.now() - start > PATIENCE_MS) return ['a connection is still open'];
    }
    const connections = servers.flatMap(([name, { log }]) =>
      log.map(({ channel, secure, octets }) => {
        const text = octets.toString('latin1');
        // A handshake with a server that has no TLS: its octets are random.
        const shown = text.startsWith(HANDSHAKE) ? 'the handshake of TLS' : JSON.stringify(text);
        return `${name}, ${channel}${secure ? ' over TLS' : ''}: ${shown}`;
      }),
    );
    const questions = this.#prospero.questions.map((question) => `prospero: ${JSON.stringify(question)}`);
    const names = this.#doh.questions.slice(this.#questions).map(({ name, type }) => `resolver: ${name} ${type}`);
    // Both address types of a name are asked for at the same time, and so are the directories of a union.
    return [...connections, ...questions.toSorted(), ...names.toSorted()];
  }

  async close(): Promise<void> {
    const running = [...Object.values(this.#tcp), this.#prospero, this.#doh];
    await Promise.all(running.map((server) => server.close()));
  }

  #named(name: ServerName): Pick<RunningServer, 'port' | 'faults'> {
    return name === 'prospero' ? this.#prospero : this.#tcp[name];
  }
}
