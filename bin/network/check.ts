/**
 * `waypost check`: asks the servers of many links whether the links are alive. One line of JSON for each link, in
 * order.
 */
import { explain, type Options, type Resolution, UrlError } from '../../src/index.ts';
import type { CheckContext, CheckSettings, LinkCheck } from '../../worker/gateway/contract/check.ts';
import { RobotsRules } from '../../worker/gateway/contract/robots-rules.ts';
import { checkLink, serverOf, Turns } from '../../worker/gateway/open/check-link.ts';
import { Deadline, timedOut } from '../../worker/net/deadline.ts';
import { openSocket } from '../../worker/net/socket.ts';
import type { InputLine } from '../lines.ts';
import { write } from '../output.ts';
import type { NetworkCommands } from './contract.ts';
import { inOrder } from './in-order.ts';
import { dialerOf, type Network } from './network.ts';
import { udpTransport } from './prospero.ts';
import { settingsOf } from './settings.ts';

/** The lines that are read ahead, so that servers do not wait for each other. */
const LINES_AHEAD = 1000;

export const check: NetworkCommands['check'] = async (request, streams, version) => {
  const turns = new Turns(request);
  const network = { publicOnly: request.publicOnly, listen: null };
  const checkOne = checkerFor(settingsOf(request, streams), network, version);
  const answerTo = (line: InputLine) => answer(line, request.options, turns, checkOne);
  let alive = true;
  for await (const { text, isAlive } of inOrder(request.links, answerTo, LINES_AHEAD)) {
    alive &&= isAlive;
    await write(streams.stdout, `${text}\n`);
  }
  return alive;
};

/** The line for a link. */
interface Answer {
  readonly text: string;
  readonly isAlive: boolean;
}

const NOT_UTF8 = {
  code: 'line-not-utf-8',
  message: 'The line is not UTF-8. Name its encoding: --encoding latin1 or utf-16.',
} as const;

type CheckOne = (link: Resolution) => Promise<LinkCheck>;

async function answer(
  { text: line, utf8 }: InputLine,
  options: Options,
  turns: Turns,
  checkOne: CheckOne,
): Promise<Answer> {
  if (!utf8) return refused(line, NOT_UTF8.code, NOT_UTF8.message);
  if (line.trim() === '') return { text: '', isAlive: true };
  const url = urlIn(line);
  if (url === null) return refused(line, 'invalid-item', 'A line of JSON must be a string, or an object with `url`.');
  let link: Resolution;
  try {
    link = explain(url, { ...options, complete: true });
  } catch (error) {
    if (error instanceof UrlError) return refused(url, error.code, error.message);
    throw error;
  }
  try {
    const checked = await turns.take(serverOf(link), () => checkOne(link));
    const text = JSON.stringify({ url, canonical: link.canonical, ...checked });
    return { text, isAlive: checked.status === 'alive' };
  } catch {
    // A bug that one server brings out must not end the run for all others.
    return refused(url, 'internal-error', 'Waypost failed to check this link. Please report it.');
  }
}

function refused(url: string, code: string, message: string): Answer {
  return { text: JSON.stringify({ url, error: { code, message } }), isAlive: false };
}

/**
 * The URL in a line, which may be JSON: no URL begins with a brace or a quotation mark. `null` = JSON without a URL.
 */
function urlIn(line: string): string | null {
  if (!/^\s*["{]/.test(line)) return line;
  try {
    const value: unknown = JSON.parse(line);
    const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : value;
    return typeof url === 'string' ? url : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Makes the function that checks one link, within the deadline of a whole answer. */
function checkerFor(environment: CheckSettings, network: Network, version: string): CheckOne {
  const { deadlines } = environment;
  const robots = new RobotsRules();
  const userAgent = `Waypost/${version} (link check)`;
  return async (link) => {
    // Its own for each link: a signal keeps what was derived from it.
    const request = { signal: new AbortController().signal };
    const lifetime = new Deadline(deadlines.total, timedOut('total'), null);
    const dial: CheckContext['dial'] = (target, own) =>
      openSocket(target, dialerOf(network, { deadlines: { ...deadlines, ...own }, lifetime }));
    const askProspero = udpTransport(network, lifetime.signal);
    try {
      return await checkLink(link, { environment, request, robots, userAgent, askProspero, dial });
    } finally {
      lifetime.end();
    }
  };
}
