/**
 * The gateway of ftp and ftps: one session for each request, which reads one file or lists one directory
 * (RFC 959; draft-hoffkohn-rfc1738bis §2.2).
 */
import * as v from 'valibot';
import { type FtpClient, type FtpTarget, openTarget, targetOf } from '../../../src/protocols/ftp/client.ts';
import { COLUMNS, DIRECTIONS, type SortOrder } from '../../../src/protocols/ftp/listed-entries.ts';
import { wordsOf } from '../../../src/protocols/ftp/reply.ts';
import { type Credentials, type LoginOptions, LoginRefused } from '../../../src/protocols/ftp/session.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { readParameters } from '../../http/query.ts';
import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { IMAGES, VIEW } from '../shared/html-page.tsx';
import { type LoginRequest, loginOf, withLogin } from './credentials.ts';
import { directoryUrl, repeatedParameters } from './directory.ts';
import { openDirectory } from './open-directory.tsx';
import { sendFile } from './send-file.tsx';

const choice = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  v.optional(v.picklist(values, `must be ${values.join(' or ')}`), values[0]);

/** The parameters of this gateway. A misspelt value of `tls` is an error: it must not turn TLS off silently. */
const Parameters = v.looseObject({
  sort: choice(COLUMNS),
  order: choice(DIRECTIONS),
  tls: v.exactOptional(v.literal('explicit', 'must be explicit')),
});

/** The user names of anonymous FTP. */
const ANONYMOUS = /^(?:anonymous|ftp|)$/i;

export const ftp: Gateway<'ftp'> = {
  kind: 'ftp',
  protocol: 'FTP',
  check: checkFtp,
  schemes: ['ftp', 'ftps'],
  parameters: ['sort', 'order', 'page', 'tls', 'login', VIEW, IMAGES],
  // The user name itself is not in the gateway path: the browser asks for it together with the password.
  entry: ({ user }) => (user === null || ANONYMOUS.test(user) ? {} : { login: '' }),
  async open(context) {
    const { sort, order, tls } = readParameters(context.query, Parameters);
    const login = loginOf(context);
    try {
      return await inSession(context, { credentials: login.credentials, tls }, (client, target) =>
        answer(context, client, target, login, { column: sort, direction: order }),
      );
    } catch (error) {
      throw withLogin(error, context, login);
    }
  },
};

/** Logs in to the server of a link and uses the session for what the link names. */
function inSession<Result>(
  { resolution, environment, connect }: Pick<LinkContext<'ftp'>, 'resolution' | 'environment' | 'connect'>,
  { tls, credentials = null }: { readonly tls?: 'explicit' | undefined; readonly credentials?: Credentials | null },
  use: (client: FtpClient, target: FtpTarget) => Promise<Result>,
): Promise<Result> {
  const target = targetOf(resolution.components.path);
  const options: LoginOptions = {
    credentials,
    anonymousPassword: environment.contact?.text,
    tls: resolution.scheme === 'ftps' ? 'implicit' : (tls ?? 'none'),
  };
  return openTarget(
    (mode) => connect({ tls: mode }),
    options,
    target,
    (client) => use(client, target),
  );
}

/** For responses to a user with a password, which other users must not see. */
const PRIVATE = 'private, no-store';
/** For files. Archives change by the day; a minute saves repeated transfers. */
const PUBLIC = 'public, max-age=60';
/**
 * For directories: after a login the visitor returns to a page seen before, and Chromium ignores `Authorization` when
 * it searches its cache. Our own caches answer nobody who sends a password.
 */
const CHECKED = { 'Cache-Control': 'no-cache', 'CDN-Cache-Control': PUBLIC };

/** Answers a request with one session, which is closed at the end. */
async function answer(
  context: GatewayContext<'ftp'>,
  client: FtpClient,
  { directories, file, type }: FtpTarget,
  login: LoginRequest,
  order: SortOrder,
): Promise<Response> {
  const { request, resolution } = context;
  // After the login, redirect to the address without `?login`.
  if (login.requested) return redirect(context, client, resolution.canonical, PRIVATE);
  const isAnonymous = login.credentials === null;
  const notice = await client.changeDirectory(directories);
  if (file === null) {
    return openDirectory(context, client, {
      notice,
      order,
      caching: isAnonymous ? CHECKED : { 'Cache-Control': PRIVATE },
    });
  }
  const cacheControl = isAnonymous ? PUBLIC : PRIVATE;
  // For HEAD, CWD shows whether the name exists: RETR would begin a transfer.
  const facts = await (request.method === 'HEAD' ? client.lookUp(file) : client.facts(file));
  const response =
    facts.kind === 'directory' ? null : await sendFile(context, client, { name: file, type, facts, cacheControl });
  return response ?? redirect(context, client, directoryUrl(resolution), cacheControl);
}

/** Redirects to another link on the same server, with the same format and parameters. */
function redirect(
  { links, view }: GatewayContext<'ftp'>,
  client: FtpClient,
  url: string,
  cacheControl: string,
): Response {
  client.close();
  const format = view.query.get('format');
  const href = links.hrefOf(url, { ...repeatedParameters(view.query), ...(format === null ? {} : { format }) });
  if (href === null) throw new GatewayError('not-found', 'This service has no address for the directory.');
  return new Response(null, { status: 302, headers: { Location: href, 'Cache-Control': cacheControl } });
}

/** Checks a link: logs in as anonymous, changes the directory, and asks for the size of a file. */
async function checkFtp(context: LinkContext<'ftp'>): Promise<LinkFinding> {
  try {
    return await inSession(context, {}, ask);
  } catch (error) {
    if (error instanceof LoginRefused) return { status: 'restricted', detail: error.message };
    throw error;
  }
}

async function ask(client: FtpClient, { directories, file }: FtpTarget): Promise<LinkFinding> {
  const notice = await client.changeDirectory(directories);
  if (file === null) return { status: 'alive', reply: wordsOf(notice ?? client.welcome) };
  const facts = await client.lookUp(file);
  if (facts.kind === 'file') return { ...ALIVE, reply: `213 ${facts.size}` };
  // The server does not know SIZE, so only a transfer shows whether the file exists. It is ended at once.
  if (facts.kind === 'unknown') (await client.retrieve(file)).close();
  return ALIVE;
}
