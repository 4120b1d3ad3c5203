/** The JSON answers of gateways as lines for people: one renderer for each `kind`. */
import { markedPieces } from '../../src/protocols/wais/marked-text.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The lines for an answer. An answer that no renderer knows is shown as JSON.
 *
 * @param json - the answer, parsed
 */
export function linesOf(json: unknown): readonly string[] {
  const answer = membersOf(json);
  const render = renderers[text(answer.kind)];
  return render === undefined ? JSON.stringify(json, null, 2).split('\n') : render(answer);
}

const renderers: Readonly<Record<string, (answer: Members) => readonly string[]>> = {
  menu: ({ lines }) => list(lines).map(({ display, url }) => withUrl(text(display), url)),
  text: ({ url, text: whole }) => {
    const lines = text(whole).replace(/\r?\n$/, '');
    return [text(url).startsWith('wais:') ? withoutMarks(lines) : lines];
  },
  directory: ({ welcome, notice, entries, unread, readme }) => [
    ...paragraph(welcome),
    ...paragraph(notice),
    ...directoryLines(list(entries)),
    ...strings(unread),
    ...paragraph(membersOf(readme).text, true),
  ],
  groups: ({ groups }) =>
    list(groups).map(({ name, description }) => columns([text(name), 40], [text(description), 0])),
  group: ({ group, articles }) => [
    text(group),
    '',
    ...list(articles).map(({ number, date, author, subject, url }) =>
      withUrl(columns([text(number), -8], [day(date), 10], [person(author), 24], [text(subject), 0]), url),
    ),
  ],
  article: ({ fields, text: blocks }) => [
    ...fieldLines(fields),
    '',
    ...list(blocks).map(({ text: lines }) => text(lines)),
  ],
  mail: ({ headers, text: body }) => [...fieldLines(headers), '', text(body)],
  search: ({ description, hits, form }) =>
    form === undefined
      ? [...paragraph(membersOf(description).description), ...list(hits).map(hitLine)]
      : ['This is a search. Add the words to the link, after %09.'],
  names: ({ services }) => list(services).flatMap(serviceLines),
  session: ({ session }) => [`This leads to a terminal session: ${text(membersOf(session).url ?? session)}`],
};

/** Marks of five characters, which number the paragraphs of WAIS, and the marks around the words of the search. */
function withoutMarks(marked: string): string {
  const pieces = markedPieces(marked.replace(/\x1b(?![()])[\s\S]{0,4}/g, ''));
  return pieces.map(({ text }) => text).join('');
}

function directoryLines(entries: readonly Members[]): readonly string[] {
  const width = Math.max(0, ...entries.map(({ size, bytes }) => text(size ?? bytes).length));
  return entries.map(({ kind, type, name, size, bytes, modified, target, url }) => {
    const isDirectory = (kind ?? type) === 'directory';
    const named = `${text(name)}${isDirectory ? '/' : ''}${text(target) === '' ? '' : ` -> ${text(target)}`}`;
    const line = columns([text(size ?? bytes), -width], [day(modified), 10], [named, 0]);
    // The names of FTP are in the address already. Objects of Prospero may be anywhere.
    return kind === undefined ? withUrl(line, url) : line;
  });
}

function hitLine({ score, headline, types }: Members): string {
  return withUrl(columns([text(score), -4], [text(headline), 0]), list(types)[0]?.url);
}

function serviceLines({ name, error, results, referrals }: Members): readonly string[] {
  const failure = text(membersOf(error).detail);
  return [
    ...(failure === '' ? [] : [`${text(name)}: ${failure}`]),
    ...list(results).flatMap(({ commonName, uri, description }) => [
      withUrl(text(commonName), uri),
      ...(text(description) === '' ? [] : [`  ${text(description)}`]),
    ]),
    ...list(referrals).map(({ url }) => withUrl('Another service', url)),
  ];
}

function fieldLines(fields: unknown): readonly string[] {
  return list(fields).map(({ name, value }) => `${text(name)}: ${text(value)}`);
}

/** A text above or below a list, with an empty line between; no line if there is no text. */
function paragraph(value: unknown, below = false): readonly string[] {
  const lines = text(value).trimEnd();
  if (lines === '') return [];
  return below ? ['', lines] : [lines, ''];
}

function withUrl(line: string, url: unknown): string {
  return text(url) === '' ? line : `${line}  <${text(url)}>`;
}

/** Columns, each with its width; a negative width means that its text ends there, 0 that it is the last. */
function columns(...cells: readonly (readonly [text: string, width: number])[]): string {
  return cells
    .map(([cell, width]) => (width < 0 ? cell.padStart(-width) : cell.padEnd(width)))
    .join('  ')
    .trimEnd();
}

/** The day of a date. */
function day(value: unknown): string {
  return text(value).slice(0, 10);
}

function person(value: unknown): string {
  const { name, address } = membersOf(value);
  return text(name) === '' ? text(address) : text(name);
}

/** A text or a number as text; everything else is empty. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(text) : [];
}

function list(value: unknown): readonly Members[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
