/**
 * The table of endings (`table.ts`): each link, and each way in which its server may end the conversation, on pages, in
 * JSON, in checks, in `waypost get`, with HEAD, and with a last good copy.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { explain } from '../../../../src/index.ts';
import { openers } from '../../../../src/open/registry.ts';
import { type Case, cases } from './cases.ts';
import { Double, type Ending, FaultyServer, type Peer } from './double.ts';
import { got, type Said, service, stubRuntime } from './side.ts';
import { ENDINGS, nameOf, VERDICTS, type Verdict } from './table.ts';

vi.mock('cloudflare:sockets', async () => {
  const { openSocket } = await import('../../../../bin/node-socket.ts');
  const connect = ({ hostname, port }: { hostname: string; port: number }) => openSocket({ host: hostname, port });
  return { connect };
});

/** Nothing has to come in time: every timeout is the expected one. */
const HASTY = 'connect=60s, first=6s, idle=6s, total=120s';
/** Datagrams have no first octet. */
const BRIEF = 'total=8s';
const PATIENT = 'connect=60s, first=60s, idle=60s, total=120s';

/** How many conversations go on at the same time. */
const CONCURRENCY = 24;

/** A link and the end of its conversation, with what is said of them. */
interface Cell {
  readonly row: string;
  readonly link: string;
  readonly said: Awaited<ReturnType<typeof observed>>;
}

let cells: readonly Cell[];

beforeAll(async () => {
  stubRuntime();
  const running = await Promise.all(cases.map(async (one) => ({ one, server: await one.start() })));
  const peers: Peer[] = [];
  const work = Object.entries(ENDINGS).flatMap(([row, { make }]) =>
    running.flatMap(({ one, server }) => {
      const ending = make(one);
      const peer = ending === null ? null : peerOf(one, server, ending);
      if (ending === null || peer === null) return [];
      return [
        async (): Promise<Cell> => {
          const stand = await peer();
          // Until the end: copies are kept by port.
          peers.push(stand);
          return { row, link: nameOf(one), said: await observed(one, ending, stand) };
        },
      ];
    }),
  );
  const found: Cell[] = [];
  const next = work.values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const observe of next) found.push(await observe());
    }),
  );
  cells = found;
  await Promise.all(peers.map((peer) => peer.close()));
  await Promise.all(running.map(({ server }) => server.close()));
}, 900_000);

afterAll(() => void vi.unstubAllGlobals());

type Server = Awaited<ReturnType<Case['start']>>;

/** What stands for the server of a link; `null` = its protocol has no such ending. */
function peerOf({ usesDatagrams, request, start }: Case, server: Server, ending: Ending): (() => Promise<Peer>) | null {
  if (usesDatagrams !== true) return () => Double.start(server.port, request);
  return FaultyServer.canHave(ending) ? async () => new FaultyServer(await start()) : null;
}

/** What a link leads to on every side: without a copy, and with one. */
async function observed(one: Case, ending: Ending, peer: Peer) {
  const { port } = peer;
  const link = one.url(port);
  const isSilent = ending.at !== 'port' && ending.how === 'is silent';
  const deadlines = one.usesDatagrams === true ? BRIEF : isSilent ? HASTY : PATIENT;
  const side = service({
    ...{ EGRESS_ALLOW: `localhost:${port}`, EGRESS_DENY_PORTS: '6379', DEADLINES: deadlines },
    ...one.settings?.(port),
  });
  const isAsked = (where: 'page' | 'json' | 'get') => one.notAsked?.includes(where) !== true;
  const open = (view: 'page' | 'json', method: 'GET' | 'HEAD' = 'GET'): Promise<Said> | null =>
    isAsked(view) ? side.open(link, view, method) : null;
  await peer.end(ending);
  const options = ['--deadlines', deadlines, '--output', '/dev/null', ...(one.options?.(port) ?? [])];
  const [page, json, checked, batch, get] = await Promise.all([
    open('page'),
    open('json'),
    side.check(link),
    side.checkTwice(link),
    isAsked('get') ? got(link, options) : null,
  ]);
  await peer.end(null);
  let before = await open('page');
  // On a busy machine, a server that is well may be late for the hasty one.
  for (let again = 0; again < 5 && before?.status === 504; again += 1) before = await open('page');
  await peer.end(ending);
  const [later, head] = await Promise.all([open('page'), open('page', 'HEAD')]);
  return { page, json, checked, batch, get, before, later, head };
}

const verdictOf = ({ checkedAt: _, ...verdict }: Readonly<Record<string, unknown>>) => verdict;

/** The verdict of the table, on every side. */
function checkVerdict({ row, said }: Cell, { code, status, check, copy }: Verdict): void {
  const { page, json, checked, batch, get, before, later, head } = said;
  expect(checked.status).toBe(check);
  // In a session that links share, too.
  if (row !== 'resets') expect(batch.map(verdictOf)).toEqual([checked, checked].map(verdictOf));
  if (get !== null) {
    expect([get.opened, /\((\S+)\)\n$/.exec(get.stderr)?.[1] ?? null]).toEqual([code === null, code]);
  }
  if (json !== null) {
    expect(json.status).toBe(status);
    // One sentence on all sides. A reset at the door may come before the connection is there.
    const { detail = null } = JSON.parse(json.text) as { detail?: string };
    if (code !== null && row !== 'resets') expect(get?.stderr).toBe(`waypost: ${detail} (${code})\n`);
  }
  if (page === null) return;
  expect(page.status).toBe(status);
  // The server is well again.
  expect(before?.status).toBe(200);
  expect([later?.status, head?.status]).toEqual(copy ? [200, 200] : [status, status]);
  for (const answer of [later, head]) expect(answer?.from?.includes('; detail=') === true).toBe(copy);
  if (!copy) return;
  expect(head?.text).toBe('');
  if (later?.text.startsWith('<!doctype')) expect(later.text).toContain('This is a copy from');
}

describe.each(Object.entries(ENDINGS))('a server that %s', (row, { usual, except = {} }) => {
  test.each(cases.map(nameOf))('%s', (link) => {
    const cell = cells.find((one) => one.row === row && one.link === link);
    // Its protocol has no such ending.
    if (cell === undefined) return;
    checkVerdict(cell, VERDICTS[except[link] ?? usual]);
  });
});

test('a name of CNRP without a service has no server that could end anything', async () => {
  const link = 'go:fidonet';
  const side = service({});
  const [checked, page, json, get] = await Promise.all([
    side.check(link),
    side.open(link, 'page'),
    side.open(link, 'json'),
    got(link, []),
  ]);
  expect([checked.status, page.status, json.status]).toEqual(['not-checked', 501, 501]);
  const stderr = 'waypost: The link names no CNRP service. Name one with --name-service. (not-implemented)\n';
  expect(get).toEqual({ opened: false, stdout: '', stderr });
});

test('the table has every kind of links whose server is asked', () => {
  const kinds = new Set<string>(cases.map(({ kind }) => kind));
  const others = openers.filter(({ kind }) => !kinds.has(kind));
  for (const { kind, schemes } of others) {
    const link = explain(`${schemes[0]}:a@h.example`);
    expect([kind, openers.find((one) => one.kind === kind)?.servers?.(link as never, {} as never) ?? []]).toEqual([
      kind,
      [],
    ]);
  }
  expect(others.map(({ kind }) => kind)).toEqual(['mailto']);
});
