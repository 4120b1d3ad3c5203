/** Finds the rules of a scheme by the letters before the colon, in any case, without cutting them out of the text. */
import { CompleteRules, type SchemeRules } from './scheme-rules.ts';

export class SchemeIndex<Definition extends SchemeRules = SchemeRules> {
  /** Rules by the character code of the first letter of their names. */
  readonly #byLetter: readonly (readonly CompleteRules<Definition>[])[];
  /** Rules by the length and the first letter of their names. */
  readonly #byShape: readonly (readonly CompleteRules<Definition>[])[];
  readonly #unknown: CompleteRules<Definition>;

  /** `definitions` are the known schemes. `unknown` is the rules for every other scheme. */
  constructor(definitions: readonly Definition[], unknown: Definition) {
    const longest = Math.max(0, ...definitions.map(({ name }) => name.length));
    const byShape: CompleteRules<Definition>[][] = Array.from({ length: shapeOf(longest + 1, 0) }, () => []);
    for (const definition of definitions) {
      const { name } = definition;
      byShape[shapeOf(name.length, name.charCodeAt(0))]?.push(new CompleteRules(definition));
    }
    this.#byShape = byShape;
    this.#byLetter = Array.from({ length: 128 }, (_, code) =>
      byShape.flat().filter(({ name }) => name.charCodeAt(0) === code),
    );
    this.#unknown = new CompleteRules(unknown);
  }

  /** The rules of the known scheme that the text begins with in lower case, or `null`. */
  findPlain(text: string): CompleteRules<Definition> | null {
    const first = text.charCodeAt(0);
    const candidates = first < 128 ? this.#byLetter[first] : undefined;
    if (candidates === undefined) return null;
    for (let index = 0; index < candidates.length; index++) {
      const rules = candidates[index];
      if (rules !== undefined && beginsWithScheme(text, rules.name)) return rules;
    }
    return null;
  }

  /** The rules of the scheme `text[0, to)`, or the rules for unknown schemes. */
  find(text: string, to: number): CompleteRules<Definition> {
    const candidates = this.#byShape[shapeOf(to, text.charCodeAt(0))];
    if (candidates !== undefined) {
      for (let index = 0; index < candidates.length; index++) {
        const rules = candidates[index];
        if (rules !== undefined && isNamed(text, to, rules.name)) return rules;
      }
    }
    return this.#unknown;
  }
}

function shapeOf(length: number, first: number): number {
  return length * 32 + (first & 31);
}

function beginsWithScheme(text: string, name: string): boolean {
  const { length } = name;
  for (let index = 1; index < length; index++) {
    if (text.charCodeAt(index) !== name.charCodeAt(index)) return false;
  }
  return text.charCodeAt(length) === 0x3a;
}

function isNamed(text: string, to: number, name: string): boolean {
  for (let index = 0; index < to; index++) {
    // The bit turns a capital into lower case. It does not turn a digit, `+`, `-` or `.` into a letter.
    if ((text.charCodeAt(index) | 0x20) !== name.charCodeAt(index)) return false;
  }
  return true;
}
