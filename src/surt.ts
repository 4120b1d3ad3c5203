/**
 * Keys of indexes of web archives (SURT, "Sort-friendly URI Reordering Transform"): the host is reversed, so that the
 * order of octets keeps the pages of a site, and the sites of a domain, together. Entry `waypost/surt` of the package.
 *
 * ```
 *   http://www.Example.org:80/A/?b=2&a=1#top  ──▶  org,example)/a?a=1&b=2
 *   gopher://h.example/1/A                    ──▶  example,h)/1/a
 *   mailto:me@h.example                       ──▶  mailto:me@h.example
 * ```
 * An index is of use only with the keys that its reader asks for, so each key here is one that a program makes. What a
 * program does is found out from its answers (`npm run judge`), and not from its description.
 */
import { ia } from './surt/ia.ts';
import { type KeyMaker, keyOf, SURT_RULES, type SurtRuleName } from './surt/key-parts.ts';
import { KeyFault } from './surt/reading.ts';
import { warcioKeyOf } from './surt/warcio-js.ts';
import { webarchiveCommons } from './surt/webarchive-commons.ts';
import { type AllowedMembers, checkMembers, FLAG, requireThat } from './uri/arguments.ts';
import { UrlError } from './uri/error.ts';
import { generic } from './uri/generic-diagnostics.ts';
import { textOf } from './uri/prepare.ts';
import type { UrlInput } from './uri/url-object.ts';

export { SURT_RULES, type SurtRule, type SurtRuleName } from './surt/key-parts.ts';

export type SurtProfileName = 'ia' | 'webarchive-commons' | 'warcio.js';

/** A profile of {@link SURT_PROFILES}. */
export interface SurtProfile {
  readonly name: SurtProfileName;
  /** The program whose keys they are, and what else has these keys. */
  readonly about: string;
  /** The repository of the program, and the version whose answers were compared. */
  readonly source: string;
}

/** Whose keys there are. The first is the default. */
export const SURT_PROFILES: readonly SurtProfile[] = [
  {
    name: 'ia',
    about: 'The Python package surt with its default options: the Internet Archive’s indexes, pywb, cdxj-indexer.',
    source: 'internetarchive/surt 0.3.1',
  },
  {
    name: 'webarchive-commons',
    about: 'The Java class WaybackURLKeyMaker: Heritrix, OpenWayback and their indexers.',
    source: 'iipc/webarchive-commons 3.0.4',
  },
  {
    name: 'warcio.js',
    about: 'The function getSurt: Browsertrix, ArchiveWeb.page, wabac.js. It knows http and https alone.',
    source: 'webrecorder/warcio.js 2.4.11',
  },
];

/** How keys are made. */
export interface SurtOptions {
  /** Whose keys are made. The default is `ia`. */
  readonly profile?: SurtProfileName | undefined;
  /** The rules of {@link SURT_RULES} that do not apply: `['www']` keeps `www.` in the key. `warcio.js` has no rules. */
  readonly without?: readonly SurtRuleName[] | undefined;
  /** Whether keys of URLs with a host begin with the scheme: `http://(org,example)/`. `warcio.js` cannot do that. */
  readonly withScheme?: boolean | undefined;
}

const MAKERS: Readonly<Record<Exclude<SurtProfileName, 'warcio.js'>, KeyMaker>> = {
  ia,
  'webarchive-commons': webarchiveCommons,
};

const NONE: readonly SurtRuleName[] = [];

const RULE_NAMES: readonly SurtRuleName[] = SURT_RULES.map(({ name }) => name);
const PROFILE_NAMES: readonly SurtProfileName[] = SURT_PROFILES.map(({ name }) => name);

/** What each option may be. */
const SURT_OPTIONS: AllowedMembers = {
  profile: [`one of ${PROFILE_NAMES.join(', ')}`, ...PROFILE_NAMES],
  without: null,
  withScheme: FLAG,
};

/**
 * The key of a URL, as a program of web archives makes it. The URL is read as that program reads it, not as
 * `canonicalize` does, so URLs with one canonical form may have several keys: give the URL as the archive has it. Most
 * programs also make keys of what is not a URL.
 *
 * @param url - a URL of any scheme; at most 65,536 UTF-16 code units
 * @param options - whose keys are made, and the rules that do not apply
 * @throws {@link UrlError} if the program makes no key of it: `port-character`, `port-range`, `host-missing`,
 *   `scheme-missing` for blanks alone, and for every program `too-long` and `not-a-string`; `TypeError` if there is no
 *   such profile or rule
 * @example
 * ```ts
 * surtOf('http://www.archive.org/goo/?a=2&b&a=1'); // 'org,archive)/goo?a=1&a=2&b'
 * surtOf('http://www.archive.org/', { without: ['www'] }); // 'org,archive,www)/'
 * surtOf('http://archive.org/It%27s/', { profile: 'warcio.js' }); // 'org,archive)/it%27s/'
 * surtOf('gopher://h.example/1/A'); // 'example,h)/1/a'
 * surtOf('gopher://h.example/1/A', { withScheme: true }); // 'gopher://(example,h)/1/a'
 * ```
 */
export function surtOf(url: UrlInput, options: SurtOptions = {}): string {
  checkMembers(options, SURT_OPTIONS);
  const { profile = 'ia', without = NONE, withScheme = false } = options;
  const areRules = Array.isArray(without) && without.every((name) => RULE_NAMES.includes(name));
  requireThat(areRules, 'option without', `a list of some of ${RULE_NAMES.join(', ')}`);
  const input = textOf(url, (code, index, text) => new UrlError(generic[code as 'too-long'], index, text));
  if (profile === 'warcio.js') {
    if (without.length > 0 || withScheme)
      throw new TypeError('Keys of warcio.js have no options: leave out `without` and `withScheme`.');
    return warcioKeyOf(input);
  }
  try {
    return keyOf(input, MAKERS[profile], { without, withScheme });
  } catch (error) {
    if (!(error instanceof KeyFault)) throw error;
    throw new UrlError(generic[error.code], offsetBefore(input, error.rest), input);
  }
}

/** The offset that has `rest` characters after it; blanks at the end, tabs and line breaks do not count. */
function offsetBefore(input: string, rest: number): number {
  let index = input.trimEnd().length;
  for (let left = rest; left > 0 && index > 0; index--) if (!/[\t\n\r]/.test(input.charAt(index - 1))) left--;
  return index;
}
