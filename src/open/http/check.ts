/**
 * Checks http and https links: HEAD, or GET where a server refuses HEAD, after a look at the robots.txt. Redirects are
 * reported; each target is checked like a first one.
 */
import { explain, resolve } from '../../index.ts';
import { codeOf, type GatewayCode, GatewayError, isFailure } from '../../net/failure.ts';
import { readBody } from '../../protocols/http/body.ts';
import { decodeText } from '../../uri/decode.ts';
import { withoutUserInfo } from '../../uri/user-info.ts';
import { type CheckNetwork, EXCLUDED, type Link, type LinkFinding } from '../contract.ts';
import type { FoundStatus } from '../statuses.ts';
import { type Answered, askWeb, type Head, redirectTarget } from './request.ts';

/** RFC 9309 §2.5 asks robots to read at least 500 KiB. */
const LARGEST_ROBOTS = 512 * 1024;
/** RFC 9309 §2.3.1.2: at least five redirects of a robots.txt are followed. */
const MOST_ROBOTS_REDIRECTS = 5;

/** What statuses say; for others their class decides. */
const STATUSES: ReadonlyMap<number, FoundStatus> = new Map([
  [304, 'alive'],
  [401, 'restricted'],
  [402, 'restricted'],
  [403, 'restricted'],
  [404, 'gone'],
  [407, 'restricted'],
  [410, 'gone'],
  [451, 'restricted'],
]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Errors that a GET would not change. After the others it may, because many servers do not expect HEAD. */
const SETTLED: ReadonlySet<number> = new Set([401, 407, 410, 429]);
/** Errors of a robots.txt without rules that could be read. */
const UNREADABLE: ReadonlySet<GatewayCode> = new Set(['gateway-protocol', 'gateway-limit', 'gateway-unreachable']);

export async function check({ canonical, components }: Link<'http'>, network: CheckNetwork): Promise<LinkFinding> {
  const url = withoutUserInfo(canonical.split('#', 1).join(''));
  const root = resolve('/', url);
  const target = components.path + (components.query === null ? '' : `?${components.query}`);
  const allowed = await network.robots.allow(root, decodeText(target), () =>
    fetchRobots(network, resolve('/robots.txt', root)),
  );
  if (!allowed) return EXCLUDED;
  const head = await requestOnly(network, url, 'HEAD');
  const refused = head.status >= 400 && !SETTLED.has(head.status);
  const final = refused ? await requestOnly(network, url, 'GET') : head;
  network.onHead?.(url, final);
  return judge(final, url);
}

async function requestOnly(network: CheckNetwork, url: string, method: 'GET' | 'HEAD'): Promise<Head> {
  const { head, connection } = await askWeb(network, { url, method });
  connection.close();
  return head;
}

function judge(head: Head, url: string): LinkFinding {
  const { status, statusLine: reply } = head;
  const location = locationIn(head, url);
  if (location !== null) return { status: 'moved', reply, location };
  return { status: STATUSES.get(status) ?? (status < 300 ? 'alive' : 'unavailable'), reply };
}

/** The canonical target of a redirect; `null` if the answer is none, or names no URL. */
function locationIn({ status, headers }: Head, url: string): string | null {
  const location = headers.get('location');
  const target = location === undefined || !REDIRECTS.has(status) ? null : redirectTarget(location, url);
  return target === null ? null : withoutUserInfo(target);
}

/** RFC 9309 §2.3.1: a server without the file allows everything; one that fails allows nothing. */
async function fetchRobots(network: CheckNetwork, robots: string): Promise<Uint8Array> {
  let url = robots;
  for (let redirects = 0; redirects <= MOST_ROBOTS_REDIRECTS; redirects++) {
    const answer = await askWeb(network, { url, method: 'GET' });
    const location = locationIn(answer.head, url);
    if (location === null) return robotsIn(answer);
    answer.connection.close();
    url = location;
    if (explain(url).kind !== 'http') break;
  }
  return NOTHING;
}

const NOTHING = new Uint8Array();

async function robotsIn({ head, connection }: Answered): Promise<Uint8Array> {
  const { status, statusLine: reply } = head;
  try {
    if (status >= 500) {
      throw new GatewayError('gateway-busy', 'The server does not send its robots.txt now.', { reply });
    }
    if (status >= 300) return NOTHING;
    return await readBody(connection, head, LARGEST_ROBOTS);
  } catch (error) {
    if (isFailure(error) && UNREADABLE.has(codeOf(error))) return NOTHING;
    throw error;
  } finally {
    connection.close();
  }
}
