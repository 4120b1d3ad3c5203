/**
 * The two dialects in which a URL can be read. What a dialect changes in one scheme only is in that scheme's module.
 */

/** `current` is RFC 3986 with the scheme's newest specification; `url-1994` is draft-ietf-uri-url-03. */
export type DialectName = 'current' | 'url-1994';

export interface Dialect {
  readonly name: DialectName;
  /** Whether characters up to U+00FF are escaped as ISO Latin-1 octets, if the whole URL is Latin-1. */
  readonly latin1: boolean;
}

/** Every dialect by its name; the output is always the current form. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  current: { name: 'current', latin1: false },
  'url-1994': { name: 'url-1994', latin1: true },
};
