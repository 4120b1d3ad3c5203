/**
 * The tokens of the secret `LINK_TOKENS`, each with the name of its owner. Everyone who has a token may create links.
 */
/** The names of owners: safe in a token, in a line of an export and in a log. */
export const OWNER = /^[A-Za-z0-9._-]{1,64}$/;

/** The owner of a token. */
export interface Owner {
  readonly name: string;
  /** Whether the owner may export and import everything, and block links. */
  readonly admin: boolean;
}

interface Token {
  readonly owner: Owner;
  readonly text: string;
}

/** In characters. Shorter tokens could be guessed. */
export const SHORTEST_TOKEN = 16;

/**
 * Reads `LINK_TOKENS`: `owner:token` or `owner:token:admin`, separated by commas or blanks. An owner may have several.
 *
 * @throws TypeError that names the number of the wrong entry, never its text
 * @example
 * ```ts
 * parseTokens('alice:0123456789abcdef bob:fedcba9876543210:admin').length; // 2
 * ```
 */
export function parseTokens(text: string): readonly Token[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  return entries.map((entry, index) => {
    const [name = '', token = '', role, ...more] = entry.split(':');
    const readable = OWNER.test(name) && isToken(token) && (role ?? 'admin') === 'admin' && more.length === 0;
    if (!readable) {
      throw new TypeError(`LINK_TOKENS: entry ${index + 1} is not owner:token or owner:token:admin`);
    }
    const before = entries.findIndex((entry) => entry.split(':', 2)[1] === token);
    if (before < index) throw new TypeError(`LINK_TOKENS: entry ${index + 1} has the token of entry ${before + 1}`);
    return { owner: { name, admin: role === 'admin' }, text: token };
  });
}

/**
 * Reads `METRICS_TOKEN`. Empty = no token.
 *
 * @throws TypeError for a text that cannot be a token, or is too short
 */
export function parseMetricsToken(text: string): readonly Token[] {
  if (text === '') return [];
  if (!isToken(text)) throw new TypeError('METRICS_TOKEN is not a token of 16 characters or more');
  return [{ owner: { name: 'metrics', admin: false }, text }];
}

function isToken(text: string): boolean {
  return text.length >= SHORTEST_TOKEN && /^[A-Za-z0-9._~+/-]+=*$/.test(text);
}

const encoder = new TextEncoder();

/** Tokens as hashes. All hashes have the same length, so every comparison takes the same time. */
export class Keyring {
  readonly #tokens: readonly Token[];
  #hashed: Promise<readonly { owner: Owner; hash: ArrayBuffer }[]> | null = null;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isEmpty(): boolean {
    return this.#tokens.length === 0;
  }

  /** The owner of a token; `null` for an unknown one. Every token is compared, even after a match. */
  async ownerOf(token: string): Promise<Owner | null> {
    this.#hashed ??= Promise.all(this.#tokens.map(async ({ owner, text }) => ({ owner, hash: await hashOf(text) })));
    const shown = await hashOf(token);
    let found: Owner | null = null;
    for (const { owner, hash } of await this.#hashed) if (crypto.subtle.timingSafeEqual(hash, shown)) found = owner;
    return found;
  }
}

function hashOf(text: string): Promise<ArrayBuffer> {
  return crypto.subtle.digest('SHA-256', encoder.encode(text));
}
