/**
 * The contract between the frame and the gateways. A gateway opens the links of one kind: it is handed a visit,
 * asks the server through `visit.connect`, and answers with a page, JSON, or the server's octets.
 */
import type { Components, Resolution } from '../../../src/index.ts';
import type { Environment } from '../../env.ts';
import type { Notes } from '../../http/request-context.ts';
import type { Connection } from '../../net/connection.ts';
import type { LinkBuilder } from './link-builder.ts';

/** What discriminates a `Resolution`. */
export type LinkKind = Resolution['kind'];

/** One gateway. Its errors are `GatewayError`s; the frame makes pages or problem details of them. */
export interface Gateway<Kind extends LinkKind = LinkKind> {
  /** The schemes that it opens, of those that share its kind. */
  readonly schemes: readonly string[];
  /**
   * Answers GET and HEAD. The frame adds what every answer has: `nosniff`, `noindex`, the canonical link,
   * `Server-Timing`, and `Content-Security-Policy: sandbox allow-downloads` where the answer has no policy of its
   * own. So foreign octets are harmless unless a gateway says otherwise.
   */
  open(context: GatewayContext<Kind>): Promise<Response>;
  /** Parameters at a mirror, for what a link says and a path cannot: who comes, for one. Absent = none. */
  entry?(link: Components): Readonly<Record<string, string>>;
  /** Answers POST, once the frame has seen that a page of ours sent it. Absent = there is nothing to submit. */
  submit?(context: GatewayContext<Kind>): Promise<Response>;
}

/** `html` for people, `json` for programs, `raw` for the octets that the server sends. */
export const FORMATS = ['html', 'json', 'raw'] as const;
export type Format = (typeof FORMATS)[number];

/** How the visitor wants to see what the link leads to. */
export interface View {
  /** `?format=`, else by `Accept`; `html` where neither tells. */
  readonly format: Format;
  /** `?charset=`, one that `decodeCharset` can read; `null` = find out. */
  readonly charset: string | null;
  /** The query of the request, decoded: what a gateway asks beyond format and charset. Without the link itself. */
  readonly query: URLSearchParams;
}

/** Where to connect. What is absent is the link's own. */
export interface ConnectOptions {
  readonly host?: string;
  readonly port?: number;
  /** The port that the egress policy takes for the protocol's own; the scheme's unless given. */
  readonly defaultPort?: number;
  /** `none` unless given; `starttls` begins in the clear until `Connection.startTls`. */
  readonly tls?: 'none' | 'implicit' | 'starttls';
}

/** One request for one link of a kind. */
export type GatewayContext<Kind extends LinkKind = LinkKind> = ContextOf<Extract<Resolution, { kind: Kind }>>;

interface ContextOf<Link extends Resolution> {
  /** The link. User info and fragment have been taken off. */
  readonly resolution: Link;
  readonly request: Request;
  readonly view: View;
  readonly links: LinkBuilder;
  /** Whether the gateway may answer 401, as decided by `mayAskPassword`. */
  readonly mayAskPassword: boolean;
  /** The value of `Authorization` where the gateway may ask for a password; else `null`. */
  readonly authorization: string | null;
  /** The product token of a known robot, such as `Googlebot`: it must obey the server's own robots.txt. */
  readonly robot: string | null;
  readonly environment: Environment;
  /** For the log line of the request. */
  readonly notes: Notes;
  /** Keeps the Worker alive until a streamed answer is out; `pump` takes it. */
  readonly execution: Pick<ExecutionContext, 'waitUntil'>;
  /**
   * Opens a connection under the egress policy, the deadlines, the rate limits and the signal of the client. The
   * gateway closes it; the frame does where `open` throws.
   *
   * @throws GatewayError as `openSocket`
   * @example
   * ```ts
   * const connection = await visit.connect({ tls: 'implicit' });
   * ```
   */
  connect(options?: ConnectOptions): Promise<Connection>;
}
