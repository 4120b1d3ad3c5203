/** Robots: which clients are some, and the robots.txt of servers (RFC 9309), which a check obeys like any robot. */
import { allowsRobots, parseRobots, type Robots } from '../../../src/protocols/robots.ts';

/** The product tokens whose rules apply to checks. By convention `webproxy` means gateways from the Web to gopher. */
const AGENTS = ['*', 'waypost', 'webproxy'];
/** The servers whose rules are kept. A run may have any number of servers, and memory is limited. */
const MOST_SERVERS = 500;

export class RobotsRules {
  readonly #servers = new Map<string, Promise<Robots>>();

  /**
   * Whether a robot may ask for a path, which is decoded and has its query. The key of the server has its scheme.
   *
   * @param fetch - fetches the robots.txt; empty octets = the server has none
   * @throws the error of `fetch`: if the rules are not known, nothing may be asked
   */
  async allow(server: string, path: string, fetch: () => Promise<Uint8Array>): Promise<boolean> {
    let rules = this.#servers.get(server);
    if (rules === undefined) {
      const [oldest] = this.#servers.keys();
      if (this.#servers.size === MOST_SERVERS && oldest !== undefined) this.#servers.delete(oldest);
      rules = fetch().then(parseRobots);
      this.#servers.set(server, rules);
      // The next check asks again. The error itself goes to those who wait for the rules.
      rules.catch(() => this.#servers.delete(server));
    }
    return allowsRobots(await rules, AGENTS, path);
  }
}

/**
 * Product tokens of crawlers, archivers and link previews, up to the slash or another end. Browsers have no such token,
 * except on telephones of the brand Cubot.
 */
const TOKENS = new RegExp(
  `\\b(?!cubot)(?:${[
    '[a-z0-9._-]*(?:bot|crawler|spider)',
    ...['slurp', 'mediapartners-google', 'ia_archiver', 'heritrix', 'facebookexternalhit', 'meta-externalagent'],
    ...['chatgpt-user', 'perplexity-user', 'claude-web', 'scrapy', 'nutch', 'wget'],
  ].join('|')})(?=[/;,)]| \\+|$)`,
  'i',
);

/** The product token of a robot, from `User-Agent`, or `null`: `robotOf('Googlebot/2.1;')` is `'Googlebot'`. */
export function robotOf(userAgent: string | null): string | null {
  return userAgent === null ? null : (TOKENS.exec(userAgent)?.[0] ?? null);
}
