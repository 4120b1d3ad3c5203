/**
 * Sessions between two links of one server, in a batch of checks: a server that asks for a login is asked for one, and
 * not for one with each link.
 */
import { BoundedMap } from '../kept.ts';
import type { SocketConnection } from '../net/connection.ts';
import type { Deadline } from '../net/deadline.ts';

/** A session that one link after the other may use. */
interface Session {
  /** Ends the session in the words of its protocol, and closes it. Never throws. */
  quit(): Promise<void>;
}

/** The sessions of a batch, as the check of one link sees them. */
export interface SessionsForLink {
  /** The idle session with a server; `null` = there is none. Whoever takes it closes it, or keeps it again. */
  take(server: string): Session | null;
  /** Keeps the session of the last connection for the next link. */
  keep(server: string, session: Session): void;
  /** What is known of a server; `shared` unless `note` said something else. */
  known(server: string): Sharing;
  note(server: string, known: Sharing): void;
}

/** Whether links may share a session with a server, need one each, or get none: the error is that of the login. */
type Sharing = 'shared' | 'alone' | Error;

interface Idle {
  /** The host of the links that it may serve. */
  readonly host: string;
  readonly session: Session;
  readonly connection: SocketConnection;
}

/** The servers of which something is known. A run may have any number of servers, and memory is limited. */
const MOST_KNOWN = 500;

export class IdleSessions {
  readonly #most: number;
  /** The links that are being checked. */
  #busy = 0;
  /** By server, the one that has been idle for the longest time first. */
  readonly #idle = new Map<string, Idle>();
  readonly #known = new BoundedMap<string, Sharing>(MOST_KNOWN);

  /** @param most - links that are being checked, and idle sessions, together */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Begins the check of a link.
   *
   * @param connections - of this link. A session that is kept takes its connection along.
   */
  begin(host: string, lifetime: Deadline, connections: SocketConnection[]): SessionsForLink {
    this.#busy += 1;
    return {
      take: (server) => {
        const idle = this.#idle.get(server);
        if (idle === undefined) return null;
        this.#idle.delete(server);
        idle.connection.serve(lifetime);
        connections.push(idle.connection);
        return idle.session;
      },
      keep: (server, session) => {
        const connection = connections.pop();
        if (connection !== undefined) this.#idle.set(server, { host, session, connection });
      },
      known: (server) => this.#known.get(server) ?? 'shared',
      note: (server, known) => void this.#known.set(server, known),
    };
  }

  /** Ends the check of a link. */
  end(): void {
    this.#busy -= 1;
  }

  /** Ends idle sessions until there is room for the connections of a link. */
  async admitConnection(): Promise<void> {
    for (const [server, { session }] of this.#idle) {
      if (this.#busy + this.#idle.size <= this.#most) return;
      this.#idle.delete(server);
      await session.quit();
    }
  }

  /**
   * Ends idle sessions.
   *
   * @param host - of the links that they may serve; absent = all
   */
  async close(host?: string): Promise<void> {
    const ended = [...this.#idle].filter(([, idle]) => host === undefined || idle.host === host);
    for (const [server] of ended) this.#idle.delete(server);
    await Promise.all(ended.map(([, { session }]) => session.quit()));
  }
}
