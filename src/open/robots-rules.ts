/** The robots.txt of servers (RFC 9309), which a check obeys like any robot. */
import { BoundedMap } from '../kept.ts';
import { allowsRobots, parseRobots, type Robots } from '../protocols/robots.ts';

/** The product tokens whose rules apply to checks. By convention `webproxy` means gateways from the Web to gopher. */
const AGENTS = ['*', 'waypost', 'webproxy'];
/** The servers whose rules are kept. A run may have any number of servers, and memory is limited. */
const MOST_SERVERS = 500;

export class RobotsRules {
  readonly #servers = new BoundedMap<string, Promise<Robots>>(MOST_SERVERS);

  /**
   * Whether a robot may ask for a path, which is decoded and has its query. The key of the server has its scheme.
   *
   * @param fetch - fetches the robots.txt; empty octets = the server has none
   * @throws the error of `fetch`: if the rules are not known, nothing may be asked
   */
  async allow(server: string, path: string, fetch: () => Promise<Uint8Array>): Promise<boolean> {
    let rules = this.#servers.get(server);
    if (rules === undefined) {
      rules = fetch().then(parseRobots);
      this.#servers.set(server, rules);
      // The next check asks again. The error itself goes to those who wait for the rules.
      rules.catch(() => this.#servers.delete(server));
    }
    return allowsRobots(await rules, AGENTS, path);
  }
}
