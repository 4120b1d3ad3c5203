/**
 * The launcher of a self-hosted server: it checks the settings, starts the Prospero relay, and runs the Worker in
 * workerd, the open-source runtime of the platform. It writes nothing but short links, and needs to own nothing.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { get, type IncomingMessage, request } from 'node:http';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import { parseNewsArchive } from '../../src/net/configured-servers.ts';
import { MANIFEST } from '../../src/news-archive/format.ts';
import { startRelay } from '../relay/relay.ts';
import { KEEP_MS, parseClickDelay } from '../settings/limits.ts';
import { serveArchive } from './archive-server.ts';
import { type NetworkName, STATIC_FILES, STORE } from './configuration.ts';
import { lock } from './lock.ts';
import { hasLostLinks, MARK, markLinks } from './lost-links.ts';
import { checkSettings, OptionError, readOptions, type SelfHostOptions, USAGE } from './options.ts';
import { startRuntime } from './runtime.ts';
import { SpaceKeeper, serveSpace } from './space.ts';
import { onStopRequest } from './stop-requests.ts';

/** workerd limits no subrequests. */
const NO_LIMIT = '999999999';

/** Nobody bills the rows of a disk, so clicks are written soon. */
const CLICK_DELAY = '1s';

/** Clicks that are due are written in this time. */
const CLICKS_WRITTEN_MS = 1500;

/** The loopback address of the addresses that stand for all. */
const LOOPBACK: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['[::]', '[::1]'],
]);

/** The launcher says what it waits for, if that takes so long. */
const SILENCE_MS = 3000;

/** The stores have this time to answer before the server says that it listens. */
const READY_DEADLINE_MS = 30_000;

/** The exit status for a wrong command line or setting, as of `EX_USAGE` in sysexits.h. */
const EXIT_USAGE = 64;

/** This file is bundled into the folder of the server. */
const folder = import.meta.dirname;

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(USAGE);
  else await serve(options);
} catch (error) {
  if (!(error instanceof OptionError)) throw error;
  console.error(error.message);
  process.exitCode = EXIT_USAGE;
}

async function serve(options: SelfHostOptions): Promise<void> {
  const { host, port, data, grace } = options;
  const { env } = process;
  checkSettings(env);
  const store = dataFolder(data);
  const program = env.WORKERD ?? workerd();
  const newsArchive = newsArchiveFolder(env.NEWS_ARCHIVE);
  const locked = await lock(store);
  if (locked.kind === 'taken') {
    throw new OptionError(`--data ${data} is wrong: another server uses ${store}. Stop it, or choose another folder.`);
  }
  if (locked.kind === 'impossible') {
    console.error(`${store} cannot be locked (${locked.reason}): make sure that no other server uses it.`);
  }
  if (hasLostLinks(store)) {
    if (locked.kind === 'locked') await locked.release();
    const folder = join(store, STORE);
    throw new OptionError(
      `The short links in ${folder} are gone. Bring the folder back, or remove ${join(store, MARK)} to begin without links.`,
    );
  }
  markLinks(store);
  if (env.EGRESS_ALLOW && !env.HOSTS) {
    console.error(
      'EGRESS_ALLOW holds only for requests to localhost or to an address, because HOSTS does not name this server.',
    );
  }
  // Links of an earlier start are followed without tokens, too.
  const hasLinks = Boolean(env.LINK_TOKENS) || existsSync(join(store, STORE));
  const clickDelay = env.CLICK_DELAY || CLICK_DELAY;
  const clickWait = hasLinks ? clickWaitOf(clickDelay) : 0;
  const network: NetworkName = env.EGRESS_ALLOW ? 'private' : 'public';
  console.log(`Waypost is starting, with the short links in ${store}.`);
  const relay = await findRelay();
  const archive = newsArchive === null ? null : await serveArchive(newsArchive);
  const keeper = new SpaceKeeper(store);
  const space = await serveSpace(keeper);
  const runtime = await startRuntime({
    program,
    configuration: readFileSync(join(folder, `${network}.bin`)),
    args: [
      ...[`--socket-addr=http=${host}:${port}`, `--directory-path=data=${store}`],
      `--directory-path=stores=${store}`,
      `--external-addr=space=127.0.0.1:${space.port}`,
      `--directory-path=files=${join(folder, STATIC_FILES)}`,
    ],
    environment: {
      ...env,
      SUBREQUESTS: env.SUBREQUESTS || NO_LIMIT,
      CLICK_DELAY: clickDelay,
      ...relay.variables,
      ...(archive !== null && { NEWS_ARCHIVE: archive.address }),
    },
  });
  const basePath = env.BASE_PATH ?? '';
  let origin: string | null = null;
  let stopping = false;
  onStopRequest(async () => {
    // A second signal does not wait.
    if (!stopping && origin !== null && clickWait > 0) {
      stopping = true;
      await holdOpen(origin, clickWait);
    }
    stopping = true;
    runtime.stop(Math.max(grace, clickWait));
  });
  let refusal: string | null = null;
  const waits = setTimeout(() => console.log('workerd is loading the Worker.'), SILENCE_MS);
  void runtime.port.then(async (listening) => {
    clearTimeout(waits);
    origin = `http://${LOOPBACK.get(host) ?? host}:${listening}${basePath}`;
    const opening = setTimeout(() => console.log('The stores of short links are being opened.'), SILENCE_MS);
    refusal = await whyNotReady(origin);
    clearTimeout(opening);
    if (refusal === null) console.log(`Waypost is at http://${host}:${listening}${basePath}/`);
    else runtime.stop(grace);
  });
  const code = await runtime.ended;
  clearTimeout(waits);
  archive?.close();
  const { free, isLow } = keeper.read();
  if (origin === null && !stopping && isLow) {
    console.error(`The disk of ${store} is full: ${free} octets are free. Make space there, and start again.`);
  }
  await Promise.all([relay.close(), space.close()]);
  markLinks(store);
  if (locked.kind === 'locked') await locked.release();
  if (refusal !== null) throw new OptionError(refusal);
  // Stopping on request is not a failure.
  process.exitCode = stopping ? 0 : code || 1;
}

/** What the Worker finds wrong with its stores; `null` = nothing, or it has no answer because it is being stopped. */
async function whyNotReady(origin: string): Promise<string | null> {
  try {
    // At this name the server always answers, also if it listens at an address that is not among `HOSTS`.
    const asked = get(`${origin}/health?ready=follow`, {
      headers: { Host: 'localhost' },
      signal: AbortSignal.timeout(READY_DEADLINE_MS),
    });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.on('response', resolve).on('error', reject);
    });
    const { detail }: { detail?: string } = JSON.parse(await text(response));
    return response.statusCode === 200 ? null : `The stores of short links cannot be used. ${detail ?? ''}`;
  } catch {
    return null;
  }
}

/** How long the clicks of the last moment may take until they are written, in milliseconds. */
function clickWaitOf(delay: string): number {
  return Math.min(parseClickDelay(delay), KEEP_MS) + CLICKS_WRITTEN_MS;
}

/**
 * Keeps a request open until the clicks that wait are written: workerd ends with its last request, whatever waits
 * beside it. Resolves as soon as the request is on its way.
 */
async function holdOpen(origin: string, milliseconds: number): Promise<void> {
  const held = request(`${origin}/v1/resolve`, {
    // A connection of its own: one that is kept from before never says that it is made.
    agent: false,
    method: 'POST',
    headers: { Host: 'localhost', 'Content-Type': 'application/x-ndjson' },
  });
  const gone = once(held, 'close');
  held.on('error', () => {}).on('response', (response) => response.resume());
  held.flushHeaders();
  // A second signal does not wait for it.
  setTimeout(() => held.end(), milliseconds).unref();
  await Promise.race([once(held, 'socket').then(([socket]) => once(socket, 'connect')), gone]).catch(() => {});
}

/** The folder of short links, which has to be there before workerd starts. */
function dataFolder(data: string): string {
  const path = resolve(data);
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    // The path, or the beginning of it, is a file.
    const isFile = code === 'EEXIST' || code === 'ENOTDIR';
    const fault = isFile ? `${path} is not a folder` : `this user cannot write to ${path}`;
    throw new OptionError(`--data ${data} is wrong: ${fault}. Name a folder: short links are kept there.`);
  }
  return path;
}

/**
 * The folder of the news archive; `null` = there is none, or it is at a web server.
 *
 * @throws OptionError for a folder without an archive
 */
function newsArchiveFolder(setting: string | undefined): string | null {
  const place = parseNewsArchive(setting ?? '');
  if (place?.kind !== 'folder') return null;
  const path = resolve(place.path);
  if (existsSync(join(path, MANIFEST))) return path;
  throw new OptionError(
    `NEWS_ARCHIVE is wrong: ${path} has no ${MANIFEST}. Name a folder that “waypost index-news --out” has written.`,
  );
}

/** The path of workerd, from the npm package. */
function workerd(): string {
  try {
    const { default: path }: { default: string } = createRequire(import.meta.url)('workerd');
    return path;
  } catch {
    throw new OptionError(
      'workerd is missing: run `npm install` in the folder of the server, or set WORKERD to its path.',
    );
  }
}

/** The relay of the Prospero gateway: that of the operator, or one in this process. */
async function findRelay() {
  if (process.env.PROSPERO_RELAY) return { variables: {}, close: async () => {} };
  const secret = randomUUID();
  const { origin, close } = await startRelay({ secret, port: 0, policy: parseEgressPolicy(process.env) });
  return { variables: { PROSPERO_RELAY: origin, PROSPERO_RELAY_SECRET: secret }, close };
}
