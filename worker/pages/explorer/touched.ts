/**
 * Which part of a URL a diagnostic speaks of, so that pointing at one shows the other. Parts are places of the
 * canonical form and diagnostics places of the input; what ties them is the part as it was written.
 */
import type { PartName } from '../../../src/anatomy.ts';
import { type Diagnostic, type Options, parse, UrlError } from '../../../src/index.ts';

/** What the first word of a code says of the part. */
const BY_CODE: readonly (readonly [code: RegExp, part: PartName])[] = [
  [/^(?:scheme|unknown-scheme|unsafe-scheme|experimental|afs|reference-same)/, 'scheme'],
  [/^(?:credentials|user-info)/, 'user'],
  [/^(?:host|go-localhost|file-localhost|mailto-domain)/, 'host'],
  [/^port/, 'port'],
  [/^(?:path|gopher|ftp|message|news|article|terminal|wais|prospero|file|dot|question)/, 'path'],
];

/** The parts in the order in which they are written. */
const ORDER = ['scheme', 'user', 'password', 'host', 'port', 'path', 'query', 'fragment'] as const;

interface Written {
  readonly name: PartName;
  readonly from: number;
  readonly to: number;
}

/**
 * The part that each diagnostic speaks of; `null` where it is none, or cannot be told.
 *
 * @example
 * ```ts
 * touchedParts('HTTP://h/%7E', {}, diagnostics); // ['scheme', 'path']
 * ```
 */
export function touchedParts(
  input: string,
  options: Options,
  diagnostics: readonly Diagnostic[],
): readonly (PartName | null)[] {
  if (diagnostics.length === 0) return [];
  const written = partsAsWritten(input, options);
  return diagnostics.map(({ code, at }) => {
    const named = BY_CODE.find(([pattern]) => pattern.test(code));
    if (named !== undefined) return named[1];
    if (at === null) return null;
    return written.find(({ from, to }) => at[0] >= from && at[0] < to)?.name ?? null;
  });
}

/** Where the parts stand in the input, found one behind the other. */
function partsAsWritten(input: string, options: Options): readonly Written[] {
  const parsed = parsedOrNull(input, options);
  if (parsed === null) return [];
  const found: Written[] = [];
  let cursor = 0;
  for (const name of ORDER) {
    const text = parsed[name];
    if (text === null || text === '') continue;
    const from = (name === 'scheme' ? input.toLowerCase() : input).indexOf(text, cursor);
    if (from === -1) continue;
    cursor = from + text.length;
    found.push({ name, from, to: cursor });
  }
  return found;
}

function parsedOrNull(input: string, options: Options) {
  try {
    return parse(input, options);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}
