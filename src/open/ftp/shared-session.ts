/**
 * One session for the links of a server, one after the other, in a batch of checks. What a link says is what a session
 * of its own would say: the next link begins in the directory of the login (RFC 1738 §3.2.2), a session that cannot go
 * back to it is not used again, and neither is one in which anything happened but a finding or a refusal.
 */
import type { Connect, PeerConnection } from '../../protocols/connection.ts';
import { FtpClient, type FtpTarget, inEachWay, type UseSession } from '../../protocols/ftp/client.ts';
import { type LoginOptions, LoginRefused } from '../../protocols/ftp/session.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import type { SessionsForLink } from '../idle-sessions.ts';

export class SharedSession {
  readonly #connect: Connect<PeerConnection>;
  readonly #server: string;
  readonly #sessions: SessionsForLink;
  /** Whether the session served another link, or another way to ask, before. */
  #isReused = false;

  constructor(connect: Connect<PeerConnection>, server: string, sessions: SessionsForLink) {
    this.#connect = connect;
    this.#server = server;
    this.#sessions = sessions;
  }

  /** Asks for the target of one link. Every login has the same user. */
  use<Result>(login: LoginOptions, target: FtpTarget, use: UseSession<Result>): Promise<Result> {
    const useAndKeep: UseSession<Result> = async (client, way) => {
      try {
        const result = await use(client, way);
        this.#keep(client);
        return result;
      } catch (error) {
        if (isRefusal(error)) this.#keep(client);
        else client.close();
        throw error;
      }
    };
    return inEachWay((options) => this.#begin(options), login, target, useAndKeep);
  }

  /** Whether an error may be that of a session that was used before, so that only one of its own shows the link’s. */
  isSuspect(error: unknown): boolean {
    return this.#isReused && !isRefusal(error);
  }

  #keep(client: FtpClient): void {
    if (this.#sessions.known(this.#server) === 'shared') this.#sessions.keep(this.#server, client);
    else client.close();
  }

  /** A session in the directory of the login. */
  async #begin(login: LoginOptions): Promise<FtpClient> {
    const [server, sessions] = [this.#server, this.#sessions];
    const idle = sessions.take(server);
    if (idle instanceof FtpClient) {
      const isHome = await orFailure(idle.returnHome(login.telnet));
      this.#isReused = isHome === true;
      if (isHome === true) return idle;
      idle.close();
      // Many servers end sessions, and then a new one serves more links. A silent one would keep each link waiting.
      if (isHome === false || isHome.code === 'timeout') sessions.note(server, 'alone');
    }
    const known = sessions.known(server);
    if (known instanceof Error) throw known;
    const client = await this.#logIn(login);
    if (known === 'alone') return client;
    const isKnown = await orFailure(client.noteHome());
    if (isKnown !== true) sessions.note(server, 'alone');
    if (typeof isKnown === 'boolean') return client;
    client.close();
    return this.#logIn(login);
  }

  async #logIn(login: LoginOptions): Promise<FtpClient> {
    try {
      return await FtpClient.logIn(this.#connect, login);
    } catch (error) {
      // It refuses the user, whatever the link is.
      if (error instanceof LoginRefused) this.#sessions.note(this.#server, error);
      throw error;
    }
  }
}

async function orFailure(answer: Promise<boolean>): Promise<boolean | ProtocolError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
}

/** Whether the server refused what a link names, in words of which none are about the session. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof ProtocolError &&
    error.status !== null &&
    (error.code === 'not-found' || error.code === 'forbidden')
  );
}
