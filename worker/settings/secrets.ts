/**
 * Secrets: the tokens of owners, who may create links, the token for `/metrics`, and the keys that senders of webhooks
 * sign with. Each parser throws a TypeError, which never has the text of a secret.
 */

import { entriesIn } from '../../src/egress/entries.ts';
import { instantOf, OWNER } from '../../src/links/record.ts';
import { secretOctets } from '../../src/webhooks/signature.ts';

/** The owner of a token. */
export interface Owner {
  readonly name: string;
  /** Whether the owner may export and import everything, and block links. */
  readonly admin: boolean;
  /** What the token may do, and nothing else; absent = everything that its owner may. */
  readonly only?: Right;
  /** When the token ends, in milliseconds since 1970; absent = never. */
  readonly until?: number;
}

/** Whether the token of an owner has ended. */
export function hasEnded({ until = Number.POSITIVE_INFINITY }: Owner): boolean {
  return until <= Date.now();
}

/** `create`: new links. `read`: lists, single links and exports. */
const RIGHTS = ['create', 'read'] as const;
export type Right = (typeof RIGHTS)[number];

interface Token {
  readonly owner: Owner;
  readonly text: string;
}

/** In characters. Shorter tokens could be guessed. */
const SHORTEST_TOKEN = 16;

/** What a token must be, for messages. */
export const A_TOKEN = `a token of ${SHORTEST_TOKEN} or more letters, digits, \`.\`, \`_\`, \`~\`, \`+\`, \`/\` or \`-\``;

/**
 * Reads `LINK_TOKENS`: `owner:token`, with `:admin`, `:create` or `:read` after it, and `:until=` and a time at the
 * end. An owner may have several.
 */
export function parseTokens(text: string): readonly Token[] {
  const entries = entriesIn(text);
  return entries.map((entry, index) => {
    const refuse = (requirement: string) => new TypeError(`LINK_TOKENS: entry ${index + 1} must ${requirement}`);
    const [, rights = '', end] = /^(.*?)(?::until=(.*))?$/.exec(entry) ?? [];
    const [name = '', token, role, ...more] = rights.split(':');
    if (token === undefined) throw refuse('be `owner:token`, and it has no `:`; blanks and commas end an entry');
    if (!OWNER.test(name)) throw refuse('begin with a name of up to 64 letters, digits, `.`, `_` or `-` before `:`');
    if (!isToken(token)) throw refuse(`have ${A_TOKEN} after the name and \`:\``);
    const only = RIGHTS.find((right) => right === role);
    const admin = role === 'admin';
    const hasRole = role === undefined || admin || only !== undefined;
    if (!hasRole || more.length > 0) throw refuse('end after the token, or with `:admin`, `:create` or `:read`');
    const until = end === undefined ? undefined : instantOf(end);
    if (until === null)
      throw refuse('have a time such as `2027-01-31T12:00:00Z` after `:until=`, and nothing after it');
    const before = entries.findIndex((entry) => entry.split(':', 2)[1] === token);
    if (before < index) throw refuse(`have a token of its own, not that of entry ${before + 1}`);
    const limits = { ...(only !== undefined && { only }), ...(until !== undefined && { until }) };
    return { owner: { name, admin, ...limits }, text: token };
  });
}

/** Reads `METRICS_TOKEN`. Empty = no token. */
export function parseMetricsToken(text: string): readonly Token[] {
  if (text === '') return [];
  if (!isToken(text)) throw new TypeError(`METRICS_TOKEN is not ${A_TOKEN}`);
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

  /** Whether a token that has not ended belongs to an owner of this name. */
  knows(name: string): boolean {
    return this.#tokens.some(({ owner }) => owner.name === name && !hasEnded(owner));
  }

  get isEmpty(): boolean {
    return this.#tokens.length === 0;
  }

  /**
   * The owner of a token, which may have ended; `null` for an unknown one. Every token is compared, even after a match.
   */
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

/** Reads `WEBHOOK_SECRETS`: `whsec_` and base64. */
export function parseSecrets(text: string): readonly Uint8Array<ArrayBuffer>[] {
  return entriesIn(text).map((entry, index) => {
    const octets = secretOctets(entry);
    if (octets !== null) return octets;
    const isNamed = entry.startsWith('whsec_');
    const form = isNamed ? 'have the base64 of 24 to 64 octets after `whsec_`' : 'begin with `whsec_`';
    throw new TypeError(`WEBHOOK_SECRETS: entry ${index + 1} must ${form}`);
  });
}
