/**
 * Diagnostics, and tables of them. Each part of the library has its own table: the generic syntax in
 * generic-diagnostics.ts, each scheme in its own module.
 */

/** `error`: the input is refused. `warning`: it was repaired, or it may deceive. `info`: it was normalized. */
export type Severity = 'error' | 'warning' | 'info';

/** A place in a specification. */
export interface Specification {
  readonly document: string;
  readonly section: string;
}

/** Something that the library changed in one URL, or warns about, by its code. */
export interface UrlFinding<Code extends string = string> {
  readonly code: Code;
  /** `[start, end)` in the input, in UTF-16 code units; `null` if the input has no such place. */
  readonly at: readonly [start: number, end: number] | null;
  readonly before: string;
  readonly after: string;
}

/** A finding with what its table says about the code. */
export interface Diagnostic<Code extends string = string> extends UrlFinding<Code> {
  readonly severity: Severity;
  readonly message: string;
  readonly spec: Specification;
  /** How many UTF-16 code units `before` and `after` lack at their ends; absent = they are whole. */
  readonly omitted?: { readonly before: number; readonly after: number };
}

/** What all diagnostics with one code have in common. */
export interface DiagnosticEntry<Code extends string = string> extends Definition {
  readonly code: Code;
}

/** Entries by their codes. */
export type DiagnosticTable<Code extends string = string> = { readonly [Key in Code]: DiagnosticEntry<Key> };

/** An entry as it is written in a table, where its key is its code. */
interface Definition {
  readonly severity: Severity;
  /** One sentence for people. */
  readonly message: string;
  /** The clause that it is based on. */
  readonly spec: Specification;
}

/**
 * Makes a table of diagnostics.
 *
 * @param definitions - the entries by their codes
 * @example
 * ```ts
 * const diagnostics = defineDiagnostics({
 *   'finger-path': warning('Only the first segment names a user.', 'draft-ietf-uri-url-finger-03', 'Description'),
 * });
 * diagnostics['finger-path'].code; // 'finger-path'
 * ```
 */
export function defineDiagnostics<Code extends string>(
  definitions: Readonly<Record<Code, Definition>>,
): DiagnosticTable<Code> {
  const entries = Object.entries<Definition>(definitions).map(([code, definition]) => [code, { code, ...definition }]);
  // `Object.fromEntries` loses the types of the keys.
  return Object.fromEntries(entries) as DiagnosticTable<Code>;
}

/**
 * Makes a table of the errors that a part of the library throws. It is a table of its own, because a program that
 * canonicalizes needs no other messages.
 *
 * @param definitions - by their codes, what is wrong and the clause that says so
 * @example
 * ```ts
 * const errors = defineErrors({ 'finger-nul': ['A user has no NUL.', 'RFC 1288', '2.3'] });
 * errors['finger-nul'].severity; // 'error'
 * ```
 */
export function defineErrors<Code extends string>(
  definitions: Readonly<Record<Code, readonly [message: string, document: string, section: string]>>,
): DiagnosticTable<Code> {
  const entries = Object.entries<readonly [string, string, string]>(definitions);
  // `Object.fromEntries` loses the types of the keys.
  const defined = Object.fromEntries(entries.map(([code, text]) => [code, error(...text)]));
  return defineDiagnostics(defined as Readonly<Record<Code, Definition>>);
}

/**
 * A finding as a diagnostic.
 *
 * @throws {@link TypeError} if the table lacks the code, which only rules that the compiler has not seen can cause
 */
export function described({ code, at, before, after }: UrlFinding, table: DiagnosticTable): Diagnostic {
  const { severity, message, spec } = entryOf(code, table);
  return { code, severity, at, before, after, message, spec };
}

/** The entry of a code. @throws {@link TypeError} as {@link described} does */
export function entryOf(code: string, table: DiagnosticTable): DiagnosticEntry {
  const entry = table[code];
  if (entry === undefined) throw new TypeError(`No table of diagnostics has the code ${code}.`);
  return entry;
}

/** Defines a diagnostic for an input that is refused. */
export function error(message: string, document: string, section: string): Definition {
  return { severity: 'error', message, spec: { document, section } };
}

/** Defines a diagnostic for an input that was repaired, or that may deceive. */
export function warning(message: string, document: string, section: string): Definition {
  return { severity: 'warning', message, spec: { document, section } };
}

/** Defines a diagnostic for an input that was normalized. */
export function info(message: string, document: string, section: string): Definition {
  return { severity: 'info', message, spec: { document, section } };
}

/** The most diagnostics of one URL. */
export const MAX_DIAGNOSTICS = 100;

/**
 * What happened to one URL, in the order of its input: the first {@link MAX_DIAGNOSTICS} items, and the first item of
 * every code. So 32,000 tabs are one hundred diagnostics and a number. If the list is full, the first item of another
 * code takes the place of the last one whose code is in the list more than once: no error is lost among warnings, and
 * no warning among notes.
 */
export class DiagnosticList<Item> {
  readonly items: Item[] = [];
  /** How many items are not in the list. */
  omitted = 0;
  readonly #codeOf: (item: Item) => string;
  /** The last code that was not admitted. The list is full of others, so it never will be. */
  #refused: string | null = null;
  /** How many items in the list have a code; `null` as long as the list has never been full. */
  #counts: Map<string, number> | null = null;

  constructor(codeOf: (item: Item) => string) {
    this.#codeOf = codeOf;
  }

  add(item: Item): void {
    if (this.admits(this.#codeOf(item))) this.items.push(item);
  }

  /**
   * Whether the next item of a code goes into `items`; then it must be added there. If not, it is counted and need not
   * be made.
   */
  admits(code: string): boolean {
    const admitted = code !== this.#refused && (this.items.length < MAX_DIAGNOSTICS || this.#dropRepeatedFor(code));
    if (!admitted) {
      this.#refused = code;
      this.omitted++;
    }
    return admitted;
  }

  /** Omits an item for the first one of a code. Returns whether it found one. */
  #dropRepeatedFor(code: string): boolean {
    this.#counts ??= countBy(this.items, this.#codeOf);
    const counts = this.#counts;
    if (counts.has(code)) return false;
    const index = this.items.findLastIndex((item) => (counts.get(this.#codeOf(item)) ?? 0) > 1);
    const repeated = this.items[index];
    if (repeated === undefined) return false;
    this.items.splice(index, 1);
    this.omitted++;
    counts.set(this.#codeOf(repeated), (counts.get(this.#codeOf(repeated)) ?? 0) - 1);
    counts.set(code, 1);
    return true;
  }
}

function countBy<Item>(items: readonly Item[], codeOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(codeOf(item), (counts.get(codeOf(item)) ?? 0) + 1);
  return counts;
}
