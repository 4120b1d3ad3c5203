/**
 * What the command line and the bundle of `get` and `check` know of each other. The command line imports the bundle
 * when one of these two commands is used, and never before.
 */
import type { Options } from '../../src/index.ts';
import type { InputLine } from '../lines.ts';
import type { StandardStreams } from '../terminal.ts';

/** `waypost get`, parsed. */
export interface GetRequest {
  readonly kind: 'get';
  readonly url: string;
  readonly options: Options;
  /** `text` for people, `json` as the gateways answer programs, `raw` for the octets of the server. */
  readonly format: 'text' | 'json' | 'raw';
  /** The file that is written; `null` = standard output. */
  readonly output: string | null;
  /** The WARC file to which the conversations are added; `null` = none. */
  readonly warc: string | null;
  /** Whether addresses that are not public are refused. */
  readonly publicOnly: boolean;
  /** The charset of texts; `null` = it is recognised. */
  readonly charset: string | null;
  /** Settings of the gateways, by the keys that the Worker has for them. */
  readonly settings: Readonly<Record<string, string>>;
}

/** `waypost check`, parsed. */
export interface CheckRequest {
  readonly kind: 'check';
  /** The lines of the input, or the arguments, in their order. */
  readonly links: AsyncIterable<InputLine>;
  readonly options: Options;
  readonly publicOnly: boolean;
  /** The pause after a check of a server, in milliseconds. */
  readonly pause: number;
  /** The servers that are asked at the same time. */
  readonly concurrency: number;
  readonly settings: Readonly<Record<string, string>>;
}

/** What the bundle exports. */
export interface NetworkCommands {
  /** Writes a line of JSON for each link, and returns whether all of them are alive. */
  readonly check: (request: CheckRequest, streams: StandardStreams, version: string) => Promise<boolean>;
  /** Opens a link, and returns whether it could be opened. Its errors are on standard error. */
  readonly get: (request: GetRequest, streams: StandardStreams, version: string) => Promise<boolean>;
}
