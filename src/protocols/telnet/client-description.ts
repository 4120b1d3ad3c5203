/**
 * What a server learns about the client: the types of its terminal (RFC 1091), and a few variables (RFC 1572). Both are
 * facts about the program, the same for everybody; nothing in a link or on a device changes them.
 */
import { latin1Of, octetsOfLatin1 } from '../../octets/octets.ts';
import { OPTION, subnegotiation } from './telnet-decoder.ts';

const IS = 0;
const SEND = 1;

/** The terminal of the page, as the `$TERM` of a server. */
const TERMINAL_TYPE = 'xterm-256color';
const CLIENT_NAME = 'WAYPOST';

/**
 * The bits of the Mud Terminal Type Standard that hold for every page: colours (ANSI), VT100, UTF-8, 256 colours, the
 * mouse, true colour, and the variables below (MNES). Whether somebody uses a screen reader is not told.
 */
const MTTS = `MTTS ${1 | 2 | 4 | 8 | 16 | 256 | 512}`;

/**
 * Options that only games have: MSDP, MSSP, MCCP 1 and 2, MSP, MXP, ZMP, ATCP and GMCP. None is accepted, but a server
 * that offers one reads terminal types as games do.
 */
const GAME_OPTIONS: ReadonlySet<number> = new Set([69, 70, 85, 86, 90, 91, 93, 200, 201]);

/** For games, the name of the client, the terminal, and what it can. The daemons of Unix take the first as `$TERM`. */
const TYPES = {
  usual: [TERMINAL_TYPE],
  game: [CLIENT_NAME, TERMINAL_TYPE.toUpperCase(), MTTS],
} as const;

/**
 * The variables of the standard MNES. RFC 1572 has others for the user, the account and the display: no link and no
 * device may choose those of a server.
 */
const VARIABLES: ReadonlyMap<string, string> = new Map([
  ['CLIENT_NAME', CLIENT_NAME],
  ['TERMINAL_TYPE', TERMINAL_TYPE.toUpperCase()],
  ['MTTS', MTTS.replace('MTTS ', '')],
]);

/** What begins a variable, its value, and a variable that RFC 1572 does not name. ESC, 2, takes away their meaning. */
const VAR = '\0';
const VALUE = '\x01';
const USERVAR = '\x03';

/** What one connection tells its server. */
export class ClientDescription {
  #isGame = false;
  #types: readonly string[] = TYPES.usual;
  #asked = 0;

  /** Takes each option that the server proposes. */
  propose(option: number): void {
    this.#isGame ||= GAME_OPTIONS.has(option);
  }

  /** The answer to a subnegotiation; `null` if it asks for nothing of this. */
  answer(option: number, [verb, ...names]: Uint8Array): Uint8Array | null {
    if (verb !== SEND) return null;
    if (option === OPTION.terminalType) return typeIs(this.#nextType());
    return option === OPTION.newEnvironment ? variablesAre(latin1Of(Uint8Array.from(names))) : null;
  }

  /** Each question gets the next type of the list. The last one, twice, is the end of the list. */
  #nextType(): string {
    if (this.#asked === 0) this.#types = this.#isGame ? TYPES.game : TYPES.usual;
    const type = this.#types[Math.min(this.#asked, this.#types.length - 1)] ?? TERMINAL_TYPE;
    this.#asked += 1;
    return type;
  }
}

/** The answer to a server that asks for the type of the terminal (RFC 1091). */
export function typeIs(name: string): Uint8Array {
  return subnegotiation(OPTION.terminalType, [IS, ...octetsOfLatin1(name)]);
}

/** Whether a subnegotiation asks for the type of the terminal. */
export const asksForType = (option: number, [verb]: Uint8Array): boolean =>
  option === OPTION.terminalType && verb === SEND;

/** A kind of variables, and the name of one of them; without a name, all of that kind. */
const ASKED = /([\0\x03])((?:[^\0-\x03]|\x02[\s\S])*)/g;

/**
 * The answer to a question for variables (RFC 1572 §2). A name without a value is that of a variable we do not have.
 * Each is told once, however often it is asked for.
 */
function variablesAre(question: string): Uint8Array {
  const asked = [...question.matchAll(ASKED)].map(([, kind = '', name = '']) => [kind, name] as const);
  const all = [...VARIABLES.keys()];
  const names = (asked.length === 0 ? [[VAR, ''] as const] : asked).flatMap(([kind, name]) => {
    if (name !== '') return [kind + name];
    return kind === USERVAR ? [] : all.map((variable) => kind + variable);
  });
  const variables = Array.from(new Set(names), (name) => {
    const value = VARIABLES.get(name.slice(1));
    return value === undefined ? name : name + VALUE + value;
  });
  return subnegotiation(OPTION.newEnvironment, [IS, ...octetsOfLatin1(variables.join(''))]);
}
