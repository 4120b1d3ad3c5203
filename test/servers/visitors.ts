/** Visitors for the servers that hold a dialogue: they come, say something, and are shown out after each test. */
import { afterEach, expect } from 'vitest';
import { Dialogue, until } from './client.ts';
import type { RunningServer } from './listener.ts';

export interface Visitors<Options> {
  /** Starts a server that is closed after the test, when every connection to it must be gone. */
  readonly start: (options?: Options) => Promise<RunningServer>;
  /** Opens a dialogue, hears the greeting, and says some lines; over TLS where a CA is given. */
  readonly visit: (server: RunningServer, ...lines: string[]) => Promise<Dialogue>;
  readonly visitSecurely: (server: RunningServer, ca: string) => Promise<Dialogue>;
}

/** Makes visitors for one kind of server. */
export function visitors<Options>(startServer: (options?: Options) => Promise<RunningServer>): Visitors<Options> {
  const running: RunningServer[] = [];
  const dialogues: Dialogue[] = [];

  afterEach(async () => {
    for (const dialogue of dialogues.splice(0)) dialogue.close();
    for (const server of running.splice(0)) {
      expect(await until(() => server.connections === 0)).toBe(true);
      await server.close();
    }
  });

  const enter = async (server: RunningServer, ca?: string): Promise<Dialogue> => {
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
    async visit(server, ...lines) {
      const dialogue = await enter(server);
      for (const line of lines) await dialogue.say(line);
      return dialogue;
    },
    visitSecurely: enter,
  };
}
