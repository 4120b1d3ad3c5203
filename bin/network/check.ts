/** Asks the servers of links whether the links are alive, and archives for copies. */
import { explain, type Resolution, UrlError } from '../../src/index.ts';
import { Deadline, timedOut } from '../../src/net/deadline.ts';
import { openSocket } from '../../src/net/socket.ts';
import { Turns } from '../../src/net/turns.ts';
import { askArchives, type CheckOne } from '../../src/open/archive-copies.ts';
import { type CheckRun, checkLink, serverOf } from '../../src/open/check-link.ts';
import type { OpenSettings } from '../../src/open/contract.ts';
import { IdleSessions } from '../../src/open/idle-sessions.ts';
import { type InTurn, NextDoor, nothingSuggested } from '../../src/open/next-door.ts';
import { RobotsRules } from '../../src/open/robots-rules.ts';
import { type Archives, archivesOf, parseArchives } from '../../src/templates/templates.ts';
import { UsageError } from '../usage/usage-error.ts';
import type { CheckedLink, NetworkCommands } from './contract.ts';
import { udpTransport } from './datagrams.ts';
import { dialerOf, type FetchNetwork } from './network.ts';
import { settingsOf } from './settings.ts';

/** Sessions that are kept for the links of servers that wait for their turn. */
const MOST_IDLE = 50;

export const linkChecker: NetworkCommands['linkChecker'] = (request, streams, version) => {
  const turns = new Turns(request);
  const archives = archivesIn(request.archives);
  const network = { publicOnly: request.publicOnly, listen: null };
  const sessions = new IdleSessions(request.concurrency + MOST_IDLE);
  const inRun = runsOf(settingsOf(request, streams), network, version, sessions);
  /** The links of each server that are not checked yet. */
  const waiting = new Map<string, number>();
  const inTurn: InTurn = async (link, work) => {
    const server = serverOf(link);
    waiting.set(server, (waiting.get(server) ?? 0) + 1);
    try {
      return await turns.take(server, () => inRun(work));
    } finally {
      const left = (waiting.get(server) ?? 1) - 1;
      waiting.set(server, left);
      if (left === 0) {
        waiting.delete(server);
        await sessions.close(server);
      }
    }
  };
  const checkOne: CheckOne = (link, onHead) => inTurn(link, (run) => checkLink(link, { ...run, onHead }));
  let nextDoor: NextDoor | null = null;
  return {
    check: (url) => answer(url, () => explain(url, { ...request.options, complete: true }), checkOne),
    async copyOf(url) {
      const link = explain(url, { complete: true });
      return (await askArchives(link, archivesOf(link, { archives: archives(link) }), checkOne)).copy;
    },
    suggestFor(url, status) {
      nextDoor ??= new NextDoor(inTurn);
      return nextDoor.suggest(explain(url, { complete: true }), status).catch(() => nothingSuggested(FAILED));
    },
  };
};

// A bug that one server brings out must not end the run for all others.
const FAILED = 'Waypost failed to look for it. Please report it.';

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

/** Makes the function that does work with one link, within the deadline of a whole answer. */
function runsOf(settings: OpenSettings, network: FetchNetwork, version: string, sessions: IdleSessions) {
  const { deadlines } = settings;
  const robots = new RobotsRules();
  const userAgent = `Waypost/${version} (link check)`;
  return async <Result>(work: (run: CheckRun) => Promise<Result>): Promise<Result> => {
    // Its own for each link: a signal keeps what was derived from it.
    const { signal } = new AbortController();
    const lifetime = new Deadline(deadlines.total, timedOut('total'), null);
    const dial: CheckRun['dial'] = (target, own) =>
      openSocket(target, dialerOf(network, { deadlines: { ...deadlines, ...own }, lifetime }));
    const askProspero = udpTransport(network, lifetime.signal);
    try {
      return await work({ settings, signal, robots, userAgent, askProspero, dial, batch: { sessions, lifetime } });
    } finally {
      lifetime.end();
    }
  };
}

/**
 * The archives for a link, by the setting or by one address for all links.
 *
 * @throws UsageError for a setting that cannot be read
 */
function archivesIn(setting: string | null): (link: Resolution) => Archives {
  if (setting === null) return () => new Map();
  const parse = (text: string): Archives => {
    try {
      return parseArchives(text);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      throw new UsageError(`--archives: "${setting}" cannot be read`);
    }
  };
  if (!/^https?:/.test(setting)) {
    const archives = parse(setting);
    return () => archives;
  }
  const archivesFor = (scheme: string): Archives =>
    parse(JSON.stringify({ [scheme]: setting, group: setting, 'message-id': setting }));
  // An address that cannot be read is an error before the first link.
  archivesFor('ftp');
  return ({ scheme }) => archivesFor(scheme);
}
