/** `/v1/check`: whether a link is alive. GET takes one link; an array and lines take many. */
import { connect } from 'cloudflare:sockets';
import { explain, type Options } from '../../src/index.ts';
import { Deadline, timedOut } from '../../src/net/deadline.ts';
import { openSocket } from '../../src/net/socket.ts';
import { Turns } from '../../src/net/turns.ts';
import { askArchives, type CheckOne, type ConfirmedCopy, type CopySearch } from '../../src/open/archive-copies.ts';
import { type CheckRun, checkLink, type LinkCheck, NOTHING_FOUND, serverOf } from '../../src/open/check-link.ts';
import { IdleSessions } from '../../src/open/idle-sessions.ts';
import { type InTurn, NextDoor, type SuccessorSuggestion } from '../../src/open/next-door.ts';
import { RobotsRules } from '../../src/open/robots-rules.ts';
import { type DatedCopy, datedArchivesOf } from '../../src/templates/templates.ts';
import type { ProsperoTransport } from '../gateway/contract/contract.ts';
import { egressOf, rootOf } from '../http/address.ts';
import { answerBatch, answerEach, LINES_TYPE } from '../http/batch.ts';
import { bodyMediaType } from '../http/body.ts';
import { onlyFields } from '../http/fields.ts';
import { checkBase, loggedScheme, readParameters, readUrlParameter } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answerJson, JSON_TYPE } from '../http/response.ts';
import { type BodyProblem, readValue } from '../http/schema.ts';
import { isOnPlatform, noConnections, platformOf } from '../net/platform.ts';
import { admitClient, admitTarget, clientAddress } from '../net/rate.ts';
import { Subrequests } from '../settings/subrequests.ts';
import { version } from '../version.ts';
import { Check, CheckMany, ResolveItem } from './schemas.ts';

/** The platform allows a request six connections, and a lookup of a name needs some of them. */
const TURNS = { concurrency: 3, pause: 250 };
/** Links of a batch whose answers are sent together. A client sees how a long batch goes on. */
const GROUP_ITEMS = 6;
/** The subrequests of a connection: two DNS queries, and the connection itself. */
const SUBREQUESTS_EACH = 3;
/** The connections of a check with a suggestion: robots.txt, the file, its octets here and there, what cannot exist. */
const CONNECTIONS_TO_SUGGEST = 8;
/** Subrequests for the rate limits, and some to spare. */
const RESERVED_SUBREQUESTS = 10;

/** The check of one link. */
interface CheckAnswer extends LinkCheck {
  /** As it was supplied. */
  readonly input: string;
  readonly canonical: string;
  /** Where copies may be, if the link does not lead to it. */
  readonly archives: readonly DatedCopy[];
  /** What the Web of the same host has. Absent = nobody asked for it. */
  readonly suggestion?: SuccessorSuggestion;
  /** The copy of an archive. Absent = nobody asked for it. */
  readonly copy?: ConfirmedCopy | null;
}

/** Who is asked about a link, and what else. */
interface Asked {
  readonly suggest: boolean;
  readonly ask: 'server' | 'archives';
}

/** @param prosperoTransport - asks Prospero servers, whose protocol has no connections */
export const check = (prosperoTransport: ProsperoTransport): Route => ({
  async GET(context) {
    const { url, fields, suggest = false, ask = 'server', ...options } = readParameters(context.query, Check);
    const check = checkerFor(context, prosperoTransport, { suggest, ask });
    return answerJson(onlyFields(await check(url, options), fields));
  },

  async POST(context) {
    const { fields, suggest = false, ask = 'server', ...options } = readParameters(context.query, CheckMany);
    checkBase(options);
    const type = bodyMediaType(context.request, [JSON_TYPE, LINES_TYPE]);
    const check = checkerFor(context, prosperoTransport, { suggest, ask });
    const turns = new Turns(TURNS);
    const sessions = new IdleSessions(TURNS.concurrency);
    const answerItem = async (
      value: unknown,
      { problem = 'invalid-item', shared = null }: { problem?: BodyProblem; shared?: IdleSessions | null },
    ) => {
      const { url, ...own } = typeof value === 'string' ? { url: value } : readValue(ResolveItem, value, problem);
      const settings = { ...options, ...own };
      const link = readUrlParameter(explain, 'url', url, { ...settings, complete: true });
      // The archives of all links are the same few servers.
      const server = ask === 'archives' ? ask : serverOf(link);
      return onlyFields(await turns.take(server, () => check(url, settings, shared)), fields);
    };
    const answerGroup = answerEach(context, (value) => answerItem(value, { shared: sessions }));
    const answerSingle = (value: unknown) => answerItem(value, { problem: 'invalid-body' });
    const response = await answerBatch(context, type, answerGroup, answerSingle, GROUP_ITEMS);
    // The answers of a batch are still being written.
    context.streaming.push(Promise.allSettled(context.streaming).then(() => sessions.close()));
    return response;
  },
});

/** What is known of a link whose archives alone were asked. */
function archivesAnswer({ copy, unknown }: CopySearch): LinkCheck & Pick<Required<CheckAnswer>, 'copy'> {
  const none = unknown === null ? 'No archive says that it has a copy.' : `${unknown.name}: ${unknown.detail}`;
  return {
    ...NOTHING_FOUND,
    status: 'not-checked',
    detail: copy === null ? none : `${copy.name} has a copy.`,
    reason: unknown === null ? 'archives-only' : (unknown.reason ?? unknown.status),
    redirects: [],
    checkedAt: new Date().toISOString(),
    copy,
  };
}

/** Makes the function that checks. Each check counts as a request to a gateway; one with a suggestion as two. */
function checkerFor(requestContext: RequestContext, prosperoTransport: ProsperoTransport, { suggest, ask }: Asked) {
  const { environment, request, notes } = requestContext;
  const { CLIENT_RATE, TARGET_RATE, deadlines, contact, subrequests } = environment;
  const policy = egressOf(requestContext);
  const robots = new RobotsRules();
  const userAgent = `Waypost/${version} (link check; ${contact?.text ?? rootOf(requestContext)})`;
  const platform = platformOf({ onPlatform: isOnPlatform(request), subrequests: new Subrequests(subrequests) });
  let connections = Math.max(1, Math.floor((subrequests.limit - RESERVED_SUBREQUESTS) / SUBREQUESTS_EACH));

  const inTime =
    (sessions: IdleSessions | null): InTurn =>
    async (_link, work) => {
      const lifetime = new Deadline(deadlines.total, timedOut('total'), request.signal);
      const dial: CheckRun['dial'] = (target, own) => {
        if (connections === 0) throw noConnections();
        connections -= 1;
        const admit = (host: string) => admitTarget(TARGET_RATE, host);
        const dialer = { connect, policy, lifetime, admit, platform };
        return openSocket(target, { ...dialer, deadlines: { ...deadlines, ...own } });
      };
      const askProspero = prosperoTransport(environment, lifetime.signal);
      const batch = sessions === null ? {} : { batch: { sessions, lifetime } };
      try {
        return await work({
          settings: environment,
          signal: request.signal,
          robots,
          userAgent,
          askProspero,
          dial,
          ...batch,
        });
      } finally {
        lifetime.end();
      }
    };
  const nextDoor = new NextDoor(inTime(null));
  const needed = suggest ? Math.min(CONNECTIONS_TO_SUGGEST, connections) : 0;

  return async (url: string, options: Options, sessions: IdleSessions | null = null): Promise<CheckAnswer> => {
    const client = clientAddress(request);
    await admitClient(CLIENT_RATE, client);
    if (suggest) await admitClient(CLIENT_RATE, client);
    const link = readUrlParameter(explain, 'url', url, { ...options, complete: true });
    notes.scheme = loggedScheme(link.scheme);
    // Half of an answer would be taken for all of it.
    if (connections < needed) connections = 0;
    const checkOne: CheckOne = (link, onHead) => inTime(sessions)(link, (run) => checkLink(link, { ...run, onHead }));
    if (ask === 'archives') {
      const archives = datedArchivesOf(link, environment);
      return {
        input: url,
        canonical: link.canonical,
        ...archivesAnswer(await askArchives(link, archives, checkOne)),
        archives,
      };
    }
    const checked = await checkOne(link);
    const archives = checked.status === 'alive' ? [] : datedArchivesOf(link, environment);
    const answer = { input: url, canonical: link.canonical, ...checked, archives };
    return suggest ? { ...answer, suggestion: await nextDoor.suggest(link, checked.status) } : answer;
  };
}
