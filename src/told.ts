/**
 * How much is told of one URL. A link of 64 KiB may name 60,000 directories, so a resolution has the beginning of each
 * list, and of each text that only a client needs; it counts the rest.
 */
import { jsonOctets } from './json-octets.ts';
import { withCounts } from './schemes/extent.ts';
import type { ResolutionOf } from './schemes/scheme.ts';
import type { Diagnostic } from './uri/diagnostic.ts';

/** The most entries of a list. */
export const MOST_ENTRIES = 100;
/** The most UTF-16 code units of a text in a request. A multiple of four: what is left of base64 can be decoded. */
export const MOST_REQUEST_TEXT = 2048;
/** The most UTF-16 code units of `before` and of `after` in a diagnostic. */
export const MOST_CHANGED_TEXT = 200;

type AnyResolution = ResolutionOf<string, unknown, unknown>;
type Counts = Record<string, number>;

/** In a canonical URL that is not longer, no list can exceed its limit, and no text but the XML of a query. */
const ALWAYS_WHOLE = 100;

/**
 * A resolution within the limits. As JSON it has at most {@link mostTold} octets, and those of its base.
 *
 * @param whole - the resolution with everything, or with lists that an `Extent` has cut
 */
export function told<Resolution extends AnyResolution>(whole: Resolution): Resolution {
  const { canonical, input } = whole;
  const isShort = canonical.length <= ALWAYS_WHOLE && input.length <= ALWAYS_WHOLE;
  if (isShort && !hasLongText(whole.request)) return withFewerDiagnostics(whole);
  const omitted: Counts = { ...whole.omitted };
  const details = cut(whole.details, 'details', null, omitted);
  const request = cut(whole.request, 'request', MOST_REQUEST_TEXT, omitted);
  const diagnostics = whole.diagnostics.map(withShortTexts);
  return withFewerDiagnostics(withCounts({ ...whole, details, request, diagnostics }, 0, omitted));
}

function hasLongText(request: unknown): boolean {
  if (typeof request !== 'object' || request === null) return false;
  return Object.values(request).some((member) => typeof member === 'string' && member.length > MOST_REQUEST_TEXT);
}

/** Cuts the lists in a value, and its texts at `longest`. Counts what it leaves out by the path of the member. */
function cut(value: unknown, path: string, longest: number | null, omitted: Counts): unknown {
  if (typeof value === 'string') {
    if (longest === null || value.length <= longest) return value;
    omitted[path] = value.length - longest;
    return value.slice(0, longest);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (value.length > MOST_ENTRIES) omitted[path] = value.length - MOST_ENTRIES;
    return value.slice(0, MOST_ENTRIES).map((entry, index) => cut(entry, `${path}.${index}`, longest, omitted));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cut(member, `${path}.${name}`, longest, omitted)]),
  );
}

function withShortTexts(diagnostic: Diagnostic): Diagnostic {
  const { before: whole, after: changed } = diagnostic;
  const [before, after] = [beginning(whole, MOST_CHANGED_TEXT), beginning(changed, MOST_CHANGED_TEXT)];
  const omitted = { before: whole.length - before.length, after: changed.length - after.length };
  return omitted.before + omitted.after === 0 ? diagnostic : { ...diagnostic, before, after, omitted };
}

/** The beginning of a text, with whole characters: at most so many UTF-16 code units. */
export function beginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}

const KIBI = 1024;

/**
 * The most octets of a resolution as JSON.
 *
 * @param length - the octets of the input as JSON, or the length of the canonical URL: the larger
 */
export function mostTold(length: number): number {
  // What is left to 8 × length + 24 KiB is for the links that an API adds, of which two may escape every character.
  return Math.max(2 * length + 16 * KIBI, 8 * length);
}

/** More octets than a diagnostic has as JSON without its texts. */
const DIAGNOSTIC_OCTETS = 500;
/** `\u0000` has six octets. */
const MOST_ESCAPED = 6;

/** Leaves out diagnostics, the last first, until the resolution is small enough. The first of every code is kept. */
function withFewerDiagnostics<Resolution extends AnyResolution>(resolution: Resolution): Resolution {
  const { diagnostics, input, canonical, omittedDiagnostics = 0 } = resolution;
  const octets = diagnostics.reduce(
    (sum, { before, after }) => sum + DIAGNOSTIC_OCTETS + MOST_ESCAPED * (before.length + after.length),
    0,
  );
  // Measuring is slow, so it is only done where the rest may leave too little: input, canonical form and components,
  // details in which each escape becomes `\\u0000`, a request that has them twice, and the names of all members.
  const length = Math.max(input.length, canonical.length);
  const rest = 7.5 * length + 5 * KIBI;
  if (octets === 0 || octets + rest <= mostTold(length)) return resolution;
  const inputOctets = jsonOctets(input);
  const { base: _, ...bounded } = resolution;
  // The count has its place, too, in case that one is left out.
  const counted = { ...bounded, diagnostics: [], omittedDiagnostics: omittedDiagnostics + diagnostics.length };
  const whole = jsonOctets({ ...counted, input: '' }) - jsonOctets('') + inputOctets;
  let left = mostTold(Math.max(inputOctets, canonical.length)) - whole;
  if (octets <= left) return resolution;
  const sizes = diagnostics.map((diagnostic) => jsonOctets(diagnostic) + ','.length);
  const codes = new Set<string>();
  const kept = new Set<Diagnostic>();
  const keep = (wanted: (diagnostic: Diagnostic) => boolean): void => {
    for (const [index, diagnostic] of diagnostics.entries()) {
      if (kept.has(diagnostic) || !wanted(diagnostic)) continue;
      const size = sizes[index] ?? 0;
      if (size > left) return;
      left -= size;
      kept.add(diagnostic);
    }
  };
  keep(({ code }) => !codes.has(code) && codes.add(code) !== undefined);
  keep(() => true);
  const listed = diagnostics.filter((diagnostic) => kept.has(diagnostic));
  const more = omittedDiagnostics + diagnostics.length - listed.length;
  return withCounts({ ...resolution, diagnostics: listed }, more, resolution.omitted ?? {});
}
