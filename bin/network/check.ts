/** Asks the servers of links whether the links are alive, and archives for copies. */
import { explain, type Resolution, UrlError } from '../../src/index.ts';
import { Deadline, timedOut } from '../../src/net/deadline.ts';
import { openSocket } from '../../src/net/socket.ts';
import { Turns } from '../../src/net/turns.ts';
import { type CheckRun, checkLink, serverOf } from '../../src/open/check-link.ts';
import type { OpenSettings } from '../../src/open/contract.ts';
import { RobotsRules } from '../../src/open/robots-rules.ts';
import { archivesIn, type CheckOne, copyIn } from './archives.ts';
import type { CheckedLink, NetworkCommands } from './contract.ts';
import { udpTransport } from './datagrams.ts';
import { dialerOf, type FetchNetwork } from './network.ts';
import { settingsOf } from './settings.ts';

export const linkChecker: NetworkCommands['linkChecker'] = (request, streams, version) => {
  const turns = new Turns(request);
  const archives = archivesIn(request.archives);
  const network = { publicOnly: request.publicOnly, listen: null };
  const checkOne = checkerFor(settingsOf(request, streams), network, version);
  const inTurn: CheckOne = (link, onHead) => turns.take(serverOf(link), () => checkOne(link, onHead));
  return {
    check: (url) => answer(url, () => explain(url, { ...request.options, complete: true }), inTurn),
    copyOf: (url) => copyIn(explain(url, { complete: true }), archives, inTurn),
  };
};

async function answer(input: string, read: () => Resolution, checkOne: CheckOne): Promise<CheckedLink> {
  let link: Resolution;
  try {
    link = read();
  } catch (error) {
    if (error instanceof UrlError) return { input, error: { code: error.code, message: error.message } };
    throw error;
  }
  try {
    return { input, canonical: link.canonical, ...(await checkOne(link)) };
  } catch {
    // A bug that one server brings out must not end the run for all others.
    const message = 'Waypost failed to check this link. Please report it.';
    return { input, error: { code: 'internal-error', message } };
  }
}

/** Makes the function that checks one link, within the deadline of a whole answer. */
function checkerFor(settings: OpenSettings, network: FetchNetwork, version: string): CheckOne {
  const { deadlines } = settings;
  const robots = new RobotsRules();
  const userAgent = `Waypost/${version} (link check)`;
  return async (link, onHead) => {
    // Its own for each link: a signal keeps what was derived from it.
    const { signal } = new AbortController();
    const lifetime = new Deadline(deadlines.total, timedOut('total'), null);
    const dial: CheckRun['dial'] = (target, own) =>
      openSocket(target, dialerOf(network, { deadlines: { ...deadlines, ...own }, lifetime }));
    const askProspero = udpTransport(network, lifetime.signal);
    const run = { settings, signal, robots, userAgent, askProspero, dial };
    try {
      return await checkLink(link, onHead === undefined ? run : { ...run, onHead });
    } finally {
      lifetime.end();
    }
  };
}
