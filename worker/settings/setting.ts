/** What an entry of the table of settings is made from: how its value is read, and what people are told about it. */
import * as v from 'valibot';

/**
 * How operators set a setting: a `variable` under `[vars]` in wrangler.toml, a `secret` with `wrangler secret put`, a
 * `binding` in its own table in wrangler.toml.
 */
export type SettingKind = 'variable' | 'secret' | 'binding';

/** What people are told about a setting. */
export interface About {
  /** The name of the variable, secret or binding. */
  readonly name: string;
  /** What it is for, in one sentence of Markdown. */
  readonly description: string;
  /** What its value must be: the end of the sentence `LOG must be …`. */
  readonly form: string;
}

const entry =
  (kind: SettingKind) =>
  <const Schema extends v.GenericSchema>({ schema, ...about }: About & { readonly schema: Schema }) =>
    v.pipe(schema, v.metadata({ kind, ...about }));

export const variable = entry('variable');
export const secret = entry('secret');
export const binding = entry('binding');

/** Reads the text of a setting. A parser throws a TypeError for invalid text. */
const parsedBy = <Value>(parse: (text: string) => Value) =>
  v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
    try {
      return parse(dataset.value);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      addIssue({ message: error.message });
      return NEVER;
    }
  });

/** A text. If it is not set, its parser reads the empty text. */
export const text = <Value>(parse: (text: string) => Value) => v.pipe(v.optional(v.string(), ''), parsedBy(parse));

/** A table, in TOML or as its text in JSON. The parser judges both as text. */
export const table = <Value>(parse: (text: string) => Value) =>
  v.pipe(
    v.optional(
      v.custom<string | object>((input) => typeof input === 'string' || typeof input === 'object'),
      '',
    ),
    v.transform((table) => (typeof table === 'string' ? table : JSON.stringify(table))),
    parsedBy(parse),
  );

/** One of a few words; the first is the default. */
export const word = <const Word extends string>(words: readonly [Word, ...Word[]]) =>
  v.optional(v.picklist(words), words[0]);

/** An object of the platform, which has at least this method. */
export const platformObject = <Value>(method: string) =>
  v.custom<Value>(
    (input) => typeof input === 'object' && input !== null && typeof Reflect.get(input, method) === 'function',
  );

/**
 * What the value of a setting must be: the end of the sentence `LOG must be …`. Of a list or a table, it names the
 * wrong entry with its right form. It quotes no value, which may be a secret.
 */
export function requirementOf({ form }: Pick<About, 'form'>, { message }: Pick<v.BaseIssue<unknown>, 'message'>) {
  return /entry \S+ must .*/.exec(message)?.[0] ?? `must be ${form}`;
}
