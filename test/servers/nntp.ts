/**
 * The test news server: RFC 3977 for readers, with INN's transit mode before MODE READER, STARTTLS and AUTHINFO. It
 * does not accept posts.
 */
import { newsstand } from './content/newsstand.ts';
import { listen, type RunningServer, type ServerOptions } from './listener.ts';
import { commands } from './nntp/commands.ts';
import { type Rules, Session } from './nntp/session.ts';

export interface NntpOptions extends ServerOptions, Partial<Rules> {
  /** The number of articles in the group `museum.deluge`. Absent = there is no such group. */
  readonly many?: number;
}

/**
 * Starts the news server. The group `museum.private` requires the user `curator` with the password `museum`.
 *
 * @example
 * ```ts
 * const circle = await startNntp({ many: 100_000 });
 * await circle.faults.set('overview-gaps');
 * await circle.close();
 * ```
 */
export async function startNntp(options: NntpOptions = {}): Promise<RunningServer> {
  const stand = newsstand(options.many);
  const rules: Rules = {
    transit: options.transit ?? true,
    login: options.login ?? 'restricted',
    passwordOverTls: options.passwordOverTls ?? false,
    over: options.over ?? true,
    overviewFormat: options.overviewFormat ?? 'rfc',
  };
  return listen('nntp', options, (conversation, context) => serve(new Session(conversation, context, rules, stand)));
}

/** The longest command line, RFC 3977 §3.1: 512 octets with its CR LF. */
const LONGEST_LINE = 510;

/** The number of commands before a server with the fault `goodbye` closes the session. */
const GOODBYE_AFTER = 3;

/** Commands whose only argument is the rest of the line, with its spaces. */
const WITH_SPACES = new Set(['AUTHINFO']);

async function serve(session: Session): Promise<void> {
  const { conversation, rules } = session;
  await session.reply(
    rules.transit ? 200 : 201,
    `museum.test news server ready ${rules.transit ? '(transit mode)' : '(reading only)'}`,
  );
  for (let count = 0; !session.ended; count += 1) {
    const line = await conversation.line();
    if (line === null) return;
    const goodbye = conversation.fault('goodbye');
    if (goodbye !== null && count >= (goodbye.after ?? GOODBYE_AFTER)) {
      return session.reply(400, 'The museum closes now. Please leave by the nearest exit');
    }
    if (line.length > LONGEST_LINE) {
      await session.reply(501, 'The line is too long');
      continue;
    }
    await obey(session, line);
  }
}

async function obey(session: Session, line: string): Promise<void> {
  const [name = '', ...words] = line.trim().split(/[ \t]+/);
  const command = commands[name.toUpperCase()];
  if (command === undefined) return session.reply(500, 'Unknown command');
  if (!command.syntax.test(words.join(' '))) return session.reply(501, 'That is not how this command is written');
  if (command.reader && !session.reader) return session.reply(401, 'MODE-READER');
  if (command.reader && session.rules.login === 'everybody' && !session.loggedIn) {
    return session.reply(480, 'Say AUTHINFO USER and PASS first');
  }
  const [first = '', ...rest] = words;
  return WITH_SPACES.has(name.toUpperCase())
    ? command.run(session, first, rest.join(' '))
    : command.run(session, ...words);
}
