/** The report of `waypost explain`: a resolution as text for people. */
import { anatomyOf, type Part, type PartName } from '../src/anatomy.ts';
import { sentenceOf, wireOctetsOf } from '../src/definition-of.ts';
import type { Canonical, Diagnostic, Resolution, Specification } from '../src/index.ts';
import { type Colour, paint, showControls, showOctets, type TerminalStyle } from './terminal.ts';

const INDENT = '  ';

/** The report on one URL, without a line end. */
export function reportOn(resolution: Resolution, style: TerminalStyle): string {
  const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `${INDENT}${line}`.trimEnd());
  const section = (heading: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [paint(style, 'bold', heading), ...indented(lines)];
  const sections: readonly (readonly string[])[] = [
    wrap(showControls(sentenceOf(resolution)), style.columns),
    indented(drawnParts(resolution, style)),
    section('What it means', rows(detailsOf(resolution.details), style)),
    section('What changed, and why', stepsOf(resolution, style)),
    section(requestHeading(resolution), wireLines(resolution)),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** The drawing if it fits the width, else the parts as a table. */
function drawnParts({ canonical }: Resolution, style: TerminalStyle): readonly string[] {
  if (canonical.length + 2 * INDENT.length <= style.columns) return drawAnatomy(canonical, style);
  const parts = anatomyOf(canonical);
  const table = parts.map(({ name, at }) => [name, canonical.slice(...at), COLOURS[name]] as const);
  return [canonical, '', ...rows(table, style)];
}

type ReportRow = readonly [name: string, value: string, colour?: Colour];

/** Names and values in two columns. */
function rows(table: readonly ReportRow[], style: TerminalStyle): readonly string[] {
  const width = Math.max(0, ...table.map(([name]) => name.length));
  return table.map(([name, value, colour]) => {
    const shown = colour === undefined ? value : paint(style, colour, value);
    return `${paint(style, 'dim', name.padEnd(width))}${INDENT}${shown}`;
  });
}

/** The details that are present, with their names in words. */
function detailsOf(details: object, prefix = ''): readonly ReportRow[] {
  return Object.entries(details).flatMap(([key, value]): readonly ReportRow[] => {
    const name = `${prefix}${key.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)}`;
    if (value === null || value === false || (Array.isArray(value) && value.length === 0)) return [];
    if (typeof value === 'object' && !Array.isArray(value)) return detailsOf(value, `${name}, `);
    return [[name, Array.isArray(value) ? value.map(valueText).join(', ') : valueText(value)]];
  });
}

function valueText(value: unknown): string {
  if (value === true) return 'yes';
  if (typeof value === 'object' && value !== null) {
    const members = Object.values(value).filter((member) => member !== null);
    return members.map(valueText).join(' = ');
  }
  return value === '' ? '(empty)' : showControls(String(value));
}

const SEVERITIES: Readonly<Record<Diagnostic['severity'], Colour>> = { error: 'red', warning: 'yellow', info: 'dim' };

/** Each diagnostic as a numbered step: the change, the reason, the clause. */
function stepsOf({ diagnostics, omittedDiagnostics = 0 }: Resolution, style: TerminalStyle): readonly string[] {
  const digits = String(diagnostics.length).length;
  const steps = diagnostics.flatMap(({ severity, before, after, message, spec, code }, index) => {
    const number = `${String(index + 1).padStart(digits)}. `;
    const hanging = ' '.repeat(number.length);
    const width = style.columns - INDENT.length - number.length;
    const sentence = severity === 'info' ? message : `${severity}: ${message}`;
    return [
      `${number}${change(before, after, width)}`,
      ...wrap(sentence, width).map(
        (line) => `${hanging}${line.replace(/^\w+(?=: )/, (mark) => paint(style, SEVERITIES[severity], mark))}`,
      ),
      `${hanging}${paint(style, 'dim', `${clauseOf(spec)} · ${code}`)}`,
    ];
  });
  if (omittedDiagnostics === 0) return steps;
  const more = omittedDiagnostics.toLocaleString('en');
  return [...steps, paint(style, 'dim', `${more} more changes of the same kinds are not listed.`)];
}

/** `before → after`, each shortened to half of the width. */
function change(before: string, after: string, width: number): string {
  if (before === after) return cut(shown(before), width);
  const share = Math.floor((width - ' → '.length) / 2);
  return `${cut(shown(before), share)} → ${cut(shown(after), share)}`;
}

function shown(text: string): string {
  return text === '' ? '(nothing)' : showControls(text).replace(/^ +| +$/g, (blanks) => '␠'.repeat(blanks.length));
}

function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(1, width - 1)).join('')}…`;
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Numbered sections get a section sign, titled ones quotation marks. */
export function clauseOf({ document, section }: Specification): string {
  return /^(?:[A-Z]|\d+)(?:\.\d+)*$/.test(section) ? `${document} §${section}` : `${document}, “${section}”`;
}

function requestHeading(resolution: Resolution): string {
  const { request, components } = resolution;
  const { host, port } = components;
  const isSecure = request !== null && 'transport' in request && request.transport === 'tls';
  const secure = isSecure ? ' over TLS' : '';
  const where = host === null || host === '' ? '' : ` to ${host}${port === null ? '' : `, port ${port}`}${secure}`;
  return `What a client sends${where}`;
}

function wireLines(resolution: Resolution): readonly string[] {
  const { request } = resolution;
  if (request !== null && 'interactive' in request) return ['(a person types)'];
  const messages = wireOctetsOf(resolution);
  if (messages.length === 0) return ['(nothing)'];
  // Break lines where the octets have line feeds.
  return messages.flatMap((octets) => showOctets(octets).match(/[^␊]*␊|[^␊]+$/g) ?? []);
}

/** A part has the same colour in the URL, under it and in a table. */
const COLOURS: Readonly<Record<PartName, Colour>> = {
  scheme: 'magenta',
  user: 'yellow',
  password: 'red',
  host: 'cyan',
  port: 'yellow',
  path: 'green',
  query: 'blue',
  fragment: 'magenta',
};

/** A part, with the column and the row of its name. */
interface PartLabel {
  readonly part: Part;
  readonly column: number;
  readonly row: number;
}

/**
 * Draws a canonical URL with a brace under each part and the name of the part under the brace.
 *
 * ```
 *   gopher://h.example:7070/7find%09gold
 *   ╰─┬──╯   ╰───┬───╯ ╰┬─╯╰────┬──────╯
 *     │          │      │       ╰ path
 *     │          │      ╰ port
 *     │          ╰ host
 *     ╰ scheme
 * ```
 */
export function drawAnatomy(canonical: Canonical, style: TerminalStyle): readonly string[] {
  const parts = anatomyOf(canonical);
  const labels = labelsOf(parts);
  const rows = Math.max(...labels.map(({ row }) => row)) + 1;
  const url = parts.map((part) => ({ column: part.at[0], text: canonical.slice(...part.at), part }));
  const braces = parts.map((part) => ({ column: part.at[0], text: brace(part), part }));
  const names = Array.from({ length: rows }, (_, row) =>
    labels
      .filter((label) => label.row >= row)
      .map((label) => ({ ...label, text: label.row === row ? `╰ ${label.part.name}` : '│' })),
  );
  return [line(url, style, canonical), ...[braces, ...names].map((pieces) => line(pieces, style))];
}

function brace({ at: [from, to] }: Part): string {
  const width = to - from;
  if (width === 1) return '┬';
  const left = Math.floor((width - 1) / 2);
  return `${'╰'.padEnd(left, '─').slice(0, left)}${'┬'.padEnd(width - left - 1, '─')}╯`;
}

/** Places each name on the highest row where it does not touch the name to its right. */
function labelsOf(parts: readonly Part[]): readonly PartLabel[] {
  const labels: PartLabel[] = [];
  for (const part of parts.toReversed()) {
    const [from, to] = part.at;
    const column = from + Math.floor((to - from - 1) / 2);
    const right = labels.at(-1);
    const fits = right === undefined || column + part.name.length + 3 <= right.column;
    labels.push({ part, column, row: right === undefined ? 0 : fits ? right.row : right.row + 1 });
  }
  return labels.toReversed();
}

interface LinePiece {
  readonly column: number;
  readonly text: string;
  readonly part: Part;
}

/** A line with pieces at their columns; `ground` shows between them. */
function line(pieces: readonly LinePiece[], style: TerminalStyle, ground = ''): string {
  let text = '';
  let column = 0;
  for (const piece of pieces) {
    text += ground.slice(column, piece.column).padEnd(piece.column - column);
    text += paint(style, COLOURS[piece.part.name], piece.text);
    column = piece.column + piece.text.length;
  }
  return text + ground.slice(column);
}
