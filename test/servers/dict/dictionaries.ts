/** The dictionaries of the museum. */

export interface Dictionary {
  readonly name: string;
  readonly title: string;
  /** Texts by their words. A line may begin with a period. */
  readonly entries: Readonly<Record<string, string>>;
}

export const dictionaries: readonly Dictionary[] = [
  {
    name: 'museum',
    title: 'Words of the Museum (2026)',
    entries: {
      gopher:
        'gopher\n\n   1. A rodent that burrows.\n   2. A protocol for menus (RFC 1436), from Minnesota.\n   See {menu}, {phone book}.',
      menu: 'menu\n\n   What a gopher server sends: a list of items, one on each line.\n...and a period ends it.\n.',
      'phone book': 'phone book\n\n   A list of people that a CSO server keeps (RFC 2378).',
      Grüße: 'Grüße\n\n   Greetings, in German.',
      'say "friend"': 'say "friend"\n\n   The oldest password of the museum.',
      'back\\slash': 'back\\slash\n\n   A slash that leans the wrong way.',
    },
  },
  {
    name: 'elements',
    title: 'A Few of the Elements',
    entries: {
      gold: 'gold\n\n   Symbol: Au\n   Atomic number: 79',
      neon: 'neon\n\n   Symbol: Ne\n   Atomic number: 10',
      gopher: 'gopher\n\n   No element has this name.',
    },
  },
];

/** How words match, each with a description. */
export const strategies = {
  exact: { title: 'Match words exactly', matches: (word: string, query: string) => word === query },
  prefix: { title: 'Match the beginning of words', matches: (word: string, query: string) => word.startsWith(query) },
  substring: { title: 'Match a part of words', matches: (word: string, query: string) => word.includes(query) },
} as const satisfies Record<
  string,
  { readonly title: string; readonly matches: (word: string, query: string) => boolean }
>;

/** The strategy of `.` (RFC 2229 §3.3). */
export const DEFAULT_STRATEGY = 'prefix';
