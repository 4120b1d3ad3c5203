/** Looks up what a scheme's definition says about a resolution: title, sentence, wire octets. */
import { explain, type Resolution, schemes } from './every-scheme.ts';
import type { Scheme } from './schemes/scheme.ts';
import { quote } from './schemes/sentence-parts.ts';
import { unknown } from './schemes/unknown.ts';
import { beginning } from './told.ts';
import { checkArgument, hasMembers, requireThat } from './uri/arguments.ts';

/**
 * The definition of a scheme, or the definition for unknown schemes. A map of definitions cannot tell the type system
 * that a resolution belongs to its scheme's definition. So members of `Scheme` that take a resolution are methods:
 * methods accept resolutions of every kind. `scheme` is in lower case.
 */
export function definitionOf(scheme: string): Scheme {
  return schemes.get(scheme) ?? unknown;
}

/**
 * What URLs of a scheme refer to, in a few words.
 *
 * @param scheme - in lower case
 * @example
 * ```ts
 * schemeTitle('telnet'); // 'Telnet session'
 * ```
 */
export function schemeTitle(scheme: string): string {
  checkArgument('scheme', scheme, ['a string']);
  return schemes.get(scheme)?.title ?? `${scheme} link`;
}

/** Whether browsers open the links of a scheme themselves. `isInBrowser('https')` is `true`. */
export function isInBrowser(scheme: string): boolean {
  return schemes.get(scheme)?.inBrowser === true;
}

/**
 * Says in one sentence what a URL refers to. Values are quoted, because strangers chose them.
 *
 * @example
 * ```ts
 * sentenceOf(explain('news:*')); // 'All newsgroups on the default news server.'
 * ```
 */
export function sentenceOf(resolution: Resolution): string {
  checkResolution(resolution);
  const { scheme, components } = resolution;
  const sentence = definitionOf(scheme).sentence?.(wholeOf(resolution)) ?? `A URL with the scheme ${quote(scheme)}.`;
  // The dot at the end of a host is the full stop, too.
  return components.host?.endsWith('.') ? sentence.replace(/\.\.$/, '.') : sentence;
}

/** A resolution as JSON, with its sentence. */
export function resolutionJson(resolution: Resolution): object {
  const { input, canonical, base, ...others } = resolution;
  const head = { input, canonical, sentence: shownSentence(resolution) };
  return base === undefined ? { ...head, ...others } : { ...head, base, ...others };
}

/** The most UTF-16 code units of a sentence that is shown. */
const LONGEST_SENTENCE = 500;

/** The sentence about a URL, or the beginning of it. */
export function shownSentence(resolution: Resolution): string {
  const sentence = sentenceOf(resolution);
  const shown = beginning(sentence, LONGEST_SENTENCE);
  return shown === sentence ? sentence : `${shown}…`;
}

/**
 * The octets that a client sends for a URL, in order: all of them, whether `request` has them or not. After each entry,
 * the client waits for the server. Empty if nothing is sent, or if a person types.
 *
 * @example
 * ```ts
 * wireOctetsOf(explain('gopher://h.example/0a')); // [octetsOf('a\r\n')]
 * ```
 */
export function wireOctetsOf(resolution: Resolution): readonly Uint8Array[] {
  checkResolution(resolution);
  return definitionOf(resolution.scheme).wireOctets?.(wholeOf(resolution)) ?? [];
}

/** @throws TypeError if the argument lacks what every resolution has */
function checkResolution(resolution: unknown): void {
  const isResolution = hasMembers(resolution, 'scheme', 'canonical', 'components', 'details', 'request');
  requireThat(isResolution, 'resolution', 'what explain returns');
}

/** A resolution with complete details and request. */
export function wholeOf(resolution: Resolution): Resolution {
  if (resolution.omitted === undefined) return resolution;
  const { canonical, input, diagnostics } = resolution;
  return Object.assign(explain(canonical, { complete: true }), { input, diagnostics });
}
