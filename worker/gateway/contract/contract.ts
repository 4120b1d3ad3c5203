/**
 * The contract between the Worker and its gateways. A gateway opens the links of one kind: it receives the context of a
 * request, connects to the server with `context.connect`, and answers with a page, JSON, or the server's octets.
 */
import * as v from 'valibot';
import type { Canonical, Components, Resolution } from '../../../src/index.ts';
import type { SocketConnection } from '../../../src/net/connection.ts';
import { charsetOf } from '../../../src/octets/charset.ts';
import type { LinkKind } from '../../../src/open/contract.ts';
import type { ConnectOptions } from '../../../src/open/links.ts';
import type { Memory } from '../../../src/open/memory.ts';
import type { AskProspero } from '../../../src/protocols/prospero/client.ts';
import { oneOf, text } from '../../http/parameters.ts';
import type { Query } from '../../http/query.ts';
import type { Notes } from '../../log.ts';
import type { TransferExecution } from '../../net/pump.ts';
import type { Environment } from '../../settings/environment.ts';

/** A gateway. Its failures (`errors/gateway-error.ts`) become pages or problem details in one place. */
export interface Gateway<Kind extends LinkKind = LinkKind> {
  readonly kind: Kind;
  readonly schemes: readonly string[];
  /**
   * The query parameters that it reads besides `format`, `charset` and those of `/open`; others are refused. One that
   * ends with `*` stands for all that begin like it.
   */
  readonly parameters?: readonly string[];
  /**
   * Answers GET and HEAD. The opener adds the headers that every answer has: `nosniff`, `noindex`, the canonical link,
   * `Server-Timing`, and `Content-Security-Policy: sandbox allow-downloads` unless the answer has its own policy. So a
   * stranger's octets are harmless unless a gateway decides otherwise.
   */
  open(context: GatewayContext<Kind>): Promise<Response>;
  /**
   * Opens a WebSocket (`worker/net/web-socket.ts`), with an answer of 101. The gateway then closes its connections
   * itself. Absent = the client gets what `open` answers.
   */
  upgrade?(context: GatewayContext<Kind>): Promise<Response>;
  /** Answers POST, whose form comes from a page of this Worker: the opener has checked that. Absent = no forms. */
  submit?(context: GatewayContext<Kind>): Promise<Response>;
  /**
   * Query parameters for what the gateway path of a link cannot express, such as that somebody wants to log in, or how
   * the link was written.
   */
  entry?(components: Components, link: Resolution): Readonly<Record<string, string>>;
}

/** A gateway whose kind is only known at run time, as in the list of gateways. */
export type AnyGateway = Pick<Gateway, keyof Gateway>;

/** `html` for people, `json` for programs, `raw` for the octets that the server sends. */
export const FORMATS = ['html', 'json', 'raw'] as const;
export type Format = (typeof FORMATS)[number];

export const ATOM = 'atom';

/** The parameter whose value `framed` asks for an HTML document as it stands in the frame of its page. */
export const VIEW = 'view';
/** The parameter whose value `show` asks for all pictures. */
export const IMAGES = 'images';

/** The parameter with the words that the items of a menu must have. */
export const FILTER = 'filter';

/** The parameters that every gateway has. */
export const ViewQuery = v.looseObject({
  format: v.exactOptional(
    oneOf(
      [...FORMATS, ATOM],
      '`html` for a page, `json` for JSON, `raw` for the octets of the server, `atom` for the feed of a group, of a ' +
        'thread, of a directory, or of a menu whose items have dates. Default: page or JSON, by `Accept`.',
    ),
  ),
  charset: v.exactOptional(
    v.pipe(
      text('The charset of a text. Default: detected.', { examples: ['cp437'] }),
      v.transform((label) => (label === '' ? label : charsetOf(label))),
      v.string('must be the name of a charset'),
    ),
  ),
});

export interface View {
  /** From `?format=`, else from `Accept`; `html` if neither decides. */
  readonly format: Format;
  /** Whether `?format=` asks for a feed. A gateway without one for this link ignores it, and the opener refuses. */
  readonly feed: boolean;
  /** From `?charset=`, a charset that `decodeCharset` can decode; `null` = detect it. */
  readonly charset: string | null;
  /** The query of the request, decoded, without the parameters that name the link. */
  readonly query: URLSearchParams;
}

/** Parameters of this Worker in the address of a link, by their names. */
export type LinkQuery = Readonly<Record<string, string>>;

export interface LinkBuilder {
  /** The address of this Worker without a slash at the end, for JSON, whose links are absolute: `https://w.example`. */
  readonly root: string;
  /** The link that is being opened, without user info. */
  readonly canonical: Canonical;
  /**
   * The address that opens a URL: a path of this Worker, or the URL of another gateway or of the Web. `null` if the
   * text is not a URL, or its scheme may not be linked: then show it as text. Give such links `rel={REL}`.
   *
   * @param url - absolute, canonical or not
   * @param query - parameters of this Worker, such as `{ format: 'raw' }`; `null` is returned if it cannot have them
   */
  hrefOf(url: string, query?: LinkQuery): string | null;
  /** As `hrefOf`, for a link that is already canonical: it is not canonicalized again. */
  hrefOfCanonical(link: Canonical, query?: LinkQuery): string | null;
  /** The address that leads to a URL outside of this protocol, canonical or not: `/r` decides how to open it. */
  away(url: string): string;
  /** The address of this link in another view: `self({ format: 'json' })`. */
  self(query?: LinkQuery): string;
}

export type GatewayContext<Kind extends LinkKind = LinkKind> = ContextOf<Extract<Resolution, { kind: Kind }>>;

interface ContextOf<Link extends Resolution> {
  /** The link, without user info and fragment. */
  readonly resolution: Link;
  readonly request: Request;
  /** The query of the request, decoded, for `readParameters`. */
  readonly query: Query;
  readonly view: View;
  readonly links: LinkBuilder;
  /** Whether the gateway may answer 401, as decided by `mayAskPassword`. */
  readonly mayAskPassword: boolean;
  /** The value of `Authorization` if the gateway may ask for a password; else `null`. */
  readonly authorization: string | null;
  /** The product token of a known robot, such as `Googlebot`: it must obey the server's own robots.txt. */
  readonly robot: string | null;
  readonly environment: Environment;
  /** What this isolate knows of servers. */
  readonly memory: Memory;
  readonly notes: Notes;
  /** Keeps the Worker alive until a streamed answer is complete, as `pump` does. */
  readonly execution: TransferExecution;
  /** Judges the server of the link without DNS, for answers without a connection. @throws GatewayError */
  judgeServer(): void;
  /**
   * Judges the server of the link and the addresses of its name, without a connection to it.
   *
   * @throws Failure `egress-denied`, `unreachable`, `timeout`
   */
  resolveServer(): Promise<void>;
  /** Asks a Prospero server, by datagrams that need no connection. */
  readonly askProspero: AskProspero;
  /**
   * Opens a connection under the egress policy, the deadlines, the rate limits and the signal of the client. The
   * gateway closes it. If `open` throws, the opener closes it.
   *
   * @throws Failure as `openSocket`
   */
  connect(options?: ConnectOptions): Promise<SocketConnection>;
}

/**
 * Makes what asks Prospero servers for one request, until the signal aborts. Whoever starts the Worker hands it in: the
 * core has no UDP, and does not know the relay.
 */
export type ProsperoTransport = (
  environment: Pick<Environment, 'prosperoRelay' | 'TARGET_RATE'>,
  signal: AbortSignal,
) => AskProspero;
