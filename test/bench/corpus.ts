/**
 * A corpus of links as an archive of the 1990s holds them, made from a seed: 30 % http, 22 % gopher, 15 % ftp, 8 %
 * news, and 5 % each of nntp, interactive sessions, wais, file and mailto. Somewhat less than half are not in
 * their canonical form: case, default ports, needless escapes, lower-case hexadecimal digits, dot segments.
 */

/** Numbers from 0 up to, but not including, 1, the same for the same seed (mulberry32). */
type Random = () => number;

function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const HOSTS: readonly string[] = [
  ...[
    'library.example',
    'cs.college.example',
    'menu.harbour.example',
    'pub.observatory.example',
    'mirror.north.example',
  ],
  ...[
    'weather.coast.example',
    'ftp.physics.example',
    'archive.museum.example',
    'news.village.example',
    'host.example.org',
  ],
  ...['home.mountain.example', 'info.institute.example', 'bbs.island.example', 'www.valley.example.net', 'a.example'],
  ...['198.51.100.7', '[2001:db8:1::53]'],
];
const WORDS: readonly string[] = [
  ...['docs', 'software', 'images', 'maps', 'recipes', 'letters', 'minutes', 'readme.txt', 'catalogue', 'issue-12'],
  ...['src', 'tools', 'games', 'music.mid', 'poems', 'atlas', 'faq.html', 'contents', 'old', 'v2.0', 'kernel.tar.gz'],
  ...['people', 'staff', 'astronomy', 'tides', 'timetable', 'photo%20album', 'caf%C3%A9', 'c%2B%2B', 'q%26a', '~ada'],
];
const GROUPS: readonly string[] = [
  ...[
    'comp.sys.amiga',
    'comp.lang.ada',
    'sci.astro',
    'rec.sailing',
    'alt.folklore',
    'news.answers',
    'comp.sys.amiga.games',
  ],
];
const USERS: readonly string[] = ['guest', 'visitor', 'ada', 'grace'];

/** Shares of each kind, in per cent. */
const MIX: readonly (readonly [kind: string, share: number])[] = [
  ['http', 30],
  ['gopher', 22],
  ['ftp', 15],
  ['news', 8],
  ['nntp', 5],
  ['session', 5],
  ['wais', 5],
  ['file', 5],
  ['mailto', 5],
];

/** One kind for each per cent. */
const KIND_BY_CENT: readonly string[] = MIX.flatMap(([kind, share]) => Array.from({ length: share }, () => kind));

class Writer {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  choose<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('nothing to choose from');
    return value;
  }

  scheme(name: string): string {
    if (!this.chance(0.13)) return name;
    return this.chance(0.5) ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1);
  }

  host(): string {
    const host = this.choose(HOSTS);
    return this.chance(0.16) ? host.toUpperCase() : host;
  }

  authority(defaultPort: number): string {
    const port = this.chance(0.14)
      ? `:${defaultPort}`
      : this.chance(0.07)
        ? `:${this.choose([8080, 7070, 2121, 8001])}`
        : '';
    return this.host() + port;
  }

  /** One word, some of its letters or digits disguised. */
  word(): string {
    const word = this.choose(WORDS);
    if (this.chance(0.06)) return word.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()).replace('~', '%7e');
    if (this.chance(0.03)) return `${word.slice(0, 1)}%${word.charCodeAt(1).toString(16)}${word.slice(2)}`;
    return this.chance(0.02) ? `${word}%e9` : word;
  }

  path(depth: number, hierarchical: boolean): string {
    const segments = Array.from({ length: 1 + this.below(depth) }, () => this.word());
    if (hierarchical && this.chance(0.1))
      segments.splice(this.below(segments.length), 0, this.choose(['.', '..', '%2e']));
    return segments.join('/');
  }

  messageId(): string {
    return `${100_000_000 + this.below(900_000_000)}.AA${10_000 + this.below(90_000)}@${this.host()}`;
  }
}

const makers: Readonly<Record<string, (writer: Writer) => string>> = {
  http(writer) {
    const query = writer.chance(0.3) ? `?name=${writer.word()}&page=${writer.below(100)}` : '';
    const fragment = writer.chance(0.1) ? `#part${writer.below(9)}` : '';
    return `${writer.scheme('http')}://${writer.authority(80)}/${writer.path(3, true)}${query}${fragment}`;
  },
  gopher(writer) {
    const start = `${writer.scheme('gopher')}://${writer.authority(70)}`;
    if (writer.chance(0.1)) return writer.chance(0.5) ? start : `${start}/`;
    const type = writer.choose(['0', '1', '1', '11', '00', '9', 'h', 'I', '7']);
    const tail = writer.chance(0.18) ? writer.choose(['%09tides', '%09%09+', '%09%09!']) : '';
    return `${start}/${type}/${writer.path(3, false)}${tail}`;
  },
  ftp(writer) {
    const user = writer.chance(0.17) ? `${writer.choose(USERS)}${writer.chance(0.5) ? ':secret' : ''}@` : '';
    const type = writer.chance(0.2) ? `;type=${writer.choose(['a', 'i', 'd'])}` : '';
    return `${writer.scheme('ftp')}://${user}${writer.authority(21)}/${writer.path(4, true)}${type}`;
  },
  news(writer) {
    const what = writer.chance(0.55) ? writer.messageId() : writer.chance(0.1) ? '*' : writer.choose(GROUPS);
    return `${writer.scheme('news')}:${what}`;
  },
  nntp: (writer) =>
    `${writer.scheme('nntp')}://${writer.authority(119)}/${writer.choose(GROUPS)}/${1 + writer.below(99_999)}`,
  session(writer) {
    const [scheme, port] = writer.choose([
      ['telnet', 23],
      ['tn3270', 23],
      ['rlogin', 513],
    ] as const);
    const user = writer.chance(0.45) ? `${writer.choose(USERS)}@` : '';
    return `${writer.scheme(scheme)}://${user}${writer.authority(port)}${writer.chance(0.7) ? '/' : ''}`;
  },
  wais(writer) {
    const database = writer.choose(['directory-of-servers', 'ship-logs', 'tide-tables', 'cook-books']);
    const what = writer.chance(0.4)
      ? `?${writer.word()}`
      : writer.chance(0.3)
        ? `/TEXT/1=${writer.below(9999)};2=%2Fdocs%2F${writer.below(99)};`
        : '';
    return `${writer.scheme('wais')}://${writer.authority(210)}/${database}${what}`;
  },
  file: (writer) =>
    `${writer.scheme('file')}://${writer.choose(['', '', 'localhost', 'vax.example'])}/${writer.path(4, true)}`,
  mailto(writer) {
    const subject = writer.chance(0.2) ? `?subject=${writer.word()}` : '';
    return `${writer.scheme('mailto')}:${writer.choose(USERS)}.${writer.choose(USERS)}@${writer.choose(HOSTS.slice(0, 15))}${subject}`;
  },
};

/** A URL and its kind. */
export interface Link {
  readonly kind: string;
  readonly url: string;
}

/**
 * Makes a corpus.
 *
 * @param size - how many links
 * @param seed - the same seed gives the same links
 */
export function makeCorpus(size = 10_000, seed = 1994): readonly Link[] {
  const writer = new Writer(seeded(seed));
  return Array.from({ length: size }, () => {
    const kind = writer.choose(KIND_BY_CENT);
    return { kind, url: flat(makers[kind]?.(writer) ?? '') };
  });
}

/** A reference and its base. */
export interface Citation {
  readonly reference: string;
  readonly base: string;
}

/** References as pages have them, with bases that every candidate accepts. */
export function makeCitations(size = 10_000, seed = 1808): readonly Citation[] {
  const writer = new Writer(seeded(seed));
  const bases = makeCorpus(2000, seed).filter(({ kind }) => kind === 'http' || kind === 'ftp' || kind === 'file');
  const forms: readonly (() => string)[] = [
    () => writer.word(),
    () => `../${writer.path(2, false)}`,
    () => `./${writer.path(2, true)}`,
    () => `/${writer.path(3, true)}`,
    () => `../../${writer.word()}`,
    () => `?page=${writer.below(99)}`,
    () => `#part${writer.below(9)}`,
    () => `//${writer.host()}/${writer.word()}`,
    () => makers.http?.(writer) ?? '',
    () => makers.gopher?.(writer) ?? '',
  ];
  return Array.from({ length: size }, () => ({
    reference: flat(writer.choose(forms)()),
    base: writer.choose(bases).url,
  }));
}

/** Flattens a string in memory: engines read concatenated strings more slowly. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
