/** Client sessions with the FTP and NNTP test servers. They are closed after each test. */
import { afterEach, expect } from 'vitest';
import { Dialogue, until } from './client.ts';
import type { RunningServer } from './listener.ts';

export interface Sessions<Options> {
  /** Starts a server. It is closed after the test, and then no connection to it may be open. */
  readonly start: (options?: Options) => Promise<RunningServer>;
  /** Connects, reads the greeting and sends lines. */
  readonly startSession: (server: RunningServer, ...lines: string[]) => Promise<Dialogue>;
  /** Connects over TLS with this certificate authority and reads the greeting. */
  readonly startSecureSession: (server: RunningServer, ca: string) => Promise<Dialogue>;
}

/** Makes the functions for one kind of server. */
export function sessions<Options>(startServer: (options?: Options) => Promise<RunningServer>): Sessions<Options> {
  const running: RunningServer[] = [];
  const dialogues: Dialogue[] = [];

  afterEach(async () => {
    for (const dialogue of dialogues.splice(0)) dialogue.close();
    for (const server of running.splice(0)) {
      expect(await until(() => server.connections === 0)).toBe(true);
      await server.close();
    }
  });

  const openDialogue = async (server: RunningServer, ca?: string): Promise<Dialogue> => {
    const dialogue = await Dialogue.open(server.port, ca);
    dialogues.push(dialogue);
    await dialogue.reply();
    return dialogue;
  };
  return {
    async start(options) {
      const server = await startServer(options);
      running.push(server);
      return server;
    },
    async startSession(server, ...lines) {
      const dialogue = await openDialogue(server);
      for (const line of lines) await dialogue.say(line);
      return dialogue;
    },
    startSecureSession: openDialogue,
  };
}
