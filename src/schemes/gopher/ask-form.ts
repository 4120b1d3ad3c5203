/**
 * The forms of Gopher+ (`+ASK`, §2.8): the questions of an item, and the data block that carries the answers:
 *
 * ```
 *   Note: text            no answer          AskF: question [TAB default]     the name of a file at the client
 *   Ask: q [TAB default]  one line           Choose: q TAB a [TAB b]…         one of the choices
 *   AskP: q               one line, secret   Select: q (":" | TAB) ("0"|"1")  0 or 1
 *   AskL: q [TAB default] a count and lines  ChooseF: q                       a file of the client
 * ```
 */
import { textOf } from '../../uri/octets.ts';
import type { Block } from './attributes.ts';

interface Asked {
  readonly question: string;
}

export type AskField =
  | (Asked & { readonly kind: 'Note' })
  | (Asked & { readonly kind: 'Ask' | 'AskP' | 'AskL' | 'AskF'; readonly preset: string })
  | (Asked & { readonly kind: 'Choose'; readonly choices: readonly string[] })
  | (Asked & { readonly kind: 'Select'; readonly preset: boolean })
  | (Asked & { readonly kind: 'ChooseF' });

/**
 * Reads the questions of an `+ASK` block. A line of a kind that Gopher+ does not have becomes a note, so that nobody
 * answers what nobody understands.
 *
 * @param decode - makes characters of the octets, in the charset of the reply
 */
export function askFieldsOf(block: Block, decode: (octets: Uint8Array) => string = textOf): readonly AskField[] {
  return block.lines.filter((line) => line.length > 0).map((line) => askField(decode(line)));
}

function askField(line: string): AskField {
  const [, kind = '', rest = line] = /^([A-Za-z]+):\s?(.*)$/s.exec(line) ?? [];
  const [question = '', ...more] = rest.split('\t');
  const [preset = ''] = more;
  switch (kind) {
    case 'Ask':
    case 'AskP':
    case 'AskL':
    case 'AskF':
      return { kind, question, preset };
    case 'Choose':
      return more.length > 0 ? { kind, question, choices: more } : { kind: 'Note', question };
    case 'ChooseF':
      return { kind, question };
    case 'Select': {
      const [, bare = question, mark = preset] = /^(.*):([01])\s*$/s.exec(rest) ?? [];
      return { kind, question: bare, preset: mark.trim() === '1' };
    }
    case 'Note':
      return { kind, question: rest };
    default:
      return { kind: 'Note', question: line };
  }
}

/** What a person entered: one string for each field, in the order of the fields; notes have the empty one. */
export type Entries = readonly string[];

/** What is wrong with an entry. */
export interface EntryFault {
  /** Counts the fields of the form, from 0. */
  readonly field: number;
  readonly message: string;
}

export type Answers =
  | { readonly kind: 'answers'; readonly lines: readonly string[] }
  | { readonly kind: 'faults'; readonly faults: readonly EntryFault[] };

/** The most lines of one long answer. */
const MOST_LINES = 1000;

/**
 * The lines that answer a form: one for each question, but a count and the lines for `AskL` and none for a note. An
 * entry that could be taken for the end of the block, or for an answer more, is a fault.
 *
 * @example
 * ```ts
 * answersOf([{ kind: 'Select', question: 'Spam?', preset: false }], ['1']); // { kind: 'answers', lines: ['1'] }
 * ```
 */
export function answersOf(fields: readonly AskField[], entries: Entries): Answers {
  const lines: string[] = [];
  const faults: EntryFault[] = [];
  for (const [index, field] of fields.entries()) {
    const given = answerOf(field, entries[index] ?? '');
    if (typeof given === 'string') faults.push({ field: index, message: given });
    else lines.push(...given);
  }
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'answers', lines };
}

/** The lines of one answer, or what is wrong with it. */
function answerOf(field: AskField, entry: string): readonly string[] | string {
  switch (field.kind) {
    case 'Note':
      return [];
    case 'Ask':
    case 'AskP':
    case 'AskF':
      return checked([entry]);
    case 'AskL':
    case 'ChooseF': {
      const lines = textLines(entry);
      if (lines.length > MOST_LINES) return `has more than ${MOST_LINES} lines`;
      const sound = checked(lines);
      return typeof sound === 'string' || field.kind === 'ChooseF' ? sound : [String(lines.length), ...lines];
    }
    case 'Choose':
      return field.choices.includes(entry) ? checked([entry]) : 'is none of the choices';
    case 'Select':
      return entry === '0' || entry === '1' ? [entry] : 'is neither 0 nor 1';
  }
}

function textLines(entry: string): string[] {
  const lines = entry.split(/\r\n|\r|\n/);
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

function checked(lines: readonly string[]): readonly string[] | string {
  if (lines.some((line) => /[\r\n\0\t]/.test(line))) return 'has a line break, a tab or a NUL in it';
  // Gopher+ has no way to say a line that is a period: it would end the block.
  return lines.includes('.') ? 'has a line that is a period alone, which would end the form' : lines;
}

/**
 * The entries that a list of answers stands for, the reverse of {@link answersOf}: for a URL that brings its answers.
 * Where answers are missing, the entries are the presets.
 */
export function entriesOf(fields: readonly AskField[], answers: readonly string[]): Entries {
  const left = [...answers];
  return fields.map((field) => {
    switch (field.kind) {
      case 'Note':
        return '';
      case 'AskL': {
        const count = left.shift();
        return count === undefined ? field.preset : left.splice(0, Number(count) || 0).join('\n');
      }
      case 'ChooseF':
        return left.splice(0).join('\n');
      case 'Choose':
        return left.shift() ?? field.choices[0] ?? '';
      case 'Select':
        return left.shift() ?? (field.preset ? '1' : '0');
      default:
        return left.shift() ?? field.preset;
    }
  });
}
