/** What an option may take: how its text is read, and what the help and the completion say of it. */
import { charsetOf } from '../../src/octets/charset.ts';
import { UsageError } from './usage-error.ts';

/** A kind of value. */
export interface Value<Read> {
  /** What stands for the value in the help. */
  readonly shown: string;
  /** The only texts that are allowed; absent = there are others. */
  readonly texts?: readonly string[];
  /**
   * @param option - as it was written, for errors
   * @throws UsageError
   */
  readonly read: (text: string, option: string) => Read;
}

/** Writes `check, mend and get`, and `--surt or --cdxj`. */
export const AND = new Intl.ListFormat('en-GB');
export const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Any text. */
export const anyText = (shown: string): Value<string> => ({ shown, read: (text) => text });

/** One of a few words. */
export function oneOf<const Word extends string>(shown: string, words: readonly Word[]): Value<Word> {
  const read = (text: string, option: string): Word => {
    const word = words.find((word) => word === text);
    if (word === undefined) throw new UsageError(`${option} must be ${OR.format(words)}, not "${text}"`);
    return word;
  };
  return { shown, texts: words, read };
}

/**
 * A text of a form.
 *
 * @param form - how an error says what the text must be
 */
export function matching<Read>(
  shown: string,
  pattern: RegExp,
  form: string,
  read: (text: string) => Read,
): Value<Read> {
  return {
    shown,
    read(text, option) {
      if (!pattern.test(text)) throw new UsageError(`${option} must be ${form}, not "${text}"`);
      return read(text);
    },
  };
}

/** Names separated by commas; `noun` is what an error calls one. */
export function listOf<const Name extends string>(
  shown: string,
  noun: string,
  names: readonly Name[],
): Value<ReadonlySet<Name>> {
  const named = (text: string, option: string): Name => {
    const name = names.find((name) => name === text);
    if (name !== undefined) return name;
    throw new UsageError(`${option}: unknown ${noun} "${text}"; known are ${names.join(', ')}`);
  };
  return { shown, read: (text, option) => new Set(text.split(',').map((part) => named(part, option))) };
}

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time, read as milliseconds. */
export const time = matching(
  'time',
  /^\d{1,6}(?:ms|[smhd])$/,
  'a time such as 500ms, 2s or 7d',
  (text) => Number.parseInt(text, 10) * (MILLISECONDS[text.replace(/\d+/, '')] ?? 1),
);

/** The name of a charset. */
export const charset: Value<string> = {
  shown: 'name',
  read(label, option) {
    const known = charsetOf(label);
    if (known === null) throw new UsageError(`${option}: no charset has the name "${label}"`);
    return known;
  },
};

/** The setting `ARCHIVES`, whose defaults have a name here; `null` = no archive is asked. */
export const archives: Value<string | null> = {
  shown: 'list',
  read: (text) => (text === 'none' ? null : text === 'default' ? '' : text),
};
