/**
 * What a server says of itself in `caps.txt` and of robots in `robots.txt`: asked when it matters, and remembered
 * for as long as it holds by this isolate.
 */
import { type Capabilities, parseCaps } from '../../../src/schemes/gopher/caps.ts';
import { plainText } from '../../../src/schemes/gopher/period.ts';
import { allowsRobots, parseRobots, type Robots } from '../../../src/schemes/gopher/robots.ts';
import { decodeText } from '../../../src/uri/octets.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import { ask, collect, type GopherContext } from './reply.ts';

/** Facts by server, the oldest forgotten first. */
class Memory<Fact> {
  readonly #facts = new Map<string, { readonly fact: Fact; readonly until: number }>();
  readonly #most = 500;

  recall(server: string): Fact | undefined {
    const known = this.#facts.get(server);
    if (known !== undefined && known.until > Date.now()) return known.fact;
    this.#facts.delete(server);
    return undefined;
  }

  keep(server: string, fact: Fact, seconds: number): void {
    this.#facts.delete(server);
    this.#facts.set(server, { fact, until: Date.now() + seconds * 1000 });
    const [oldest] = this.#facts.keys();
    if (this.#facts.size > this.#most && oldest !== undefined) this.#facts.delete(oldest);
  }
}

const capabilities = new Memory<Capabilities | null>();
const robots = new Memory<Robots>();

/** RFC 9309 §2.4 allows a day; an hour spares a server nearly as much. */
const ROBOTS_SECONDS = 3600;
/** For how long a server counts as one without capabilities. */
const NO_CAPS_SECONDS = 600;

function serverOf({ resolution: { scheme, components } }: GopherContext): string {
  return `${scheme}://${components.host}:${components.port}`;
}

/** What the server says of itself; `null` where it says nothing, or cannot be asked. */
export async function capabilitiesOf(context: GopherContext): Promise<Capabilities | null> {
  const known = capabilities.recall(serverOf(context));
  if (known !== undefined) return known;
  const file = await siteFile(context, 'caps.txt');
  return noteCapabilities(context, file === null ? null : parseCaps(file));
}

/** Remembers what a server says of itself, whoever asked for it. */
export function noteCapabilities(context: GopherContext, found: Capabilities | null): Capabilities | null {
  capabilities.keep(serverOf(context), found, found?.expiresAfter ?? NO_CAPS_SECONDS);
  return found;
}

/** What is remembered, without asking. */
export function knownCapabilities(context: GopherContext): Capabilities | null {
  return capabilities.recall(serverOf(context)) ?? null;
}

/**
 * Turns a robot away where the server does not want it: as any robot, as itself, or as one that comes through a
 * gateway.
 *
 * @throws GatewayError `forbidden`
 */
export async function obeyRobots(context: GopherContext, selector: string): Promise<void> {
  const { robot } = context;
  if (robot === null) return;
  const server = serverOf(context);
  let rules = robots.recall(server);
  if (rules === undefined) {
    rules = parseRobots((await siteFile(context, 'robots.txt')) ?? new Uint8Array(0));
    robots.keep(server, rules, ROBOTS_SECONDS);
  }
  if (allowsRobots(rules, ['*', 'webproxy', robot.toLowerCase()], decodeText(selector))) return;
  throw new GatewayError('forbidden', 'The robots.txt of this server asks robots to stay away from this.');
}

/** Asks for a file that servers have about themselves; `null` where there is none, or no answer. */
async function siteFile(context: GopherContext, selector: string): Promise<Uint8Array | null> {
  try {
    const reply = await ask(context, { type: '0', selector, search: null, plus: null });
    const { octets } = await collect(reply, limits.siteFile);
    reply.connection.close();
    return plainText(octets);
  } catch (error) {
    if (error instanceof GatewayError && error.code !== 'client-closed') return null;
    throw error;
  }
}
