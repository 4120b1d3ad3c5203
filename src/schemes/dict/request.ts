/** What a dict URL asks, and the commands that a client sends for it (RFC 2229 §5). */
import { lineOctets } from '../../octets/octets.ts';
import { decodeText, isUtf8 } from '../../uri/decode.ts';
import type { Parts } from '../scheme.ts';
import { CLIENT, defineCommand, isAtom, matchCommand, QUIT, SHOW_DATABASES, SHOW_STRATEGIES } from './commands.ts';
import { DEFAULT_DATABASE, DEFAULT_STRATEGY, fieldsOf } from './fields.ts';

export interface DictDetails {
  /** `server`: both lists of the server. `other`: the path is no request. */
  readonly command: 'define' | 'match' | 'databases' | 'strategies' | 'server' | 'other';
  /** `null` = the command has none. */
  readonly word: string | null;
  /** `!` = the first one that has the word, `*` = all. `null` = the command has none. */
  readonly database: string | null;
  /** `.` = the one that the server chooses. `null` = the command has none. */
  readonly strategy: string | null;
  /** Which of the definitions or matches is meant, from 1; `null` = all. */
  readonly number: number | null;
  /** The path without its slash, as it is in the URL, if it is no request. */
  readonly text: string | null;
}

export interface DictRequest {
  readonly transport: 'tcp';
  readonly host: string;
  readonly port: number;
  /** Command lines without their line ends, UTF-8. A client sends them after the server has greeted. */
  readonly commands: readonly string[];
}

const NOTHING: DictDetails = {
  command: 'other',
  word: null,
  database: null,
  strategy: null,
  number: null,
  text: null,
};

/** The paths that have no word (§3.5.1, §3.5.2). */
const LISTS: Readonly<Record<string, DictDetails['command']>> = {
  '': 'server',
  '/': 'server',
  '/show:db': 'databases',
  '/show:strat': 'strategies',
};

/** The digits of a number that JavaScript holds. */
const NUMBER = /^[1-9][0-9]{0,8}$/;

export function dictDetails({ path }: Pick<Parts, 'path'>): DictDetails {
  const list = Object.hasOwn(LISTS, path) ? LISTS[path] : undefined;
  if (list !== undefined) return { ...NOTHING, command: list };
  const fields = fieldsOf(path);
  if (fields === null || (fields.number !== '' && !NUMBER.test(fields.number))) {
    return { ...NOTHING, text: path.slice(1) };
  }
  const { command, word, database, strategy, number } = fields;
  return {
    command: command === 'd' ? 'define' : 'match',
    word: decodeText(word),
    database: decodeText(database) || DEFAULT_DATABASE,
    strategy: strategy === null ? null : decodeText(strategy) || DEFAULT_STRATEGY,
    number: number === '' ? null : Number(number),
    text: null,
  };
}

/** Why no command can be sent for a link. */
type DictFault = 'dict-other' | 'dict-word' | 'dict-name' | 'dict-utf-8' | 'dict-long';

/** Why no command can be sent for a canonical path; `null` = one can. */
export function dictFault(path: string): DictFault | null {
  const details = dictDetails({ path });
  const { command, word, database, strategy } = details;
  if (command === 'other') return 'dict-other';
  if (word === '') return 'dict-word';
  if (!isUtf8(path)) return 'dict-utf-8';
  if (!isAtom(database ?? DEFAULT_DATABASE) || !isAtom(strategy ?? DEFAULT_STRATEGY)) return 'dict-name';
  // The path has no control characters, so only the length is left.
  return commandsOf(details).includes(null) ? 'dict-long' : null;
}

/** The commands between the name of the client and its farewell; `null` = one that cannot be sent. */
function commandsOf({ command, word, database, strategy }: DictDetails): readonly (string | null)[] {
  switch (command) {
    case 'define':
      return [defineCommand(word ?? '', database ?? DEFAULT_DATABASE)];
    case 'match':
      return [matchCommand(word ?? '', database ?? DEFAULT_DATABASE, strategy ?? DEFAULT_STRATEGY)];
    case 'databases':
      return [SHOW_DATABASES];
    case 'strategies':
      return [SHOW_STRATEGIES];
    case 'server':
      return [SHOW_DATABASES, SHOW_STRATEGIES];
    case 'other':
      return [];
  }
}

/** The request for a canonical URL; `null` if no command can be sent for it. */
export function dictRequest({ host, port, path }: Parts, details: DictDetails): DictRequest | null {
  if (host === null || port === null || dictFault(path) !== null) return null;
  const commands = commandsOf(details).flatMap((command) => command ?? []);
  return { transport: 'tcp', host, port, commands: [CLIENT, ...commands, QUIT] };
}

/** The commands as octets. A client waits for the reply to each. */
export function dictWireOctets({ request }: { readonly request: DictRequest | null }): readonly Uint8Array[] {
  return (request?.commands ?? []).map((line) => lineOctets(line));
}
