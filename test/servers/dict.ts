/**
 * The DICT test server (RFC 2229): CLIENT, DEFINE, MATCH, SHOW DB, SHOW STRAT and QUIT, with the words of dictd. It
 * answers other commands with 500, so that a test sees if one is sent.
 */
import { DEFAULT_STRATEGY, type Dictionary, dictionaries, strategies } from './dict/dictionaries.ts';
import { listen, type RunningServer, type ServerOptions } from './listener.ts';
import { octets } from './octets.ts';

const GREETING = '220 museum.test dictd 1.13.0 <auth.mime> <1.2.3@museum.test>';
const DONE = '250 ok';

/** A reply: lines of a status before and after the text. */
interface Reply {
  readonly before?: string;
  /** Lines, with doubled periods. */
  readonly text?: readonly string[];
  readonly after: string;
}

/** Starts the DICT test server. */
export function startDict(options: ServerOptions = {}): Promise<RunningServer> {
  return listen('dict', options, async (conversation) => {
    await conversation.reply(`${GREETING}\r\n`);
    for (;;) {
      const line = await conversation.line();
      if (line === null) return;
      const strings = stringsIn(Buffer.from(line, 'latin1').toString());
      const command = (strings.shift() ?? '').toLowerCase();
      if (command === 'quit') {
        await conversation.reply('221 bye\r\n');
        return;
      }
      const { before, text, after } = replyTo(command, strings);
      if (before !== undefined) await conversation.reply(`${before}\r\n`);
      if (text !== undefined)
        await conversation.body(octets(text.map((one) => `${one}\r\n`).join('')), 'and so on\r\n');
      await conversation.reply(`${after}\r\n`);
    }
  });
}

/** The strings of a command (§2.2). */
function stringsIn(line: string): string[] {
  const strings: string[] = [];
  let [string, quote] = ['', ''];
  let isEmpty = true;
  for (let at = 0; at <= line.length; at += 1) {
    const character = line.charAt(at);
    if (quote === '' && (character === ' ' || character === '')) {
      if (!isEmpty) strings.push(string);
      [string, isEmpty] = ['', true];
      continue;
    }
    isEmpty = false;
    if (character === '\\') {
      at += 1;
      string += line.charAt(at);
    } else if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
    else string += character;
  }
  return strings;
}

function replyTo(command: string, [first = '', second = '', third = '']: readonly string[]): Reply {
  switch (command) {
    case 'client':
      return { after: DONE };
    case 'define':
      return define(first, second);
    case 'match':
      return match(first, second, third);
    case 'show':
      return show(first.toLowerCase());
    default:
      return { after: '500 unknown command' };
  }
}

function define(database: string, word: string): Reply {
  const chosen = databasesOf(database);
  if (chosen === null) return { after: '550 invalid database, use SHOW DB for list' };
  const found = chosen
    .flatMap((dictionary) => wordsOf(dictionary).map((entry) => ({ dictionary, entry })))
    .filter(({ entry }) => entry.toLowerCase() === word.toLowerCase());
  const definitions = database === '!' ? found.slice(0, 1) : found;
  if (definitions.length === 0) return { after: '552 no match' };
  const text = definitions.flatMap(({ dictionary, entry }) => [
    `151 ${quoted(entry)} ${dictionary.name} ${quoted(dictionary.title)}`,
    ...stuffed((dictionary.entries[entry] ?? '').split('\n')),
  ]);
  return { before: `150 ${definitions.length} definitions retrieved`, text, after: DONE };
}

function match(database: string, strategy: string, word: string): Reply {
  const chosen = databasesOf(database);
  if (chosen === null) return { after: '550 invalid database, use SHOW DB for list' };
  const name = strategy === '.' ? DEFAULT_STRATEGY : strategy.toLowerCase();
  const found = Object.entries(strategies).find(([known]) => known === name);
  if (found === undefined) return { after: '551 invalid strategy, use SHOW STRAT for a list' };
  const matches = chosen.flatMap((dictionary) =>
    wordsOf(dictionary)
      .filter((entry) => found[1].matches(entry.toLowerCase(), word.toLowerCase()))
      .map((entry) => `${dictionary.name} ${quoted(entry)}`),
  );
  if (matches.length === 0) return { after: '552 no match' };
  return { before: `152 ${matches.length} matches found`, text: stuffed(matches), after: DONE };
}

function show(what: string): Reply {
  if (what === 'db' || what === 'databases') {
    const names = dictionaries.map(({ name, title }) => `${name} ${quoted(title)}`);
    return { before: `110 ${names.length} databases present`, text: stuffed(names), after: DONE };
  }
  if (what === 'strat' || what === 'strategies') {
    const names = Object.entries(strategies).map(([name, { title }]) => `${name} ${quoted(title)}`);
    return { before: `111 ${names.length} strategies present`, text: stuffed(names), after: DONE };
  }
  return { after: '501 illegal parameters' };
}

/** The dictionaries of a name; `null` = there is none. */
function databasesOf(database: string): readonly Dictionary[] | null {
  if (database === '!' || database === '*') return dictionaries;
  const found = dictionaries.filter(({ name }) => name === database.toLowerCase());
  return found.length === 0 ? null : found;
}

const wordsOf = ({ entries }: Dictionary): readonly string[] => Object.keys(entries);
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Lines with doubled periods, and the line that ends them (§2.4.3). */
const stuffed = (lines: readonly string[]): readonly string[] => [
  ...lines.map((line) => (line.startsWith('.') ? `.${line}` : line)),
  '.',
];
