/**
 * Finds the part of a URL that a diagnostic is about, so that pointing at one highlights the other. Positions of parts
 * refer to the canonical form and positions of diagnostics to the input; the parts as written connect the two.
 */
import type { PartName } from '../../../src/anatomy.ts';
import { type Diagnostic, type Options, parse, UrlError } from '../../../src/index.ts';

/** The part that the first word of a diagnostic's code names. */
const BY_CODE: readonly (readonly [code: RegExp, part: PartName])[] = [
  [/^(?:scheme|unknown-scheme|unsafe-scheme|experimental|afs|reference-same)/, 'scheme'],
  [/^(?:credentials|user-info)/, 'user'],
  [/^(?:host|go-localhost|file-localhost|mailto-domain)/, 'host'],
  [/^port/, 'port'],
  [/^(?:path|gopher|ftp|message|news|article|terminal|wais|prospero|file|dot|question)/, 'path'],
];

/** The parts in the order in which they stand in a URL. */
const ORDER = ['scheme', 'user', 'password', 'host', 'port', 'path', 'query', 'fragment'] as const;

/** A part in the input; positions in UTF-16 code units. */
interface InputPart {
  readonly name: PartName;
  readonly from: number;
  readonly to: number;
}

/**
 * The part that each diagnostic is about; `null` where it is about no single part, or the part is not known.
 *
 * @param input - the URL as it was written
 * @param options - how the library read the input
 *
 * @example
 * ```ts
 * changedParts('HTTP://h/%7E', {}, explain('HTTP://h/%7E').diagnostics); // ['scheme', 'path']
 * ```
 */
export function changedParts(
  input: string,
  options: Options,
  diagnostics: readonly Diagnostic[],
): readonly (PartName | null)[] {
  if (diagnostics.length === 0) return [];
  const parts = partsOfInput(input, options);
  return diagnostics.map(({ code, at }) => {
    const byCode = BY_CODE.find(([pattern]) => pattern.test(code));
    if (byCode !== undefined) return byCode[1];
    if (at === null) return null;
    return parts.find(({ from, to }) => at[0] >= from && at[0] < to)?.name ?? null;
  });
}

/** Where the parts stand in the input. Each is searched after the end of the one before it. */
function partsOfInput(input: string, options: Options): readonly InputPart[] {
  const parsed = parsedOrNull(input, options);
  if (parsed === null) return [];
  const parts: InputPart[] = [];
  let cursor = 0;
  for (const name of ORDER) {
    const text = parsed[name];
    if (text === null || text === '') continue;
    const from = (name === 'scheme' ? input.toLowerCase() : input).indexOf(text, cursor);
    if (from === -1) continue;
    cursor = from + text.length;
    parts.push({ name, from, to: cursor });
  }
  return parts;
}

function parsedOrNull(input: string, options: Options) {
  try {
    return parse(input, options);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}
