/**
 * Recognises texts by a table of what may follow each of their characters. For short texts this takes less time than
 * the engine's own expressions. A state is made when a text first reaches it.
 */
import { readExpression } from './expression.ts';
import { type Language, Languages } from './languages.ts';

/** The characters of ASCII, in a row of the table. A cell has two octets, so the small letters share a cache line. */
const CODES = 128;

/** The number of no state: no text goes on so. */
const NONE = 0;
/** Stands for a state whose number is not known yet. */
const UNKNOWN = 1;

/** The schemes of Waypost have 2,304 states. Once there are so many, a text that needs one more is not recognised. */
const MOST_STATES = 8192;

/** Texts of a name, a colon, and what an expression matches from end to end. */
export interface Named {
  readonly name: string;
  /** Makes the source of the expression when a text has the name; `null` = it has no text. */
  readonly pattern: () => string | null;
}

export class Automaton {
  readonly #languages = new Languages();
  /** What may follow in each state. */
  readonly #states: Language[] = [this.#languages.empty, this.#languages.empty];
  readonly #numbers = new Map([[this.#languages.empty, NONE]]);
  readonly #start: number;
  /** The next state, by state and character. */
  #next = new Uint16Array(0);
  /** Whether a text may end in a state. */
  #isLast = new Uint8Array(0);
  #readsAll = true;

  constructor(texts: readonly Named[]) {
    this.#grow();
    this.#start = this.#numberOf(this.#languages.union(...texts.map((text) => this.#languageOf(text))));
  }

  /** Whether all expressions that were asked for could be read. Texts of the others are not recognised. */
  get readsAll(): boolean {
    return this.#readsAll;
  }

  recognizes(text: string): boolean {
    const next = this.#next;
    let state = this.#start;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code >= CODES) return false;
      state = next[state * CODES + code] ?? NONE;
      if (state <= UNKNOWN) break;
    }
    return state === UNKNOWN ? this.#recognizesNew(text) : this.#isLast[state] === 1;
  }

  /** As {@link recognizes}, for a text that needs a new state. The loop there is fast because its table stays. */
  #recognizesNew(text: string): boolean {
    let state = this.#start;
    for (let index = 0; index < text.length && state !== NONE; index++) {
      const code = text.charCodeAt(index);
      if (code >= CODES) return false;
      const next = this.#next[state * CODES + code] ?? NONE;
      state = next === UNKNOWN ? this.#step(state, code) : next;
    }
    return this.#isLast[state] === 1;
  }

  #step(state: number, code: number): number {
    const language = this.#states[state];
    if (language === undefined || this.#states.length >= MOST_STATES) return NONE;
    const next = this.#numberOf(language.derivative(code));
    this.#next[state * CODES + code] = next;
    return next;
  }

  /** The number of a state, which is a new one if no text has been there. */
  #numberOf(language: Language): number {
    const known = this.#numbers.get(language);
    if (known !== undefined) return known;
    // This may make the pattern of a scheme, whose own code may recognise other URLs meanwhile.
    const isLast = language.isNullable();
    const state = this.#states.length;
    if (state === this.#isLast.length) this.#grow();
    this.#isLast[state] = isLast ? 1 : 0;
    this.#states.push(language);
    this.#numbers.set(language, state);
    return state;
  }

  #grow(): void {
    const states = Math.max(64, 2 * this.#states.length);
    const next = new Uint16Array(states * CODES).fill(UNKNOWN);
    next.set(this.#next);
    this.#next = next;
    const isLast = new Uint8Array(states);
    isLast.set(this.#isLast);
    this.#isLast = isLast;
  }

  #languageOf({ name, pattern }: Named): Language {
    const languages = this.#languages;
    const rest = languages.deferred(name, () => this.#read(name, pattern()));
    return [...`${name}:`].reduceRight((next, character) => {
      const own = character.charCodeAt(0);
      return languages.character(character, (code) => code === own, next);
    }, rest);
  }

  #read(name: string, source: string | null): Language {
    const languages = this.#languages;
    const part = source === null ? null : readExpression(source, name, languages);
    if (source !== null && part === null) this.#readsAll = false;
    return part?.(languages.end) ?? languages.empty;
  }
}
