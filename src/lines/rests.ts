/**
 * What may still follow at some place of a text that an expression describes: Brzozowski, "Derivatives of Regular
 * Expressions" (Journal of the ACM 11, 1964).
 */

/** What may follow. Whatever is made twice is the same object, so there are finitely many. */
export interface Rest {
  readonly id: number;
  /** Whether the text may end here. */
  isComplete(): boolean;
  /** What may follow a character of ASCII. */
  after(code: number): Rest;
}

/** What may follow before a part of an expression, from what may follow after it. */
export type Part = (next: Rest) => Rest;

/** Makes what may follow. */
export class Rests {
  readonly #known = new Map<string, Rest>();
  /** The alternatives of what {@link either} made. */
  readonly #alternatives = new WeakMap<Rest, readonly Rest[]>();

  /** No text at all. */
  readonly nothing: Rest = this.#make('nothing', never, () => this.nothing);
  /** Nothing more. */
  readonly end: Rest = this.#make('end', always, () => this.nothing);
  /** Any text. */
  readonly anything: Rest = this.#make('anything', always, () => this.anything);

  /** A character of a set, and the next. `set` is its name: another set has another. */
  character(set: string, has: (code: number) => boolean, next: Rest): Rest {
    if (next === this.nothing) return next;
    return this.#make(`${set} ${next.id}`, never, (code) => (has(code) ? next : this.nothing));
  }

  either(...rests: readonly Rest[]): Rest {
    const alternatives = [...new Set(rests.flatMap((rest) => this.#alternatives.get(rest) ?? rest))]
      .filter((rest) => rest !== this.nothing)
      .toSorted((a, b) => a.id - b.id);
    if (alternatives.length < 2) return alternatives[0] ?? this.nothing;
    const made = this.#make(
      `either ${alternatives.map(({ id }) => id).join(' ')}`,
      () => alternatives.some((rest) => rest.isComplete()),
      (code) => this.either(...alternatives.map((rest) => rest.after(code))),
    );
    this.#alternatives.set(made, alternatives);
    return made;
  }

  /** What `rest` has and `other` has not. */
  except(rest: Rest, other: Rest): Rest {
    if (rest === this.nothing || other === this.nothing) return rest;
    if (other === this.anything) return this.nothing;
    return this.#make(
      `except ${rest.id} ${other.id}`,
      () => rest.isComplete() && !other.isComplete(),
      (code) => this.except(rest.after(code), other.after(code)),
    );
  }

  /** A part any number of times, and the next. `loop` is a name that no other part has. */
  repeated(loop: string, part: Part, next: Rest): Rest {
    let isAsked = false;
    const made: Rest = this.#make(
      `${loop} ${next.id}`,
      () => next.isComplete(),
      (code) => {
        // A part that can be empty leads back here, and adds nothing.
        if (isAsked) return this.nothing;
        isAsked = true;
        const rest = this.either(part(made).after(code), next.after(code));
        isAsked = false;
        return rest;
      },
    );
    return made;
  }

  /** What is made when it is first needed. No other has its name. */
  later(name: string, make: () => Rest): Rest {
    let made: Rest | null = null;
    const rest = (): Rest => {
      made ??= make();
      return made;
    };
    return this.#make(
      name,
      () => rest().isComplete(),
      (code) => rest().after(code),
    );
  }

  #make(key: string, isComplete: Rest['isComplete'], after: Rest['after']): Rest {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = { id: this.#known.size, isComplete, after };
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
