/**
 * Opens ftp and ftps links: one session for each, which lists a directory or reads a file (RFC 959;
 * draft-hoffkohn-rfc1738bis §2.2).
 */
import {
  FtpClient,
  type FtpTarget,
  nextWay,
  openTarget,
  targetOf,
  type UseSession,
} from '../../protocols/ftp/client.ts';
import { replyWords } from '../../protocols/ftp/reply.ts';
import { type LoginOptions, LoginRefused } from '../../protocols/ftp/session.ts';
import { splitFtpPath } from '../../schemes/ftp/path.ts';
import {
  ALIVE,
  type CheckNetwork,
  type Link,
  type LinkFinding,
  type Network,
  type OpenContext,
  type Opener,
} from '../contract.ts';
import type { Opened } from '../opened.ts';
import { directorySteps } from '../trail.ts';
import { webFrontAt } from '../web-front.ts';
import { directoryOf, listingOf, openedAs, rawListing } from './directory.ts';
import { beginTransfer, fileOf } from './file.ts';
import { SharedSession } from './shared-session.ts';

export const ftp: Opener<'ftp'> = {
  kind: 'ftp',
  schemes: ['ftp', 'ftps'],
  name: 'FTP',
  protocol: 'FTP',
  shapes: ['listing', 'file'],
  options: {
    tls: {
      about: 'A connection that begins with `AUTH TLS`.',
      values: ['explicit'],
      isRepeated: true,
    },
  },
  trail: { steps: directorySteps },
  // The server says whether a file has changed without a transfer.
  isPersonal: (_link, { isConditional }) => isConditional,

  open: (link, context) => inSession(link, context, (client, target) => openIn(client, target, { link, context })),

  webFront(link) {
    const { segments, type } = splitFtpPath(link.components.path);
    const path = `/${segments.join('/').replace(/^%2F/, '')}`;
    return webFrontAt(link, type === 'd' ? `${path}/`.replace(/\/+$/, '/') : path);
  },

  isAnonymous: (user) => /^(?:anonymous|ftp|)$/i.test(user),

  async logIn(link, context) {
    const client = await FtpClient.logIn((tls) => context.connect({ tls }), loginOf(link, context));
    client.close();
  },

  /** Logs in as anonymous, changes the directory, and asks for its listing, or for the size of a file. */
  async check(link, network) {
    try {
      return await checkIn(link, network);
    } catch (error) {
      if (error instanceof LoginRefused) return { status: 'restricted', detail: error.message };
      throw error;
    }
  },
};

type Login = Network & Partial<Pick<OpenContext, 'options' | 'credentials'>>;

function loginOf({ scheme }: Link<'ftp'>, { settings, options, credentials = null }: Login): LoginOptions {
  return {
    credentials,
    anonymousPassword: settings.contact?.text,
    tls: scheme === 'ftps' ? 'implicit' : options?.tls === 'explicit' ? 'explicit' : 'none',
  };
}

/** Logs in to the server of a link and uses the session for what the link names. */
function inSession<Result>(link: Link<'ftp'>, login: Login, use: UseSession<Result>): Promise<Result> {
  const target = targetOf(link.components.path);
  return openTarget((tls) => login.connect({ tls }), loginOf(link, login), target, use);
}

/** Checks a link, in the session that the links of a batch share if there is one. */
async function checkIn(link: Link<'ftp'>, network: CheckNetwork): Promise<LinkFinding> {
  const { sessions } = network;
  const find: UseSession<LinkFinding> = (client, target) => findTarget(client, target, link);
  const { scheme, components } = link;
  const server = `${scheme} ${components.host} ${components.port}`;
  if (sessions === undefined || sessions.known(server) === 'alone') return inSession(link, network, find);
  const shared = new SharedSession((tls) => network.connect({ tls }), server, sessions);
  try {
    return await shared.use(loginOf(link, network), targetOf(components.path), find);
  } catch (error) {
    if (!shared.isSuspect(error)) throw error;
    return inSession(link, network, find);
  }
}

interface Request {
  readonly link: Link<'ftp'>;
  readonly context: OpenContext;
}

async function openIn(client: FtpClient, target: FtpTarget, { link, context }: Request): Promise<Opened> {
  const notice = await client.changeDirectory(target.directories);
  const { file: name, type } = target;
  if (name === null) {
    return context.wants === 'octets' ? rawListing(client) : listingOf(client, notice, link, context);
  }
  // For HEAD, CWD shows whether the name exists: RETR would begin a transfer.
  const facts = await (context.isBrief ? client.lookUp(name) : client.facts(name));
  if (facts.kind === 'directory') {
    client.close();
    return directoryOf(link);
  }
  const found = { link, client, name, type, facts };
  // `openTarget` tries a second session only while it waits, so such a transfer begins at once.
  const isEager = !context.isBrief && facts.kind === 'unknown' && nextWay(client, target) !== null;
  const begun = isEager ? await beginTransfer(found, 0) : null;
  return begun?.shape === 'moved' ? begun : fileOf(found, context.charset, begun);
}

async function findTarget(
  client: FtpClient,
  { directories, file }: FtpTarget,
  link: Link<'ftp'>,
): Promise<LinkFinding> {
  const notice = await client.changeDirectory(directories);
  const instead = openedAs(link, client);
  const alive = { ...ALIVE, ...(instead !== undefined && { detail: instead.sentence }) };
  if (file === null) {
    await client.checkList();
    // The lines before the last one are a message of the directory, which some servers send once in a session.
    const said = notice === null ? client.welcome : { code: notice.code, lines: notice.lines.slice(-1) };
    return { ...alive, reply: replyWords(said) };
  }
  const facts = await client.lookUp(file);
  if (facts.kind === 'file') return { ...alive, reply: `213 ${facts.size}` };
  if (facts.kind === 'directory' && facts.isCurrent) await client.checkList();
  // The server does not know SIZE, so only a transfer shows whether the file exists. It is ended at once.
  if (facts.kind === 'unknown') (await client.retrieve(file)).close();
  return alive;
}
