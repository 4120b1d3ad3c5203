/**
 * Sets of texts, and what may follow in them after a character: Brzozowski, "Derivatives of Regular Expressions"
 * (Journal of the ACM 11, 1964).
 */

/** A set of texts. One that is made twice is the same object, so an expression has finitely many derivatives. */
export interface Language {
  readonly id: number;
  /** Whether it has the empty text. */
  isNullable(): boolean;
  /** What may follow a character of ASCII. */
  derivative(code: number): Language;
}

/** A part of an expression: the texts from its beginning on, by those that may follow it. */
export type Part = (next: Language) => Language;

/** Makes languages. */
export class Languages {
  readonly #known = new Map<string, Language>();
  /** The members of each {@link union}. */
  readonly #members = new Map<Language, readonly Language[]>();

  /** No text. */
  readonly empty: Language = this.#make('empty', never, () => this.empty);
  /** The empty text alone. */
  readonly end: Language = this.#make('end', always, () => this.empty);
  /** Every text. */
  readonly everything: Language = this.#make('everything', always, () => this.everything);

  /** A character of a set, and then `next`. No other set has its name. */
  character(set: string, has: (code: number) => boolean, next: Language): Language {
    if (next === this.empty) return next;
    return this.#make(`character ${next.id} ${set}`, never, (code) => (has(code) ? next : this.empty));
  }

  union(...languages: readonly Language[]): Language {
    const members = [...new Set(languages.flatMap((language) => this.#members.get(language) ?? language))]
      .filter((language) => language !== this.empty)
      .toSorted((a, b) => a.id - b.id);
    if (members.length < 2) return members[0] ?? this.empty;
    const union = this.#make(
      `union ${members.map(({ id }) => id).join(' ')}`,
      () => members.some((language) => language.isNullable()),
      (code) => this.union(...members.map((language) => language.derivative(code))),
    );
    this.#members.set(union, members);
    return union;
  }

  /** The texts of the first that are not in the second. */
  difference(language: Language, other: Language): Language {
    if (language === this.empty || other === this.empty) return language;
    if (other === this.everything) return this.empty;
    return this.#make(
      `difference ${language.id} ${other.id}`,
      () => language.isNullable() && !other.isNullable(),
      (code) => this.difference(language.derivative(code), other.derivative(code)),
    );
  }

  /** A part that is not empty, any number of times, and then `next`. No other part has its name. */
  repetition(name: string, part: Part, next: Language): Language {
    const repetition: Language = this.#make(
      `repetition ${next.id} ${name}`,
      () => next.isNullable(),
      (code) => this.union(part(repetition).derivative(code), next.derivative(code)),
    );
    return repetition;
  }

  /** A language that is made when a text first reaches it. No other has its name. */
  deferred(name: string, make: () => Language): Language {
    let made: Language | null = null;
    const language = (): Language => {
      made ??= make();
      return made;
    };
    return this.#make(
      `deferred ${name}`,
      () => language().isNullable(),
      (code) => language().derivative(code),
    );
  }

  #make(key: string, isNullable: Language['isNullable'], derivative: Language['derivative']): Language {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = { id: this.#known.size, isNullable, derivative };
    this.#known.set(key, made);
    return made;
  }
}

function never(): boolean {
  return false;
}

function always(): boolean {
  return true;
}
