/**
 * Finds the part of a URL that a diagnostic is about, so that pointing at one highlights the other. Positions of parts
 * refer to the canonical form and positions of diagnostics to the input; the parts as written connect the two.
 */
import type { PartName } from '../../../src/anatomy.ts';
import { definitionOf } from '../../../src/definition-of.ts';
import { parse } from '../../../src/every-scheme.ts';
import type { Options, Resolution } from '../../../src/index.ts';
import { UrlError } from '../../../src/uri/error.ts';

/** The part that the code of a diagnostic names. */
const BY_CODE: readonly (readonly [code: RegExp, part: PartName])[] = [
  [/^(?:scheme|unknown-scheme|unsafe-scheme|experimental|reference-same)|-historical$/, 'scheme'],
  [/^(?:credentials|user-info)/, 'user'],
  [/^host|-localhost$|-domain$/, 'host'],
  [/^port/, 'port'],
  [/^(?:path|dot|question)/, 'path'],
];

/** The parts in their order in a URL. */
const ORDER = ['scheme', 'user', 'password', 'host', 'port', 'path', 'query', 'fragment'] as const;

/** A part in the input; positions in UTF-16 code units. */
interface InputPart {
  readonly name: PartName;
  readonly from: number;
  readonly to: number;
}

/**
 * The part that each diagnostic of a URL is about; `null` if it is not about one part, or the part is unknown.
 *
 * @param options - how the library read the URL
 *
 * @example
 * ```ts
 * changedParts(explain('HTTP://h/%7E'), {}); // ['scheme', 'path']
 * ```
 */
export function changedParts(
  { input, scheme, diagnostics }: Resolution,
  options: Options,
): readonly (PartName | null)[] {
  if (diagnostics.length === 0) return [];
  const parts = partsOfInput(input, options);
  const own = new Set(Object.keys(definitionOf(scheme).diagnostics ?? {}));
  return diagnostics.map(({ code, at }) => {
    const byCode = BY_CODE.find(([pattern]) => pattern.test(code));
    if (byCode !== undefined) return byCode[1];
    const byPosition = at === null ? undefined : parts.find(({ from, to }) => at[0] >= from && at[0] < to);
    if (byPosition !== undefined) return byPosition.name;
    // A diagnostic of a scheme is almost always about the path.
    return own.has(code) ? 'path' : null;
  });
}

/** The positions of the parts in the input. Each part is searched after the end of the previous one. */
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
