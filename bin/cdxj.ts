/**
 * Lines of CDXJ indexes of web archives: a key, a date, and JSON with the URL of the copy.
 *
 * ```
 *   com,example)/ 20240131120000 {"url": "http://example.com/", "mime": "text/html", "status": "200"}
 *   ╰───┬───────╯                         ╰────────┬────────╯
 *       ╰ the key, by which lines are sorted       ╰ from which the key is made
 * ```
 * An index has other keys, too. A key is written again only if a known program makes it of the URL.
 */
import { UrlError } from '../src/index.ts';
import { SURT_PROFILES, surtOf } from '../src/surt.ts';
import { showControls } from './terminal.ts';
import { keyOfWaypost03 } from './waypost-0-3-key.ts';

/** What a line says. */
export interface CdxjEntry {
  readonly key: string;
  readonly url: string;
  /** Where the URL is in the line; where the JSON is, if escapes hide the URL. */
  readonly urlAt: number;
  /** Whether the JSON has the body of a request, or a method with one. */
  readonly hasBody: boolean;
}

/** Why a line has no entry. */
interface CdxjFault {
  readonly code: 'cdxj-line' | 'cdxj-json' | 'cdxj-url';
  readonly message: string;
}

/** Reads a line, or says what is wrong with it. */
export function readCdxjLine(line: string): CdxjEntry | CdxjFault {
  const [, key, date] = /^(\S+) (\d{1,17}) \{/.exec(line) ?? [];
  if (key === undefined || date === undefined) {
    return {
      code: 'cdxj-line',
      message: 'A line of CDXJ has a key, a date and a JSON object, with a space between them.',
    };
  }
  const from = key.length + date.length + 2;
  const members = membersOf(line.slice(from));
  if (members === null) return { code: 'cdxj-json', message: 'The third field is not a JSON object.' };
  const { url, method, requestBody } = members;
  if (typeof url !== 'string') return { code: 'cdxj-url', message: 'The JSON object has no "url".' };
  const at = line.indexOf(JSON.stringify(url).slice(1, -1), from);
  return { key, url, urlAt: at === -1 ? from : at, hasBody: hasBody(method, requestBody) };
}

function hasBody(method: unknown, requestBody: unknown): boolean {
  const isSent = requestBody !== undefined && requestBody !== null && requestBody !== '';
  return isSent || (typeof method === 'string' && !/^(?:get|head)?$/i.test(method));
}

function membersOf(text: string): Readonly<Partial<Record<'url' | 'method' | 'requestBody', unknown>>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Keys that stay, by what they are: what messages say of them. */
const KEPT = {
  body: 'also stand for the body of a request',
  archive: 'belong to records about the archive itself',
  other: 'are not what a known program makes of the URL',
} as const;

type KeptKey = keyof typeof KEPT;

/** Writes the keys of an index again, and counts those that stay. */
export class CdxjKeys {
  readonly #kept = new Map<KeptKey, { count: number; readonly first: string }>();

  get areAllWritten(): boolean {
    return this.#kept.size === 0;
  }

  /**
   * The key of a line.
   *
   * @param wanted - the key that a line with this URL should have
   * @param place - where the line is, for messages
   */
  keyOf(entry: CdxjEntry, wanted: string, place: string): string {
    const { key, url } = entry;
    if (key === wanted) return key;
    const kept = keptBecause(entry);
    if (kept === null && isMadeOf(key, url)) return wanted;
    this.#keep(kept ?? (hasOtherParameters(key, url) ? 'body' : 'other'), key, place);
    return key;
  }

  #keep(kind: KeptKey, key: string, place: string): void {
    const known = this.#kept.get(kind);
    if (known === undefined) this.#kept.set(kind, { count: 1, first: `${place}: ${showControls(key)}` });
    else known.count++;
  }

  /** A line for each kind of keys that stay. */
  report(): string {
    return [...this.#kept]
      .map(([kind, { count, first }]) => `Keys that stay because they ${KEPT[kind]}: ${count}. The first is ${first}\n`)
      .join('');
  }
}

/** What a record says by itself about its key; `null` = nothing. */
function keptBecause({ url, hasBody }: CdxjEntry): KeptKey | null {
  if (hasBody) return 'body';
  return /^(?:warcinfo|filedesc):/.test(url) ? 'archive' : null;
}

/** Whether a program makes this key of the URL. */
function isMadeOf(key: string, url: string): boolean {
  const makers = [
    ...SURT_PROFILES.map(
      ({ name }) =>
        () =>
          surtOf(url, { profile: name }),
    ),
    () => keyOfWaypost03(url),
  ];
  return makers.some((make) => {
    try {
      return make() === key;
    } catch (error) {
      if (error instanceof UrlError) return false;
      throw error;
    }
  });
}

/**
 * Whether a key has a parameter that its URL lacks. Indexers append those of the body of a request: today's begin with
 * `__wb_method=`, older ones had no mark.
 */
function hasOtherParameters(key: string, url: string): boolean {
  const known = new Set(parametersOf(url));
  return parametersOf(key).some((parameter) => !known.has(parameter));
}

/** The parameters of a key or a URL, in lower case and without the last escapes. */
function parametersOf(text: string): readonly string[] {
  const [, ...parameters] = text.split('#', 1).join('').toLowerCase().split(/[?&]/);
  return parameters.filter((parameter) => parameter !== '');
}

/** Notes whether lines come in the order of their octets. */
export class LineOrder {
  #last: string | null = null;
  #isSorted = true;

  add(line: string): void {
    // Keys and dates are ASCII, so the order of code units is that of octets. JSON after them can only break a tie.
    const key = line.slice(0, line.indexOf('{') >>> 0);
    if (this.#last !== null && key < this.#last) this.#isSorted = false;
    this.#last = key;
  }

  get isSorted(): boolean {
    return this.#isSorted;
  }
}
