/**
 * The forms of Gopher+ (`+ASK`, §2.8): the fields of a form, and the lines that answer them.
 *
 * ```
 *   Note: text            no answer            AskF: question [TAB default]     the name of a file of the client
 *   Ask: q [TAB default]  one line             Choose: q TAB a [TAB b]…         one of the choices
 *   AskP: q               one secret line      Select: q (":" | TAB) ("0"|"1")  0 or 1
 *   AskL: q [TAB default] a count, then lines  ChooseF: q                       the lines of a file of the client
 * ```
 */
import { utf8OrLatin1Of } from '../../octets/octets.ts';

interface AskQuestion {
  readonly question: string;
}

export type AskField =
  | (AskQuestion & { readonly kind: 'Note' })
  | (AskQuestion & { readonly kind: 'Ask' | 'AskP' | 'AskL' | 'AskF'; readonly preset: string })
  | (AskQuestion & { readonly kind: 'Choose'; readonly choices: readonly string[] })
  | (AskQuestion & { readonly kind: 'Select'; readonly preset: boolean })
  | (AskQuestion & { readonly kind: 'ChooseF' });

/** Reads the fields of an `+ASK` block. A line of an unknown kind becomes a note: the form of its answer is unknown. */
export function parseAskFields(
  { lines }: { readonly lines: readonly Uint8Array[] },
  decode: (octets: Uint8Array) => string = utf8OrLatin1Of,
): readonly AskField[] {
  return lines.filter((line) => line.length > 0).map((line) => askField(decode(line)));
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

/** What a person entered: one string for each field, in the order of the fields; empty for a note. */
export type Entries = readonly string[];

/** Why an entry cannot be sent. */
export interface EntryFault {
  /** The index of the field in the form, from 0. */
  readonly field: number;
  readonly message: string;
}

export type Answers =
  | { readonly kind: 'answers'; readonly lines: readonly string[] }
  | { readonly kind: 'faults'; readonly faults: readonly EntryFault[] };

/** The limit for one long answer, in lines. */
const MOST_LINES = 1000;

/**
 * Makes the lines that answer a form: one line for a question, a count and then the lines for `AskL`, no line for a
 * note. An entry that the server would read as the end of the block, or as more than one answer, is a fault.
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
    const answer = answerOf(field, entries[index] ?? '');
    if (typeof answer === 'string') faults.push({ field: index, message: answer });
    else lines.push(...answer);
  }
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'answers', lines };
}

/** The lines of one answer, or a message that says what is wrong with the entry. */
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
      const result = checked(lines);
      return typeof result === 'string' || field.kind === 'ChooseF' ? result : [String(lines.length), ...lines];
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

/** The lines, or a message that says why they cannot be sent. */
function checked(lines: readonly string[]): readonly string[] | string {
  if (lines.some((line) => /[\r\n\0\t]/.test(line))) return 'has a line break, a tab or a NUL in it';
  // Gopher+ cannot escape a line that is a single period: it would end the block.
  return lines.includes('.') ? 'has a line that is a period alone, which would end the form' : lines;
}

/**
 * The entries for a list of answers, the reverse of {@link answersOf}. If a URL contains answers, the form is shown
 * filled in. A field without an answer gets its preset.
 */
export function entriesOf(fields: readonly AskField[], answers: readonly string[]): Entries {
  const remaining = [...answers];
  return fields.map((field) => {
    switch (field.kind) {
      case 'Note':
        return '';
      case 'AskL': {
        const count = remaining.shift();
        return count === undefined ? field.preset : remaining.splice(0, Number(count) || 0).join('\n');
      }
      case 'ChooseF':
        return remaining.splice(0).join('\n');
      case 'Choose':
        return remaining.shift() ?? field.choices[0] ?? '';
      case 'Select':
        return remaining.shift() ?? (field.preset ? '1' : '0');
      default:
        return remaining.shift() ?? field.preset;
    }
  });
}
