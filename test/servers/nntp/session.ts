/** One NNTP session: the mode, the user, and the current group and article (RFC 3977 §3, §6). */
import type { Newsstand } from '../content/newsstand.ts';
import type { Conversation } from '../conversation.ts';
import type { ServerContext } from '../listener.ts';
import { dotStuffed, type Octets } from '../octets.ts';
import type { Article } from './article.ts';
import type { Newsgroup } from './newsgroup.ts';

/** Users and their passwords. */
export const USERS: ReadonlyMap<string, string> = new Map([['curator', 'museum']]);

export interface Rules {
  /** Whether a session begins in transit mode, as on INN: MODE READER must come first. */
  readonly transit: boolean;
  /** Who must log in: only users who open a restricted group, or everybody. */
  readonly login: 'restricted' | 'everybody';
  /** Whether passwords are accepted over TLS only (483). */
  readonly passwordOverTls: boolean;
  /** Whether the server has OVER, or only the older XOVER. */
  readonly over: boolean;
  /** How LIST OVERVIEW.FMT writes the metadata: `:bytes` (RFC 3977), or `Bytes:` as INN still does. */
  readonly overviewFormat: 'rfc' | 'inn';
}

export class Session {
  readonly conversation: Conversation;
  readonly context: ServerContext;
  readonly rules: Rules;
  readonly stand: Newsstand;
  reader: boolean;
  user: string | null = null;
  loggedIn = false;
  group: Newsgroup | null = null;
  /** The number of the current article; `null` in an empty group. */
  current: number | null = null;
  ended = false;

  constructor(conversation: Conversation, context: ServerContext, rules: Rules, stand: Newsstand) {
    this.conversation = conversation;
    this.context = context;
    this.rules = rules;
    this.stand = stand;
    this.reader = !rules.transit;
  }

  /** Sends a status line. */
  async reply(code: number, text: Octets): Promise<void> {
    await this.conversation.reply(`${code} ${text}\r\n`, `${code} and so on\r\n`);
  }

  /** Sends a status line and the multi-line data block that it announces (RFC 3977 §3.1.1). */
  async block(code: number, text: Octets, lines: Iterable<Octets>): Promise<void> {
    await this.reply(code, text);
    await this.conversation.body(stuffed(lines), '1\tAnd so on\tnobody@museum.test\t\t<1@museum.test>\t\t1\t1\r\n');
  }

  /** Sends a status line and an article, or a part of one, unchanged. */
  async text(code: number, text: Octets, octets: Octets): Promise<void> {
    await this.reply(code, text);
    await this.conversation.body(dotStuffed(octets), 'And so on.\r\n');
  }

  /** Whether the user may see a group. */
  mayRead(group: Newsgroup): boolean {
    return this.loggedIn || !group.restricted;
  }

  /** The article with this message-id, from a group that the user may see. */
  find(id: Octets): Article | null {
    const found = this.stand.find(id);
    return found !== null && this.mayRead(found.group) ? found.article : null;
  }

  /** The article numbers of an overview: all in the range, unless a fault leaves some out. */
  *numbers(group: Newsgroup, from: number, until: number): Generator<number> {
    const gaps = this.conversation.fault('overview-gaps');
    for (const number of group.numbers(from, until)) {
      if (gaps === null || number % (gaps.every ?? 3) !== 0) yield number;
    }
  }
}

/** Dot-stuffed lines and the final line, in chunks. */
function* stuffed(lines: Iterable<Octets>): Generator<Buffer> {
  let text = '';
  for (const line of lines) {
    text += `${line.startsWith('.') ? '.' : ''}${line}\r\n`;
    if (text.length < 65_536) continue;
    yield Buffer.from(text, 'latin1');
    text = '';
  }
  yield Buffer.from(`${text}.\r\n`, 'latin1');
}
