/**
 * The two ways of reading a URL. A dialect is a set of named options, so that a scheme room asks for the
 * option it means and never for a dialect by name.
 */

/** `current` is RFC 3986 with the scheme's newest specification; `url-1994` is draft-ietf-uri-url-03. */
export type DialectName = 'current' | 'url-1994';

export interface Dialect {
  readonly name: DialectName;
  /** Characters up to U+00FF are escaped as ISO Latin-1 octets where the whole URL fits. */
  readonly latin1: boolean;
  /** `gopher://h/7find?gold`: where there is no `%09`, `?` begins the search and `+` in it is a space. */
  readonly gopherSearch: boolean;
  /** `ftp://h/a!I`: the transfer type stands behind an exclamation mark. */
  readonly ftpTypeSuffix: boolean;
}

/** Every dialect by its name; the output is always the current form. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  //                          Latin-1         ?search            !I
  current: /* */ { name: 'current', latin1: false, gopherSearch: false, ftpTypeSuffix: false },
  'url-1994': { name: 'url-1994', latin1: true, gopherSearch: true, ftpTypeSuffix: true },
};
