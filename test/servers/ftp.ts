/**
 * The test FTP server: RFC 959, read-only, with EPSV, MLSD, REST and TLS. Its options cover the differences between
 * real servers.
 */
import { archive } from './content/archive.ts';
import { commands, unknown } from './ftp/commands.ts';
import { type Rules, Session } from './ftp/session.ts';
import { Tree } from './ftp/tree.ts';
import { vmsArchive } from './ftp/vms.ts';
import { listen, type RunningServer, type ServerOptions } from './listener.ts';
import type { Octets } from './octets.ts';

export interface FtpOptions extends ServerOptions, Partial<Rules> {
  /** The number of files in `/pub/many`. Absent = there is no such directory. */
  readonly many?: number;
  /** The octets of `/pub/long.txt`. Absent = there is no such file. */
  readonly long?: Buffer;
}

/**
 * Starts the FTP server. Users are `anonymous` and `curator` with the password `museum`.
 *
 * @example
 * ```ts
 * const attic = await startFtp({ mlsd: false, listing: 'windows' });
 * await attic.faults.set({ kind: 'pasv', port: 25 });
 * await attic.close();
 * ```
 */
export async function startFtp(options: FtpOptions = {}): Promise<RunningServer> {
  const tree = new Tree(options.listing === 'vms' ? vmsArchive() : archive(new Date(), options));
  const rules: Rules = {
    login: options.login ?? 'password',
    listing: options.listing ?? 'unix',
    mlsd: options.mlsd ?? true,
    fractions: options.fractions ?? false,
    requireTls: options.requireTls ?? false,
    requireReuse: options.requireReuse ?? false,
    passivePorts: options.passivePorts ?? [0, 0],
  };
  return listen('ftp', options, async (control, context) => {
    const session = new Session(control, context, rules, tree);
    try {
      await serve(session);
    } finally {
      session.abort();
    }
  });
}

/** Commands that are answered during a transfer; all others wait for its end. */
const DURING_TRANSFER = new Set(['ABOR', 'STAT', 'NOOP']);

/** The number of commands before a server with the fault `goodbye` closes the session. */
const GOODBYE_AFTER = 3;

async function serve(session: Session): Promise<void> {
  const { control } = session;
  await session.reply(
    220,
    'The attic of the Waypost museum\n  220 is also the number of the house.\nAll visitors are welcome.',
  );
  for (let count = 0; !session.ended; count += 1) {
    const line = await control.line();
    if (line === null) return;
    const goodbye = control.fault('goodbye');
    if (goodbye !== null && count >= (goodbye.after ?? GOODBYE_AFTER)) {
      return session.reply(421, 'The museum closes now. Please leave by the nearest exit.');
    }
    const [name = '', argument = ''] = split(withoutTelnet(line));
    if (session.transfer !== null && !DURING_TRANSFER.has(name)) await session.transfer;
    const command = commands[name];
    if (command === undefined) await unknown(session, argument);
    else if (command.login && !session.loggedIn) await session.reply(530, 'Please log in with USER and PASS.');
    else await command.run(session, argument);
    // As on BSD servers, an offset applies to the next command only (RFC 959 §4.1.3, REST).
    if (name !== 'REST') session.restart = 0;
  }
  await session.transfer;
}

/**
 * Splits a line into command and argument. Everything after the first space is the argument, including further spaces.
 */
function split(line: Octets): [name: string, argument: Octets] {
  const space = line.indexOf(' ');
  return space < 0 ? [line.toUpperCase(), ''] : [line.slice(0, space).toUpperCase(), line.slice(space + 1)];
}

/** The control connection is a Telnet connection (RFC 959 §2.3): Telnet commands are dropped, IAC IAC is one octet. */
function withoutTelnet(line: Octets): Octets {
  return line.replace(/\xff(\xff|[\xfb-\xfe].|[\xf0-\xfa]|)/gs, (_all, command: string) =>
    command === '\xff' ? '\xff' : '',
  );
}
