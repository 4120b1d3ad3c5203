/**
 * What the definition of its scheme says about a resolution: title, sentence, wire octets.
 */
import { type Resolution, schemes } from './every-scheme.ts';
import type { Scheme } from './schemes/scheme.ts';
import { quote } from './schemes/sentence-parts.ts';
import { unknown } from './schemes/unknown.ts';

/**
 * The definition of a scheme; for a scheme without one, that of unknown schemes. A resolution and the definition of its
 * scheme belong together, which a map of definitions cannot tell the type system: so what takes a resolution is a
 * method there, and methods accept the resolutions of every kind.
 *
 * @param scheme - in lower case
 */
export function definitionOf(scheme: string): Scheme {
  return schemes.get(scheme) ?? unknown;
}

/**
 * What a scheme names, in a few words.
 *
 * @param scheme - in lower case
 * @example
 * ```ts
 * schemeTitle('telnet'); // 'Telnet session'
 * ```
 */
export function schemeTitle(scheme: string): string {
  return schemes.get(scheme)?.title ?? `${scheme} link`;
}

/**
 * Says what a URL refers to, in one sentence. Values stand in quotation marks, since strangers chose them.
 *
 * @example
 * ```ts
 * sentenceOf(explain('news:*')); // 'Every newsgroup on the news server of the reader.'
 * ```
 */
export function sentenceOf(resolution: Resolution): string {
  const { scheme } = resolution;
  return definitionOf(scheme).sentence?.(resolution) ?? `A URL of the scheme ${quote(scheme)}.`;
}

/**
 * The octets that a client sends for a URL, in their order; one entry for each time that it waits for the server. Empty
 * where nothing is sent, or a person types.
 *
 * @example
 * ```ts
 * wireOctetsOf(explain('gopher://h.example/0a')); // [octetsOf('a\r\n')]
 * ```
 */
export function wireOctetsOf(resolution: Resolution): readonly Uint8Array[] {
  return definitionOf(resolution.scheme).wireOctets?.(resolution) ?? [];
}
