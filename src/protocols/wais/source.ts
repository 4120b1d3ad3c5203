/**
 * The description of a database, as `WSRC` documents have it: a list in the syntax of Lisp,
 * `(:source :version 3 :ip-name "h" :tcp-port 210 :database-name "d" :description "…")`.
 */

/** A database that a description names. */
export interface Source {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** `null` if there is none. */
  readonly description: string | null;
  readonly maintainer: string | null;
}

const WAIS_PORT = 210;
/** A directory of servers had a few hundred. */
const MOST_SOURCES = 1000;

/**
 * A string, with escaped quotation marks and backslashes, or a word. A string without an end goes on to the end of the
 * text, so that no octet is read twice.
 */
const TOKEN = /"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$)|:([\w-]+)|([()])|([^\s()":]+)/g;

/**
 * The databases in a text.
 *
 * @example
 * ```ts
 * sourcesIn('(:source :ip-name "h.example" :tcp-port 8000 :database-name "tea")')[0]?.port; // 8000
 * ```
 */
export function sourcesIn(text: string): Source[] {
  const sources: Source[] = [];
  let values: Map<string, string> | null = null;
  let name = '';
  for (const [, quoted, keyword, bracket, word] of text.matchAll(TOKEN)) {
    if (keyword?.toLowerCase() === 'source') values = new Map();
    else if (keyword !== undefined) name = keyword.toLowerCase();
    else if (bracket === undefined && name !== '') {
      const value = quoted?.replace(/\\([\s\S])/g, '$1') ?? word ?? '';
      if (values !== null && !values.has(name)) values.set(name, value);
      name = '';
    }
    if (bracket === ')' && values !== null) {
      const source = sourceOf(values);
      if (source !== null) sources.push(source);
      values = null;
      if (sources.length >= MOST_SOURCES) break;
    }
  }
  return sources;
}

function sourceOf(values: ReadonlyMap<string, string>): Source | null {
  const host = values.get('ip-name') ?? values.get('ip-address') ?? '';
  const database = values.get('database-name') ?? '';
  const port = values.get('tcp-port') ?? String(WAIS_PORT);
  if (host === '' || database === '' || !/^\d{1,5}$/.test(port) || Number(port) > 0xffff) return null;
  return {
    host,
    port: Number(port),
    database,
    description: values.get('description')?.trim() || null,
    maintainer: values.get('maintainer')?.trim() || null,
  };
}
