/**
 * The commands of NNTP as a table: RFC 3977, RFC 4642 (STARTTLS), RFC 4643 (AUTHINFO), RFC 6048 (LIST COUNTS), and of
 * RFC 2980 XOVER and XHDR, which clients still send.
 */
import type { Octets } from '../octets.ts';
import { type Article, OVERVIEW_FIELDS, overview, overviewField } from './article.ts';
import { list } from './list.ts';
import type { Newsgroup } from './newsgroup.ts';
import { type Session, USERS } from './session.ts';

export interface Command {
  /** Whether it is a reader command: refused in transit mode, and before the login if everybody must log in. */
  readonly reader: boolean;
  /** The pattern of its arguments, joined by one space. */
  readonly syntax: RegExp;
  readonly run: (session: Session, ...argument: Octets[]) => Promise<void>;
}

const RANGE = '\\d{1,16}(?:-(?:\\d{1,16})?)?';
const ID = '<[^<>\\s]{1,248}>';
const always = (syntax: RegExp, run: Command['run']): Command => ({ reader: false, syntax, run });
const reader = (syntax: RegExp, run: Command['run']): Command => ({ reader: true, syntax, run });
const anArticle = new RegExp(`^(?:${ID}|\\d{1,16})?$`);
const someArticles = new RegExp(`^(?:${ID}|${RANGE})?$`);
const noArguments = /^$/;

/** Every command of the server. */
export const commands: Readonly<Record<string, Command>> = {
  CAPABILITIES: always(/^[A-Z][A-Z0-9.-]{2,}$|^$/i, (session) =>
    session.block(101, 'Capability list:', capabilities(session)),
  ),
  MODE: always(/^READER$/i, async (session) => {
    session.reader = true;
    await session.reply(201, 'museum.test, reading only');
  }),
  QUIT: always(noArguments, async (session) => {
    session.ended = true;
    await session.reply(205, 'Bye. Mind the step.');
  }),
  HELP: always(noArguments, (session) =>
    session.block(
      100,
      'Commands:',
      Object.keys(commands).map((name) => `  ${name}`),
    ),
  ),
  DATE: reader(noArguments, (session) => session.reply(111, new Date().toISOString().slice(0, 19).replace(/\D/g, ''))),
  IHAVE: always(new RegExp(`^${ID}$`), (session) => session.reply(435, 'Nothing new is wanted')),

  STARTTLS: always(noArguments, async (session) => {
    const { tls } = session.context;
    if (tls === null) return session.reply(502, 'There is no TLS here');
    if (session.conversation.secure || session.loggedIn) return session.reply(502, 'Not now');
    await session.reply(382, 'Continue with TLS negotiation');
    await session.conversation.begin(tls);
    session.group = null;
    session.current = null;
    session.reader = !session.rules.transit;
  }),
  AUTHINFO: always(/^(USER|PASS) \S.*$/i, logIn),

  GROUP: reader(/^\S+$/, (session, name = '') => chooseGroup(session, name)),
  LISTGROUP: reader(new RegExp(`^(?:\\S+(?: ${RANGE})?)?$`), listGroup),
  LAST: reader(noArguments, (session) => step(session, -1)),
  NEXT: reader(noArguments, (session) => step(session, 1)),

  ARTICLE: reader(anArticle, (session, which) =>
    article(session, which, (article, status) => session.text(220, status, `${article.head}\r\n${article.body}`)),
  ),
  HEAD: reader(anArticle, (session, which) =>
    article(session, which, ({ head }, status) => session.text(221, status, head)),
  ),
  BODY: reader(anArticle, (session, which) =>
    article(session, which, ({ body }, status) => session.text(222, status, body)),
  ),
  STAT: reader(anArticle, (session, which) =>
    article(session, which, (_article, status) => session.reply(223, status)),
  ),

  OVER: reader(someArticles, async (session, which) => {
    if (!session.rules.over) return session.reply(500, 'Unknown command');
    const lines = await some(session, which, 423, overviewLine(session));
    if (lines !== null) await session.block(224, 'Overview information follows', lines);
  }),
  XOVER: reader(someArticles, async (session, which) => {
    const lines = await some(session, which, 420, overviewLine(session));
    if (lines !== null) await session.block(224, 'Overview information follows', lines);
  }),
  HDR: reader(new RegExp(`^\\S+(?: (?:${ID}|${RANGE}))?$`), headers(225)),
  XHDR: reader(new RegExp(`^\\S+(?: (?:${ID}|${RANGE}))?$`), headers(221)),

  LIST: reader(/^(?:\S+(?: \S+)?)?$/, list),
  NEWGROUPS: reader(/^(\d\d)?\d{6} \d{6}( GMT)?$/i, (session) => session.block(231, 'No group is new here', [])),
  POST: reader(noArguments, (session) => session.reply(440, 'Posting is not permitted')),
};

function capabilities(session: Session): string[] {
  const { rules, conversation, context } = session;
  const secrets = [
    ...(context.tls !== null && !conversation.secure && !session.loggedIn ? ['STARTTLS'] : []),
    ...(session.loggedIn ? [] : [conversation.secure || !rules.passwordOverTls ? 'AUTHINFO USER' : 'AUTHINFO']),
  ];
  if (!session.reader)
    return ['VERSION 2', 'IMPLEMENTATION Waypost museum', ...secrets, 'IHAVE', 'LIST ACTIVE NEWSGROUPS', 'MODE-READER'];
  return [
    ...['VERSION 2', 'IMPLEMENTATION Waypost museum', ...secrets, 'READER', 'HDR'],
    'LIST ACTIVE ACTIVE.TIMES COUNTS HEADERS NEWSGROUPS OVERVIEW.FMT',
    ...(rules.over ? ['OVER MSGID'] : []),
  ];
}

async function logIn(session: Session, kind = '', secret = ''): Promise<void> {
  if (session.loggedIn) return session.reply(502, 'You are in already');
  if (session.rules.passwordOverTls && !session.conversation.secure) return session.reply(483, 'Not without TLS');
  if (/^USER$/i.test(kind)) {
    session.user = secret;
    return session.reply(381, 'Password, please');
  }
  if (session.user === null) return session.reply(482, 'Say AUTHINFO USER first');
  session.loggedIn = USERS.get(session.user) === secret;
  if (session.loggedIn) return session.reply(281, 'Welcome');
  session.user = null;
  return session.reply(481, 'The doorkeeper does not know you');
}

/** The group with this name if the user may enter it; if not, sends an error reply. */
async function enter(session: Session, name: Octets): Promise<Newsgroup | null> {
  const group = session.stand.groups.get(name) ?? null;
  if (group === null) await session.reply(411, `${name} is not here`);
  else if (!session.mayRead(group)) await session.reply(480, 'Members only');
  else return group;
  return null;
}

function groupStatus(session: Session, group: Newsgroup): Octets {
  const wrong = session.conversation.fault('wrong-length');
  const count = group.count + (wrong === null ? 0 : (wrong.by ?? 10));
  return `${count} ${group.low} ${group.high} ${group.name}`;
}

async function chooseGroup(session: Session, name: Octets): Promise<void> {
  const group = await enter(session, name);
  if (group === null) return;
  session.group = group;
  session.current = group.count === 0 ? null : group.low;
  await session.reply(211, groupStatus(session, group));
}

async function listGroup(session: Session, name?: Octets, range?: Octets): Promise<void> {
  const group = name === undefined ? session.group : await enter(session, name);
  if (group === null) return name === undefined ? session.reply(412, 'No group is selected') : undefined;
  session.group = group;
  session.current = group.count === 0 ? null : group.low;
  const [from, until] = bounds(range ?? '1-');
  await session.block(211, `${groupStatus(session, group)} list follows`, [...group.numbers(from, until)].map(String));
}

async function step(session: Session, direction: 1 | -1): Promise<void> {
  const { group, current } = session;
  if (group === null) return session.reply(412, 'No group is selected');
  if (current === null) return session.reply(420, 'There is no current article');
  const ahead = [...(direction > 0 ? group.numbers(current + 1, group.high) : group.numbers(group.low, current - 1))];
  const number = direction > 0 ? ahead[0] : ahead.at(-1);
  if (number === undefined) return session.reply(direction > 0 ? 421 : 422, 'There is none');
  session.current = number;
  await session.reply(223, `${number} ${group.article(number)?.id ?? ''}`);
}

type Show = (article: Article, status: Octets) => Promise<void>;

/** Sends the article with this message-id or number, or else the current one (RFC 3977 §6.2.1). */
async function article(session: Session, which: Octets | undefined, show: Show): Promise<void> {
  if (which?.startsWith('<')) {
    const found = session.find(which);
    // An article requested by its message-id has the number 0.
    return found === null ? session.reply(430, 'No such article') : show(found, `0 ${which}`);
  }
  const { group } = session;
  if (group === null) return session.reply(412, 'No group is selected');
  const number = which === undefined ? session.current : Number(which);
  if (number === null) return session.reply(420, 'There is no current article');
  const found = group.article(number);
  if (found === null) return session.reply(which === undefined ? 420 : 423, 'No article has that number');
  session.current = number;
  return show(found, `${number} ${found.id}`);
}

type Describe = (number: number, article: Article) => Octets;

/** One line for each article of a range, for the one with a message-id, or for the current one (RFC 3977 §8.3). */
async function some(
  session: Session,
  which: Octets | undefined,
  none: 420 | 423,
  line: Describe,
): Promise<Iterable<Octets> | null> {
  const refuse = async (code: number, text: string): Promise<null> => {
    await session.reply(code, text);
    return null;
  };
  if (which?.startsWith('<')) {
    const found = session.find(which);
    return found === null ? refuse(430, 'No such article') : [line(0, found)];
  }
  const { group, current } = session;
  if (group === null) return refuse(412, 'No group is selected');
  if (which === undefined && current === null) return refuse(420, 'There is no current article');
  const [from, until] = which === undefined ? [current ?? 0, current ?? 0] : bounds(which);
  if (group.numbers(from, until)[Symbol.iterator]().next().done === true)
    return refuse(none, 'No articles in that range');
  return (function* () {
    for (const number of session.numbers(group, from, until)) {
      const found = group.article(number);
      if (found !== null) yield line(number, found);
    }
  })();
}

function bounds(range: Octets): [from: number, until: number] {
  const [from = '', until] = range.split('-');
  if (until === undefined) return [Number(from), Number(from)];
  return [Number(from), until === '' ? Number.MAX_SAFE_INTEGER : Number(until)];
}

function overviewLine(session: Session): Describe {
  const wrong = session.conversation.fault('wrong-length');
  const at = 1 + OVERVIEW_FIELDS.indexOf(':bytes');
  return (number, article) => {
    const line = overview(number, article);
    if (wrong === null) return line;
    return line
      .split('\t')
      .map((field, index) => (index === at ? Number(field) + (wrong.by ?? 10) : field))
      .join('\t');
  };
}

function headers(code: 221 | 225): Command['run'] {
  return async (session, name = '', which) => {
    if (/^:(?!bytes$|lines$)/i.test(name)) return session.reply(503, 'No such metadata');
    const lines = await some(
      session,
      which,
      423,
      (number, article) => `${number} ${overviewField(article, name.toLowerCase())}`,
    );
    if (lines !== null) await session.block(code, 'Headers follow', lines);
  };
}
