/**
 * Recorded conversations of 3270 hosts: what the host sent, and the screen and the cursor that s3270 shows afterwards.
 * And a recorded connection with what its client sent.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf, screenText } from '../../src/protocols/tn3270/appearance.ts';
import type { CodePage } from '../../src/protocols/tn3270/code-pages.ts';
import { CHARACTER_SET } from '../../src/protocols/tn3270/codes.ts';
import { fieldAt } from '../../src/protocols/tn3270/fields.ts';
import { encodeRecord } from '../../src/protocols/tn3270/header.ts';
import { Tn3270Connection } from '../../src/protocols/tn3270/records.ts';
import type { Model } from '../../src/protocols/tn3270/screen.ts';
import { Terminal3270, type TerminalEvent } from '../../src/protocols/tn3270/terminal.ts';

export const SCREENS = 'tn3270-screens.jsonl';
const CONNECTION = '../protocols/fixtures/tn3270-hercules-logo.hex';

interface Recording {
  readonly name: string;
  readonly model: string;
  /** Whether the records have the header of TN3270E. */
  readonly tn3270e: boolean;
  /** In hexadecimal. */
  readonly records: readonly string[];
  readonly screen: readonly string[];
  readonly cursor: readonly [row: number, column: number];
  /** `no-throw`: the data are malformed on purpose. */
  readonly expect: 'screen' | 'no-throw';
}

type Result = 'screen' | 'data-check' | 'miss' | 'double-byte' | 'apl' | 'file-transfer';

/** Why the screen of a recording may differ. */
const reasons: Readonly<Record<Exclude<Result, 'screen' | 'data-check' | 'miss'>, string>> = {
  'double-byte': 'double-byte characters are not supported; the display reports them',
  apl: 'APL characters are shown as such; s3270 shows them as blanks, or as the letters of their codes',
  'file-transfer': 'file transfer is not supported; the recording continues after s3270 had stopped at it',
};

/** Judges every recording and the connection, and prints the result. Returns the number of misses. */
export function runScreens(folder: string): number {
  const file = join(folder, SCREENS);
  if (!existsSync(file)) {
    console.log(`\n3270 screens were NOT checked: there is no ${file}.`);
    return 0;
  }
  const lines = readFileSync(file, 'utf8').split('\n');
  const recordings: Recording[] = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
  const results = recordings.map((recording) => ({ name: recording.name, result: judge(recording) }));
  const named = (wanted: Result): string[] =>
    results.filter(({ result }) => result === wanted).map(({ name }) => name.replace(/\.trc$/, ''));
  console.log(
    `\n3270 screens: ${recordings.length}, of which ${named('screen').length} are those of s3270, cell by cell.`,
  );
  console.log(`${String(named('data-check').length).padStart(5)}  malformed recordings end in a data check`);
  for (const [result, reason] of Object.entries(reasons) as [Result, string][])
    console.log(`${String(named(result).length).padStart(5)}  ${reason}: ${named(result).join(', ')}`);
  for (const name of named('miss')) console.log(`miss  ${name}`);
  return named('miss').length + runConnection(join(folder, CONNECTION));
}

/** s3270 began with its code page `bracket`, unless the recording says otherwise. */
const PAGES: readonly CodePage[] = ['bracket', 37, 1047];

/** A terminal after each record of a recording. */
function* play({
  model,
  tn3270e,
  records,
}: Recording): Generator<{ terminal: Terminal3270; events: readonly TerminalEvent[] }> {
  const terminal = new Terminal3270({ model: modelOf(model), page: 37 });
  for (const record of records) {
    const octets = Buffer.from(record, 'hex');
    const { events } = terminal.receive(tn3270e ? octets : encodeRecord({ type: 'data3270', data: octets }));
    yield { terminal, events };
  }
}

function modelOf(name: string): Model {
  const model = Number(/^327[89]-(\d)/.exec(name)?.[1]);
  if (model === 2 || model === 3 || model === 4 || model === 5) return model;
  throw new Error(`${name} is not a model of a 3270.`);
}

function judge(recording: Recording): Result {
  const events: TerminalEvent[] = [];
  let last: Terminal3270 | null = null;
  let wasRight = false;
  for (const step of play(recording)) {
    events.push(...step.events);
    last = step.terminal;
    wasRight ||= isRight(last, recording);
  }
  const reports = (what: string): boolean =>
    events.some((event) => event.kind === 'unsupported' && event.what === what);
  if (last === null) return 'miss';
  if (recording.expect === 'no-throw') return events.some(({ kind }) => kind === 'data-check') ? 'data-check' : 'miss';
  if (isRight(last, recording)) return 'screen';
  if (wasRight && reports('file-transfer')) return 'file-transfer';
  if (reports('double-byte') && differsOnlyIn(CHARACTER_SET.doubleByte, last, recording)) return 'double-byte';
  return differsOnlyIn(CHARACTER_SET.graphic, last, recording) ? 'apl' : 'miss';
}

function isRight(terminal: Terminal3270, recording: Recording): boolean {
  return PAGES.some(
    (page) => isCursorRight(terminal, recording) && differingCells(terminal, page, recording).length === 0,
  );
}

function isCursorRight({ screen }: Terminal3270, { cursor: [row, column] }: Recording): boolean {
  return screen.cursor === row * screen.size.columns + column;
}

/** Whether all cells that differ are of a character set. */
function differsOnlyIn(set: number, terminal: Terminal3270, recording: Recording): boolean {
  const { screen } = terminal;
  const isOfSet = (address: number): boolean => {
    const cell = screen.at(address);
    // A character without a set of its own has that of its field.
    const own = cell.attributes.characterSet || (fieldAt(screen, address)?.cell.attributes.characterSet ?? 0);
    return own === set || (set === CHARACTER_SET.graphic && cell.kind === 'character' && cell.graphic);
  };
  return isCursorRight(terminal, recording) && differingCells(terminal, 37, recording).every(isOfSet);
}

/** The addresses of the cells that differ. */
function differingCells({ screen }: Terminal3270, page: CodePage, { screen: rows }: Recording): number[] {
  // s3270 leaves out blanks at the end of a row, no-break spaces included.
  const blank = (character: string | undefined): string => (character === '\u00a0' ? ' ' : (character ?? ' '));
  return rowsOf(screen, page).flatMap((runs, row) => {
    const expected = [...(rows[row] ?? '')];
    return runs
      .flatMap(({ at, characters }) => characters.map((character, index) => ({ at: at + index, character })))
      .filter(({ character }, column) => blank(character) !== blank(expected[column]))
      .map(({ at }) => at);
  });
}

/** Replays what the server sent: our replies must be those of the recorded client, octet by octet. */
function runConnection(file: string): number {
  if (!existsSync(file)) {
    console.log(`The negotiation of tn3270 was NOT checked: there is no ${file}.`);
    return 0;
  }
  const connection = new Tn3270Connection(2);
  const terminal = new Terminal3270({ model: 2, page: 37 });
  const events: TerminalEvent[] = [];
  let sent = '';
  let misses = 0;
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [from, octets = ''] = line.split(' ');
    if (from === 'S') {
      const reply = connection.receive(Buffer.from(octets, 'hex'), (record) =>
        events.push(...terminal.receive(record).events),
      );
      sent = Buffer.from(reply).toString('hex');
    } else if (sent !== octets) {
      misses++;
      console.log(`miss  ${file}: sent ${sent}, and the recorded client ${octets}`);
    }
  }
  const shown = screenText(terminal.screen, terminal.page).filter((row) => row !== '').length;
  if (shown < 20 || events.length > 0) misses++;
  console.log(`The recorded connection shows ${shown} lines; ${misses} misses.`);
  return misses;
}
