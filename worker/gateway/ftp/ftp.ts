/**
 * The gateway of ftp and ftps: one session for each request, which reads one file or lists one directory
 * (RFC 959; draft-hoffkohn-rfc1738bis §2.2).
 */

import * as v from 'valibot';
import { type Decode, decoderFor, type OctetString } from '../../../src/octets/octet-string.ts';
import { splitFtpPath } from '../../../src/schemes/ftp/path.ts';
import { decodeSegment } from '../../../src/schemes/ftp/segment.ts';
import { GatewayError, gatewayErrorOf, isFailure } from '../../errors/gateway-error.ts';
import { readParameters } from '../../http/query.ts';
import { pump } from '../../net/pump.ts';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { mediaTypeOf } from '../shared/media-type.ts';
import { trackBody } from '../shared/track-body.ts';
import { changeDirectory, isDirectory } from './change-directory.ts';
import { checkFtp } from './check.ts';
import { type Credentials, credentialsOf, passwordRequired } from './credentials.ts';
import { directoryFeed, FEED_ORDER } from './directory-feed.ts';
import { directoryJson } from './directory-json.ts';
import { directoryPage } from './directory-page.tsx';
import { directoryUrl, directoryView, repeatedParameters } from './directory-view.ts';
import { factsOf } from './file-facts.ts';
import { beginListing, readListing } from './list-directory.ts';
import { type FtpSession, type LoginOptions, LoginRefused, openSession, REFUSED_ANONYMOUS } from './login.ts';
import { readReadme } from './readme.ts';
import { sendFile } from './send-file.ts';
import { type Order, orderParameters } from './sorting.ts';
import { refusal } from './status.ts';

/** The parameters of this gateway. A misspelt value of `tls` is an error: it must not turn TLS off silently. */
const Parameters = v.looseObject({
  ...orderParameters,
  tls: v.exactOptional(v.literal('explicit', 'must be explicit')),
});

/** The user names of anonymous FTP. */
const ANONYMOUS = /^(?:anonymous|ftp|)$/i;

export const ftp: Gateway<'ftp'> = {
  kind: 'ftp',
  protocol: 'FTP',
  check: checkFtp,
  schemes: ['ftp', 'ftps'],
  parameters: ['sort', 'order', 'page', 'tls', 'login'],
  // The user name itself is not in the gateway path: the browser asks for it together with the password.
  entry: ({ user }) => (user === null || ANONYMOUS.test(user) ? {} : { login: '' }),
  async open(context) {
    const { sort, order, tls } = readParameters(context.query, Parameters);
    const credentials = credentialsOf(context.authorization);
    const options: RequestOptions = {
      credentials,
      loginRequested: context.view.query.has('login'),
      telnet: true,
      tls: context.resolution.scheme === 'ftps' ? 'implicit' : (tls ?? 'none'),
      order: { column: sort, direction: order },
      decode: decoderFor(context.view.charset),
    };
    if (options.loginRequested && credentials === null) throw askPassword(context, ASK_CREDENTIALS);
    try {
      return await answer(context, options);
    } catch (caught) {
      if (!isFailure(caught)) throw caught;
      const error = gatewayErrorOf(caught);
      if (error.code === 'unauthorized') throw withChallenge(error, context, credentials);
      if (error.code !== 'not-found' || !hasPlain255(context.resolution.components.path)) {
        throw credentials === null ? offeringLogin(error, context) : error;
      }
      return answer(context, { ...options, telnet: false });
    }
  },
};

/**
 * A server may ask for a login at any command, not only at PASS. A 401 response needs a challenge (RFC 9110 §15.5.2);
 * after a login that was not enough, 403 says that no password helps.
 */
function withChallenge(
  error: GatewayError,
  context: GatewayContext<'ftp'>,
  credentials: Credentials | null,
): GatewayError {
  if ('WWW-Authenticate' in error.headers) return error;
  if (credentials !== null) return new GatewayError('forbidden', error.message, { advice: OTHERS, cause: error });
  return askPassword(context, error.message);
}

/** Servers deny that a file exists to users who may not see it. So a page that an anonymous user cannot have offers a login. */
function offeringLogin(error: GatewayError, { links, resolution }: GatewayContext<'ftp'>): GatewayError {
  if (error.code !== 'not-found' && error.code !== 'forbidden') return error;
  // A browser sends a password only to paths below the one where it was entered, so the login is at the root.
  const { canonical, components } = resolution;
  const root = canonical.slice(0, canonical.length - components.path.length);
  const href = links.hrefOf(`${root}/`, { login: '' });
  if (href === null) return error;
  const { code, message, headers, advice } = error;
  const options = { headers, links: [{ text: 'Log in', href }], cause: error };
  return new GatewayError(code, message, advice === null ? options : { ...options, advice });
}

/** Whether a path has the octet 255, but none that a server would read as the beginning of a Telnet command. */
function hasPlain255(path: string): boolean {
  return path.includes('%FF') && !path.includes('%FF%F');
}

interface RequestOptions {
  readonly credentials: Credentials | null;
  /** Whether the request is for the login (`?login`). */
  readonly loginRequested: boolean;
  /** Whether the server reads its control connection as Telnet. RFC 959 §2.3 requires this; vsftpd does not do it. */
  readonly telnet: boolean;
  readonly tls: LoginOptions['tls'];
  readonly order: Order;
  readonly decode: Decode;
}

/** Answers a request with one session, from the login to the response. */
async function answer(context: GatewayContext<'ftp'>, options: RequestOptions): Promise<Response> {
  const session = await openSessionFor(context, options);
  try {
    // After the login, redirect to the address without `?login`.
    if (options.loginRequested) return endSession(session, redirect(context.resolution.canonical, context, PRIVATE));
    const { segments, type } = splitFtpPath(context.resolution.components.path);
    const names = segments.map(decodeSegment);
    const slashed = names.at(-1) === '';
    if (slashed || type === 'd') {
      return await openDirectory(context, session, slashed ? names.slice(0, -1) : names, options);
    }
    return await openFile(context, session, names, type === 'a' ? 'A' : 'I', options);
  } catch (error) {
    session.control.close();
    throw error;
  }
}

/** For responses to a user with a password, which other users must not see. */
const PRIVATE = 'private, no-store';
/** For files. Archives change by the day; a minute saves repeated transfers. */
const PUBLIC = 'public, max-age=60';
/**
 * For directories: after a login the visitor returns to a page seen before, and Chromium ignores `Authorization` when
 * it searches its cache.
 */
const CHECKED = 'no-cache';

const ASK_CREDENTIALS = 'Enter your user name and password for this server.';
const REFUSED = 'The server rejected this user name and password.';
const OTHERS = 'To log in as another user, add ?login to the address.';

async function openSessionFor(context: GatewayContext<'ftp'>, options: RequestOptions): Promise<FtpSession> {
  const { credentials, loginRequested, telnet, tls } = options;
  const anonymousPassword = context.environment.contact?.text ?? 'anonymous@';
  try {
    return await openSession(context.connect, { credentials, anonymousPassword, tls }, telnet);
  } catch (error) {
    if (!(error instanceof LoginRefused)) throw error;
    if (credentials !== null && !loginRequested) throw new GatewayError('forbidden', REFUSED, { advice: OTHERS });
    throw askPassword(context, credentials === null ? REFUSED_ANONYMOUS : ASK_CREDENTIALS);
  }
}

function askPassword({ mayAskPassword, resolution }: GatewayContext<'ftp'>, detail: string): GatewayError {
  const { host, explicitPort } = resolution.components;
  const server = `${resolution.scheme}://${host}${explicitPort === null ? '' : `:${explicitPort}`}`;
  return passwordRequired(mayAskPassword, server, detail);
}

async function openDirectory(
  context: GatewayContext<'ftp'>,
  session: FtpSession,
  segments: readonly OctetString[],
  { credentials, order, decode }: RequestOptions,
): Promise<Response> {
  const { request, view, environment } = context;
  const cacheControl = credentials === null ? CHECKED : PRIVATE;
  const position = await changeDirectory(session, segments);
  const headers = { 'Cache-Control': cacheControl, Vary: 'Accept, Authorization' };
  if (view.format === 'raw') {
    const begun = await beginListing(session, position, ['LIST', 'NLST']);
    const first = (await begun?.transfer.data.read()) ?? new Uint8Array();
    const raw = { ...headers, 'Content-Type': mediaTypeOf('list.txt', { first, charset: view.charset }) };
    if (begun === null || request.method === 'HEAD') return endSession(session, new Response(null, { headers: raw }));
    const { data, verdict } = begun.transfer;
    data.unread(first);
    const ended = () => session.control.close();
    const body = pump(data, { length: null, cap: environment.downloadCap, finish: verdict, ended }, context);
    return new Response(body, { headers: raw });
  }
  const listing = await readListing(session, position);
  const isFeed = view.feed;
  const readme =
    isFeed || listing.cut || listing.readme === null ? null : await readReadme(session, position, listing.readme);
  const directory = directoryView(context, {
    ...{ session, position, listing, readme, decode },
    order: isFeed ? FEED_ORDER : order,
  });
  if (isFeed) return endSession(session, directoryFeed(context, directory, headers));
  const response =
    view.format === 'json'
      ? new Response(directoryJson(directory, trackBody(context)), {
          headers: { ...headers, 'Content-Type': 'application/json' },
        })
      : directoryPage({ directory, context }, headers);
  return endSession(session, response);
}

async function openFile(
  context: GatewayContext<'ftp'>,
  session: FtpSession,
  segments: readonly OctetString[],
  type: 'A' | 'I',
  { credentials, decode }: RequestOptions,
): Promise<Response> {
  const cacheControl = credentials === null ? PUBLIC : PRIVATE;
  const name = segments.at(-1) ?? '';
  const position = await changeDirectory(session, segments.slice(0, -1));
  // SIZE depends on the type, and some servers refuse it in ASCII (RFC 3659 §4).
  await session.control.command('TYPE', 'I');
  const path = position.prefix + name;
  const facts = await factsOf(session, path);
  const toDirectory = () => {
    const { canonical, components } = context.resolution;
    return endSession(session, redirect(directoryUrl(canonical, components.path), context, cacheControl));
  };
  if (facts.kind === 'directory') return toDirectory();
  if (facts.kind === 'unknown' && context.request.method === 'HEAD') {
    // For HEAD, CWD shows whether the name exists: RETR would begin a transfer.
    if (await isDirectory(session, position, name)) return toDirectory();
    if (facts.refused !== null) throw refusal(facts.refused, path);
  }
  if (type === 'A') await session.control.command('TYPE', 'A');
  const file = { path, name: withoutVersion(decode(name)), type, facts, cacheControl };
  const result = await sendFile(context, session, file);
  if (result.kind === 'response') return result.response;
  if (await isDirectory(session, position, name)) return toDirectory();
  throw refusal(result.reply, path);
}

/** The name of a file of VMS without its version, so that other systems recognize the extension. */
function withoutVersion(name: string): string {
  return name.replace(/(\.[\w$-]{0,39});\d{1,5}$/, '$1');
}

/** Redirects to another link on the same server, with the same format and parameters. */
function redirect(url: string, { links, view }: GatewayContext<'ftp'>, cacheControl: string): Response {
  const format = view.query.get('format');
  const href = links.hrefOf(url, { ...repeatedParameters(view.query), ...(format === null ? {} : { format }) });
  if (href === null) throw new GatewayError('not-found', 'This service has no address for the directory.');
  return new Response(null, { status: 302, headers: { Location: href, 'Cache-Control': cacheControl } });
}

/** Closes the session of a response that no longer needs it. */
function endSession({ control }: FtpSession, response: Response): Response {
  control.close();
  return response;
}
