/**
 * Reads the source of a regular expression: characters, classes, `(?:…)`, `|`, repetitions, `(?!…)` and `$`. The
 * patterns of `uri/pattern.ts` have nothing else.
 */
import type { Languages, Part } from './languages.ts';

/** A character or a class, perhaps escaped. */
const CHARACTER = /\[(?:\\.|[^\]\\])+\]|\\[^\w]|[^()[\]{}*+?.^$|\\]/y;
const COUNT = /\{(\d{1,2})(?:,(\d{1,2}))?\}/y;

/**
 * The part that an expression describes; `null` if it has something else than the above, a count of more than two
 * digits, or repeats what can be empty.
 *
 * @param source - source of the expression
 * @param name - a name that no other expression has
 */
export function readExpression(source: string, name: string, languages: Languages): Part | null {
  const reader = new ExpressionReader(source, name, languages);
  const { part } = reader.alternatives();
  return reader.hasReadAll() ? part : null;
}

interface ReadPart {
  readonly part: Part;
  /** Whether it can match nothing. */
  readonly canBeEmpty: boolean;
}

/** Reads an expression from left to right. It stands still at what it does not know. */
class ExpressionReader {
  readonly #source: string;
  readonly #name: string;
  readonly #languages: Languages;
  #at = 0;
  #isKnown = true;

  constructor(source: string, name: string, languages: Languages) {
    this.#source = source;
    this.#name = name;
    this.#languages = languages;
  }

  hasReadAll(): boolean {
    return this.#isKnown && this.#at === this.#source.length;
  }

  alternatives(): ReadPart {
    const read = [this.#sequence()];
    while (this.#takes('|')) read.push(this.#sequence());
    return {
      part: (next) => this.#languages.union(...read.map(({ part }) => part(next))),
      canBeEmpty: read.some(({ canBeEmpty }) => canBeEmpty),
    };
  }

  #sequence(): ReadPart {
    const read: ReadPart[] = [];
    for (let next = this.#repeated(); next !== null; next = this.#repeated()) read.push(next);
    return {
      part: (next) => read.reduceRight((rest, { part }) => part(rest), next),
      canBeEmpty: read.every(({ canBeEmpty }) => canBeEmpty),
    };
  }

  #repeated(): ReadPart | null {
    const single = this.#single();
    if (single === null) return null;
    const { part } = single;
    const languages = this.#languages;
    const name = `${this.#name} ${this.#at}`;
    const repetition: Part = (next) => languages.repetition(name, part, next);
    if (this.#takes('?')) return { part: (next) => languages.union(part(next), next), canBeEmpty: true };
    if (this.#takes('*')) return this.#repeating(single, { part: repetition, canBeEmpty: true });
    if (this.#takes('+')) return this.#repeating(single, { part: (next) => part(repetition(next)), canBeEmpty: false });
    const count = this.#match(COUNT);
    if (count === null) return single;
    const least = Number(count[1]);
    const most = Number(count[2] ?? least);
    if (most < least) this.#isKnown = false;
    return this.#repeating(single, {
      part: (next) => {
        let rest = next;
        for (let left = most; left > 0; left--) rest = left > least ? languages.union(part(rest), next) : part(rest);
        return rest;
      },
      canBeEmpty: least === 0,
    });
  }

  /** A repetition of what can be empty would lead back to itself without a character. */
  #repeating({ canBeEmpty }: ReadPart, repeated: ReadPart): ReadPart {
    if (canBeEmpty) this.#isKnown = false;
    return repeated;
  }

  #single(): ReadPart | null {
    const languages = this.#languages;
    if (this.#takes('(?!')) {
      const { part } = this.#group();
      return { part: (next) => languages.difference(next, part(languages.everything)), canBeEmpty: true };
    }
    if (this.#takes('(?:')) return this.#group();
    if (this.#takes('$')) {
      return { part: (next) => (next.isNullable() ? languages.end : languages.empty), canBeEmpty: true };
    }
    const set = this.#match(CHARACTER)?.[0];
    if (set === undefined) return null;
    const expression = new RegExp(set);
    const has = (code: number): boolean => expression.test(String.fromCharCode(code));
    return { part: (next) => languages.character(set, has, next), canBeEmpty: false };
  }

  #group(): ReadPart {
    const read = this.alternatives();
    if (!this.#takes(')')) this.#isKnown = false;
    return read;
  }

  #takes(text: string): boolean {
    const takes = this.#source.startsWith(text, this.#at);
    if (takes) this.#at += text.length;
    return takes;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    this.#at += match?.[0].length ?? 0;
    return match;
  }
}
