/**
 * What is asked of the explorer, and how it stands in a query or in a fragment: the same four parameters that
 * `/v1/resolve` takes.
 */
import type { DialectName, Options } from '../../../src/index.ts';

export interface Question {
  /** A URL, or a whole text that has some in it. */
  readonly text: string;
  /** Empty where there is none. */
  readonly base: string;
  readonly dialect: DialectName;
  readonly lax: boolean;
}

export const NOTHING_ASKED: Question = { text: '', base: '', dialect: 'current', lax: false };

/** The URL that the page explains before anyone has asked for another. */
export const FIRST_EXAMPLE = '<URL:GOPHER://Gopher.Floodgap.COM:70/7/v2/vs%09lost worlds>';

/** Whether a text is all that is asked: no base, and nothing unusual about how it is read. */
export function isPlain({ base, dialect, lax }: Question): boolean {
  return base === '' && dialect === 'current' && !lax;
}

/** How the library is to read it. */
export function optionsOf({ base, dialect, lax }: Question): Options {
  return { base: base === '' ? undefined : base, dialect, lax };
}

/**
 * The parameters that ask it again; what is as usual is left out.
 *
 * @example
 * ```ts
 * parametersOf({ ...NOTHING_ASKED, text: 'go:x' }); // 'url=go%3Ax'
 * ```
 */
export function parametersOf(question: Question): string {
  return fieldsOf(question)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&');
}

/** The same as names and values. */
export function fieldsOf({ text, base, dialect, lax }: Question): readonly (readonly [name: string, value: string])[] {
  const fields = [
    ['url', text],
    ['base', base],
    ['dialect', dialect === 'current' ? '' : dialect],
    ['lax', lax ? 'true' : ''],
  ] as const;
  return fields.filter(([, value]) => value !== '');
}

/** The question that parameters ask, such as those of a shared fragment; what makes no sense is left out. */
export function questionOf(parameters: string): Question {
  const given = new URLSearchParams(parameters);
  return {
    text: given.get('url') ?? '',
    base: given.get('base') ?? '',
    dialect: given.get('dialect') === 'url-1994' ? 'url-1994' : 'current',
    lax: given.get('lax') === 'true',
  };
}
