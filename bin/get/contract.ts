/**
 * What the command line and the bundle of `get` and `check` know of each other. The command line imports the bundle when
 * one of these two commands is used, and never before.
 */
import type { Options } from '../../src/index.ts';
import type { Streams } from '../streams.ts';

/** `waypost get`, parsed. */
export interface Get {
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

/** What the bundle exports. */
export interface GetBundle {
  /** Opens a link, and returns whether it could be opened. Its errors are on standard error. */
  readonly get: (request: Get, streams: Streams, version: string) => Promise<boolean>;
}
