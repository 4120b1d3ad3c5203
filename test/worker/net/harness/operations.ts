/** The operations of the harness Worker: one JSON object for each request, in the body or in `?operation=`. */
import type { EgressVariables } from '../../../../src/egress/policy.ts';
import type { SocketTarget } from '../../../../worker/net/socket.ts';

interface Common {
  readonly variables?: EgressVariables;
  /** In the notation of `DEADLINES`. */
  readonly deadlines?: string;
}

interface ToServer extends Common {
  readonly target: SocketTarget;
  /** Aborts the request's signal after so many milliseconds. */
  readonly clientLeavesAfter?: number;
}

export type Operation =
  /** Opens and closes a connection. */
  | (ToServer & { readonly kind: 'open' })
  /** Sends a line and gives every line of the answer. */
  | (ToServer & { readonly kind: 'lines'; readonly send: string | null; readonly total?: number })
  /** Sends that many octets of zero, then waits for one octet. */
  | (ToServer & { readonly kind: 'write'; readonly octets: number })
  /** Sends a line, passes over so many lines, and streams the rest. */
  | (ToServer & {
      readonly kind: 'pump';
      readonly send: string | null;
      readonly skip?: number;
      readonly length?: number;
      readonly stopAtLength?: boolean;
      readonly cap?: number;
      readonly terminator?: boolean;
      /** What comes before the end: nothing, an error, or an error unless the connection is closed by then. */
      readonly verdict?: 'fail' | 'fail-if-open';
    })
  /** Reads a port from the first line of the control connection, and everything from that port. */
  | (ToServer & { readonly kind: 'data'; readonly tls: 'none' | 'starttls' })
  /** Says `AUTH TLS`, goes over to TLS after the reply, and sends one line more. */
  | (ToServer & { readonly kind: 'upgrade' })
  /** Counts one connection to a host against a limit of two. */
  | (Common & { readonly kind: 'admit'; readonly host: string })
  /** The promises of this isolate that were rejected and left. */
  | (Common & { readonly kind: 'rejections' })
  /** How the pumps of this isolate ended. */
  | (Common & { readonly kind: 'outcomes' });

/** The answer of the harness, except for streams. */
export interface Report {
  readonly error: {
    readonly code: string;
    readonly status: number;
    readonly detail: string;
    readonly rule: string | null;
  } | null;
  readonly lines: readonly string[];
  readonly timings: Readonly<Record<string, number | null>> | null;
}
