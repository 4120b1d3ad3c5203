/**
 * Lines of CDXJ indexes of web archives: a key, a date, and JSON with the URL of the copy.
 *
 * ```
 *   com,example)/ 20240131120000 {"url": "http://example.com/", "mime": "text/html", "status": "200"}
 *   ╰───┬───────╯                         ╰────────┬────────╯
 *       ╰ the key, by which lines are sorted       ╰ from which the key is made
 * ```
 */
/** What a line says. */
interface CdxjLine {
  readonly key: string;
  readonly url: string;
  /** Where the URL is in the line; where the JSON is, if escapes hide the URL. */
  readonly urlAt: number;
}

/** Why the key of a line cannot be made again. */
interface CdxjFault {
  readonly code: 'cdxj-line' | 'cdxj-json' | 'cdxj-url' | 'cdxj-method';
  readonly message: string;
}

/** Reads a line, or says why its key cannot be made again. */
export function readCdxjLine(line: string): CdxjLine | CdxjFault {
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
  // The key of such a copy is made from the body of the request too, and each indexer does it in its own way.
  if (hasBody(method, requestBody) || hasOtherParameters(key, url)) {
    return { code: 'cdxj-method', message: 'The key also stands for the body of a request, so it stays as it is.' };
  }
  const at = line.indexOf(JSON.stringify(url).slice(1, -1), from);
  return { key, url, urlAt: at === -1 ? from : at };
}

function hasBody(method: unknown, requestBody: unknown): boolean {
  const isSent = requestBody !== undefined && requestBody !== null && requestBody !== '';
  return isSent || (typeof method === 'string' && !/^(?:get|head)?$/i.test(method));
}

/**
 * Whether a key has a parameter that its URL lacks. Indexers append those of the body of a request: today's begin with
 * `__wb_method=`, older ones had no mark. The rules of keys drop parameters, and add none.
 */
function hasOtherParameters(key: string, url: string): boolean {
  // Some rules unescape separators.
  const unescaped = url.replace(/%(?:25)*26/g, '&').replace(/%(?:25)*3f/gi, '?');
  const known = new Set([...parametersOf(url), ...parametersOf(unescaped)]);
  return parametersOf(key).some((parameter) => !known.has(parameter));
}

/** The parameters of a key or a URL: `b=a` and `c` in `com,h)/a?B=%2541&&c#d?e`. */
function parametersOf(text: string): readonly string[] {
  const [withoutFragment = ''] = text.split('#');
  const [, ...parameters] = withoutFragment.split(/[?&]/);
  return parameters.filter((parameter) => parameter !== '').map(unescapedOf);
}

/** A parameter without escapes, in lower case, so that those of keys and URLs can be compared. */
function unescapedOf(parameter: string): string {
  try {
    const decoded = decodeURIComponent(parameter);
    return decoded === parameter ? parameter.toLowerCase() : unescapedOf(decoded);
  } catch (error) {
    if (error instanceof URIError) return parameter.toLowerCase();
    throw error;
  }
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
