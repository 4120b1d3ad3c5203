/** The operations of the harness Worker: one JSON object for each request, in the body or in `?operation=`. */
import type { EgressVariables } from '../../../../src/egress/policy.ts';
import type { SocketTarget } from '../../../../src/net/socket.ts';

interface Common {
  readonly variables?: EgressVariables;
  /** In the notation of `DEADLINES`. */
  readonly deadlines?: string;
}

interface ToServer extends Common {
  readonly target: SocketTarget;
  /** Aborts the request's signal after this many milliseconds. */
  readonly clientLeavesAfter?: number;
}

export type Operation =
  /** Opens and closes a connection. */
  | (ToServer & { readonly kind: 'open' })
  /** Sends a line and returns every line of the reply. */
  | (ToServer & { readonly kind: 'lines'; readonly send: string | null; readonly total?: number })
  /** Sends that many octets of zero, then waits for one octet. */
  | (ToServer & { readonly kind: 'write'; readonly octets: number })
  /** Sends a line, skips a number of lines, and streams the rest. */
  | (ToServer & {
      readonly kind: 'pump';
      readonly send: string | null;
      readonly skip?: number;
      readonly length?: number;
      readonly stopAtLength?: boolean;
      readonly cap?: number;
      readonly terminator?: boolean;
      /** The verdict: success, an error, or an error unless the connection is closed by then. */
      readonly verdict?: 'fail' | 'fail-if-open';
    })
  /** Reads a port from the first line of the control connection, and everything from that port. */
  | (ToServer & { readonly kind: 'data'; readonly tls: 'none' | 'starttls' })
  /** Sends `AUTH TLS`, begins TLS after the reply, and sends one more line. */
  | (ToServer & { readonly kind: 'upgrade' })
  /** Counts one connection to a host against a limit of two. */
  | (Common & { readonly kind: 'admit'; readonly host: string })
  /** The rejected promises of this isolate that nobody handled. */
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
