/**
 * What of two answers is compared: their status, their fields and their bodies, without what differs from one request
 * to the next. Each thing that is left out stands here with its reason.
 */
import { comparedLines } from './allowed.ts';
import { htmlLines, jsonLines, xmlLines } from './documents.ts';
import type { Answer } from './exchange.ts';

/** Fields that are not compared. */
const IGNORED_FIELDS: Readonly<Record<string, string>> = {
  date: 'the time',
  age: 'the seconds since a copy was made',
  'server-timing': 'measured times',
  'x-request-id': 'random',
  'content-length': 'follows from the body, which is compared',
  'transfer-encoding': 'of one connection only',
  connection: 'of one connection only',
  'keep-alive': 'of one connection only',
  'sec-websocket-accept': 'follows from a random number of the client',
};

/** Fields whose value is compared in another form. */
const FIELD_FORMS: Readonly<Record<string, (value: string) => string>> = {
  // It hashes the deployment. A 304 shows that it works.
  etag: (value) => value.replace(/"[^"]*"/, '"…"'),
  // What is left of a minute.
  'cache-control': (value) => value.replace(/\bmax-age=(?:[1-5]?\d|60)(?!\d)/, 'max-age=…'),
};

/** A time this close to the present is that of the request, in milliseconds. */
const PRESENT_MS = 2 * 86_400_000;
const TIMES: readonly RegExp[] = [
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g,
  /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|\+0000)/g,
];

/** Texts that are made anew for each build or request, and what they are compared as. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  // Scripts and styles by reference: their names and queries hash their content.
  [/(\/assets\/[a-z0-9.-]+)\?[0-9a-z]{6,}/g, '$1?…'],
  [/(\/assets\/[a-z-]+)-[0-9A-Z]{8}(?=\.(?:js|css))/g, '$1-…'],
  [/(nonce[-=]"?)[A-Za-z0-9+/]{22}==/g, '$1…'],
  // Measured times; how many there are is compared.
  [/^(waypost_request_duration_seconds_(?:bucket|sum)\S*) .*/gm, '$1 …'],
  // Lengths of pages with hashes of a build in them.
  [/^(waypost_response_bytes_total\S*) .*/gm, '$1 …'],
  // How much of what never ends had come.
  [/^(waypost_cache_bytes_total\S*) .*/gm, '$1 …'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '[random]'],
];

/** A text without times of this day, random numbers and hashes of builds. */
export function steady(text: string): string {
  const now = Date.now();
  let form = text;
  for (const [pattern, replacement] of FORMS) form = form.replace(pattern, replacement);
  for (const pattern of TIMES) {
    form = form.replace(pattern, (time) => (Math.abs(Date.parse(time) - now) < PRESENT_MS ? '[now]' : time));
  }
  return form;
}

/** The status and the fields, one on each line. */
export function headLines({ status, headers, aborted }: Answer): readonly string[] {
  const fields = headers
    .filter(([name]) => !Object.hasOwn(IGNORED_FIELDS, name))
    .map(([name, value]) => `${name}: ${steady(FIELD_FORMS[name]?.(value) ?? value)}`);
  return [`status ${status}`, ...fields.toSorted(), ...(aborted ? ['the body breaks off'] : [])];
}

/** The lines of a body, by its media type. */
function bodyLines({ headers, aborted }: Answer, text: string): readonly string[] {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  if (!aborted && text !== '') {
    if (/^text\/html|^application\/xhtml/.test(type)) return htmlLines(text);
    if (/[/+]json\b/.test(type)) return jsonLines(text);
    if (/ndjson|json-seq/.test(type)) return text.split('\n').flatMap((line) => (line === '' ? [''] : jsonLines(line)));
    if (/[/+]xml\b/.test(type)) {
      try {
        return xmlLines(text);
      } catch {
        return text.split('\n');
      }
    }
  }
  return text.split('\n');
}

/** The first place at which two lists of lines differ, but for what is allowed to a request; `null` = there is none. */
export function firstDifference(
  request: string,
  ...sides: readonly [before: readonly string[], after: readonly string[]]
): Difference | null {
  const [before = [], after = []] = sides.map((lines) => comparedLines(request, lines));
  const length = Math.max(before.length, after.length);
  for (let at = 0; at < length; at += 1) {
    if (before[at] !== after[at]) return { at, before: before[at] ?? NOTHING, after: after[at] ?? NOTHING };
  }
  return null;
}

export interface Difference {
  /** The number of the line, from 0. */
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

const NOTHING = '(nothing)';

/**
 * The first difference of two answers to a request in their bodies. Of bodies that break off, only what both have is
 * compared.
 */
export function bodyDifference(request: string, before: Answer, after: Answer): Difference | null {
  if (before.body.equals(after.body) || (isBundle(before) && isBundle(after))) return null;
  const texts = [before, after].map(({ body }) => steady(body.toString('latin1')));
  const isCut = before.aborted && after.aborted;
  const length = isCut ? Math.min(...texts.map((text) => text.length)) : Number.POSITIVE_INFINITY;
  const [one = '', other = ''] = texts.map((text) => text.slice(0, length));
  if (one === other) return null;
  return firstDifference(request, bodyLines(before, one), bodyLines(after, other));
}

/** Scripts and styles are compared by what refers to them: minifiers write the same program in many ways. */
function isBundle({ status, headers }: Answer): boolean {
  return status === 200 && headers.some(([name, value]) => name === 'content-type' && /javascript|css/.test(value));
}

/**
 * The first difference of what servers received. A Worker asks for the next part of a WAIS document while its reader
 * may already leave, so one side may have sent a few questions more than the other.
 */
export function receivedDifference(
  request: string,
  before: readonly string[],
  after: readonly string[],
): Difference | null {
  const found = firstDifference(request, before, after);
  if (found === null || !found.before.startsWith('wais') || !found.after.startsWith('wais')) return found;
  const [shorter = '', longer = ''] = [found.before, found.after].toSorted((one, other) => one.length - other.length);
  // The line ends with a quotation mark.
  const isAhead = longer.startsWith(shorter.slice(0, -1)) && longer.length - shorter.length < LONGEST_LEAD;
  return isAhead ? receivedDifference(request, before.slice(found.at + 1), after.slice(found.at + 1)) : found;
}

/** The characters of ten questions of WAIS, as JSON writes them. */
const LONGEST_LEAD = 12_000;

/** The messages of a log, in an order that does not depend on time. */
export function logLines(messages: readonly string[]): readonly string[] {
  return messages
    .filter((message) => !OF_RUNTIME.test(message))
    .map(logLine)
    .toSorted();
}

/** Errors that the runtime reports by itself, with a random number. */
const OF_RUNTIME = /\bwdErrId ?= ?/;

function logLine(message: string): string {
  if (!message.startsWith('{')) return message;
  // Times, random numbers, lengths of pages with hashes of a build in them, and places in the code of a build.
  const { time: _, id: __, ms: ___, octets: ____, frames: _____, ...line } = JSON.parse(message);
  return JSON.stringify(line);
}
