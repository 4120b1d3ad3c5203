/**
 * A resolution as a page of text for people.
 */
import { anatomyOf } from '../src/anatomy.ts';
import { inWords } from '../src/in-words.ts';
import type { Diagnostic, Resolution, Specification } from '../src/index.ts';
import { sentFor } from '../src/sent.ts';
import { COLOURS, drawAnatomy } from './anatomy.ts';
import { type Colour, type Look, paint, visible, visibleOctets } from './look.ts';

const INDENT = '  ';

/** The report on one URL, without a line end. */
export function reportOn(resolution: Resolution, look: Look): string {
  const heading = (text: string): string => paint(look, 'bold', text);
  const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `${INDENT}${line}`.trimEnd());
  const sections: readonly (readonly string[])[] = [
    wrap(visible(inWords(resolution)), look.columns),
    indented(partsOf(resolution, look)),
    withHeading(heading('What it means'), indented(rows(detailsOf(resolution.details), look))),
    withHeading(heading('What was changed, and what is doubtful'), indented(stepsOf(resolution, look))),
    withHeading(heading(destinationOf(resolution)), indented(sentTo(resolution))),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function withHeading(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines];
}

/** The drawing where it fits, else the parts in a table. */
function partsOf({ canonical }: Resolution, look: Look): readonly string[] {
  if (canonical.length + 2 * INDENT.length <= look.columns) return drawAnatomy(canonical, look);
  const parts = anatomyOf(canonical);
  const table = parts.map(({ name, at }) => [name, canonical.slice(...at), COLOURS[name]] as const);
  return [canonical, '', ...rows(table, look)];
}

type Row = readonly [name: string, value: string, colour?: Colour];

/** Names and values in two columns. */
function rows(table: readonly Row[], look: Look): readonly string[] {
  const width = Math.max(0, ...table.map(([name]) => name.length));
  return table.map(([name, value, colour]) => {
    const shown = colour === undefined ? value : paint(look, colour, value);
    return `${paint(look, 'dim', name.padEnd(width))}${INDENT}${shown}`;
  });
}

/** The members of the details that say something, by their names in words. */
function detailsOf(details: object, prefix = ''): readonly Row[] {
  return Object.entries(details).flatMap(([key, value]): readonly Row[] => {
    const name = `${prefix}${key.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)}`;
    if (value === null || value === false || (Array.isArray(value) && value.length === 0)) return [];
    if (typeof value === 'object' && !Array.isArray(value)) return detailsOf(value, `${name}, `);
    return [[name, Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value)]];
  });
}

function textOf(value: unknown): string {
  if (value === true) return 'yes';
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== null);
    return members.map(([, member]) => textOf(member)).join(' = ');
  }
  return value === '' ? '(empty)' : visible(String(value));
}

const SEVERITIES: Readonly<Record<Diagnostic['severity'], Colour>> = { error: 'red', warning: 'yellow', info: 'dim' };

/** Each step with its number, what it did, why, and the clause. */
function stepsOf({ diagnostics }: Resolution, look: Look): readonly string[] {
  const digits = String(diagnostics.length).length;
  return diagnostics.flatMap(({ severity, before, after, message, spec, code }, index) => {
    const number = `${String(index + 1).padStart(digits)}. `;
    const hanging = ' '.repeat(number.length);
    const room = look.columns - INDENT.length - number.length;
    const sentence = severity === 'info' ? message : `${severity}: ${message}`;
    return [
      `${number}${change(before, after, room)}`,
      ...wrap(sentence, room).map(
        (line) => `${hanging}${line.replace(/^\w+(?=: )/, (mark) => paint(look, SEVERITIES[severity], mark))}`,
      ),
      `${hanging}${paint(look, 'dim', `${clauseOf(spec)} · ${code}`)}`,
    ];
  });
}

/** `before → after`, each cut to its share of the room. */
function change(before: string, after: string, room: number): string {
  if (before === after) return cut(shown(before), room);
  const share = Math.floor((room - ' → '.length) / 2);
  return `${cut(shown(before), share)} → ${cut(shown(after), share)}`;
}

function shown(text: string): string {
  return text === '' ? '(nothing)' : visible(text).replace(/^ +| +$/g, (blanks) => '␠'.repeat(blanks.length));
}

function cut(text: string, room: number): string {
  const characters = [...text];
  return characters.length <= room ? text : `${characters.slice(0, Math.max(1, room - 1)).join('')}…`;
}

function wrap(text: string, room: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** Sections by number have a sign, those by title quotation marks. */
function clauseOf({ document, section }: Specification): string {
  return /^(?:[A-Z]|\d+)(?:\.\d+)*$/.test(section) ? `${document} §${section}` : `${document}, “${section}”`;
}

function destinationOf(resolution: Resolution): string {
  const { host, port } = resolution.components;
  const secure = isSecure(resolution.request) ? ' over TLS' : '';
  const where = host === null || host === '' ? '' : ` to ${host}${port === null ? '' : `, port ${port}`}${secure}`;
  return `What a client sends${where}`;
}

function isSecure(request: object | null): boolean {
  return request !== null && 'transport' in request && request.transport === 'tls';
}

function sentTo(resolution: Resolution): readonly string[] {
  if (resolution.kind === 'terminal' && resolution.request !== null) return ['(a person types)'];
  const messages = sentFor(resolution);
  if (messages.length === 0) return ['(nothing)'];
  // A line ends where the octets say so.
  return messages.flatMap((octets) => visibleOctets(octets).match(/[^␊]*␊|[^␊]+$/g) ?? []);
}
