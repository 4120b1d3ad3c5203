/**
 * The Prospero test server: directories over ARDP and real UDP on loopback. As dirsrv does, it sends a short answer
 * with a header of three octets, and waits for an acknowledgement after sixteen packets. Its network can lose, double
 * and shuffle packets, and have a stranger who answers too.
 */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { FaultSwitch } from './faults.ts';
import { Directory, type OtherPorts } from './prospero/directory.ts';
import { Session } from './prospero/session.ts';

/** What happens to the packets of the server. */
export interface Network {
  /** How many of a hundred packets are lost. */
  lost: number;
  /** Whether each packet arrives twice. */
  doubled: boolean;
  /** Whether a packet arrives after the next one. */
  shuffled: boolean;
  /** Whether another address answers first, and wrongly. */
  stranger: boolean;
}

export interface ProsperoOptions {
  /** 0, the default = any free port. */
  readonly port?: number;
  readonly otherPorts?: OtherPorts;
}

export interface RunningProspero {
  readonly host: string;
  readonly port: number;
  readonly faults: FaultSwitch;
  /** The texts of the questions, oldest first. */
  readonly questions: string[];
  /** How many packets arrived: requests and acknowledgements. */
  readonly received: { count: number };
  /** How many packets the server sent, and how many of them its network lost. */
  readonly sent: { count: number; lost: number };
  readonly network: Network;
  readonly close: () => Promise<void>;
}

const HOST = '127.0.0.1';
const NOBODY: OtherPorts = { ftp: 1, gopher: 1, wais: 1 };
/** `npm start` may run all day. */
const MOST_SESSIONS = 1000;
const REQUEST_HEADER = 9;
/** The packets of a `huge` answer: 2 MiB. */
const HUGE = 2 * 1024 * 1024;

/** Starts the Prospero test server. */
export async function startProspero({ port = 0, otherPorts = NOBODY }: ProsperoOptions = {}): Promise<RunningProspero> {
  let socket: Socket | null = await bound(port);
  const actual = socket.address().port;
  const stranger = await bound(0);
  const directory = new Directory(actual, otherPorts);
  const network: Network = { lost: 0, doubled: false, shuffled: false, stranger: false };
  const sessions = new Map<string, Session>();
  const questions: string[] = [];
  const received = { count: 0 };
  const line = new Line(network, () => socket, stranger);
  const faults = new FaultSwitch('prospero', async (fault) => {
    if (fault?.kind === 'refused' && socket !== null) {
      const open = socket;
      socket = null;
      open.close();
    } else if (fault?.kind !== 'refused' && socket === null) {
      socket = await bound(actual);
      socket.on('message', receive);
    }
  });

  function receive(datagram: Buffer, peer: RemoteInfo): void {
    received.count += 1;
    if (faults.find('silent') !== null) return;
    if (faults.find('garbage') !== null) {
      line.send(Buffer.alloc(300, 0xa5), peer);
      return;
    }
    const id = datagram.readUInt16BE(1);
    const key = `${peer.port} ${id}`;
    const packet = datagram.readUInt16BE(3);
    if (packet === 0) {
      for (const answer of sessions.get(key)?.acknowledge(datagram.readUInt16BE(7)) ?? []) line.send(answer, peer);
      return;
    }
    let session = sessions.get(key);
    if (session === undefined) {
      session = new Session(id);
      sessions.set(key, session);
      const [oldest] = sessions.keys();
      if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    }
    const question = session.take(packet, datagram.readUInt16BE(5), datagram.subarray(REQUEST_HEADER));
    if (question === null) return;
    questions.push(question);
    const huge = faults.find('huge') === null ? null : 'LINK '.repeat(HUGE / 5);
    for (const answer of session.answer(huge ?? directory.answer(question))) line.send(answer, peer);
  }

  socket.on('message', receive);
  return {
    ...{ host: HOST, port: actual, faults, questions, received, sent: line.sent, network },
    close: async () => {
      await Promise.all([socket, stranger].map((open) => open !== null && closed(open)));
    },
  };
}

/** A socket that cannot be bound is closed: an open one would keep the process alive. */
async function bound(port: number): Promise<Socket> {
  const socket = createSocket('udp4');
  try {
    socket.bind(port, HOST);
    await once(socket, 'listening');
    return socket;
  } catch (error) {
    socket.close();
    throw error;
  }
}

async function closed(socket: Socket): Promise<void> {
  const end = once(socket, 'close');
  socket.close();
  await end;
}

/** Sends packets as the network has them arrive. What is lost is the same in every run. */
class Line {
  readonly #network: Network;
  readonly #socket: () => Socket | null;
  readonly #stranger: Socket;
  readonly sent = { count: 0, lost: 0 };
  #held: readonly [Buffer, RemoteInfo] | null = null;

  constructor(network: Network, socket: () => Socket | null, stranger: Socket) {
    this.#network = network;
    this.#socket = socket;
    this.#stranger = stranger;
  }

  send(packet: Buffer, peer: RemoteInfo): void {
    const { lost, doubled, shuffled, stranger } = this.#network;
    // Only the address gives the stranger away.
    const lie = Buffer.concat([Buffer.of(3), packet.subarray(1, 3), Buffer.from('NONE-FOUND\n', 'latin1')]);
    if (stranger) this.#stranger.send(lie, peer.port, peer.address);
    this.sent.count += 1;
    if ((this.sent.count * 37) % 100 < lost) {
      this.sent.lost += 1;
      return;
    }
    if (shuffled && this.#held === null && (packet[0] ?? 0) === 7) {
      this.#held = [packet, peer];
      // The last packet has none after it.
      setTimeout(() => this.#release(), 20);
      return;
    }
    this.#deliver(packet, peer);
    if (doubled) this.#deliver(packet, peer);
    this.#release();
  }

  #release(): void {
    const held = this.#held;
    this.#held = null;
    if (held !== null) this.#deliver(...held);
  }

  #deliver(packet: Buffer, peer: RemoteInfo): void {
    this.#socket()?.send(packet, peer.port, peer.address);
  }
}
