/**
 * What the command line and the bundle of `get` and `check` know of each other. The command line imports the bundle
 * when one of these two commands is used, and never before.
 */
import type { Options } from '../../src/index.ts';
import type { ConfirmedCopy } from '../../src/open/archive-copies.ts';
import type { LinkCheck } from '../../src/open/check-link.ts';
import type { SuccessorSuggestion } from '../../src/open/next-door.ts';
import type { StandardStreams } from '../terminal.ts';

/** The settings of the gateways that a person may have, as texts; `null` = the default. */
export interface SettingOptions {
  readonly newsServer: string | null;
  readonly newsArchive: string | null;
  readonly nameService: string | null;
  readonly deadlines: string | null;
}

/** `waypost get`, parsed. */
export interface GetRequest extends SettingOptions {
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
}

/** How links are checked: the limits of politeness, and what may be reached. */
export interface CheckerRequest extends SettingOptions {
  readonly options: Options;
  readonly publicOnly: boolean;
  /** The pause after a check of a server, in milliseconds. */
  readonly pause: number;
  /** The servers that are asked at the same time. */
  readonly concurrency: number;
  /** The setting `ARCHIVES`, or one address for all links; empty = the defaults, `null` = no archive is asked. */
  readonly archives: string | null;
  /** Whether the Web of the same host is asked for what links name. */
  readonly suggest: boolean;
}

/** What a check finds, as `/v1/check` has it, or why the link cannot be checked. A suggestion is there if asked for. */
export type CheckedLink =
  | ({ readonly input: string; readonly canonical: string; readonly suggestion?: SuccessorSuggestion } & LinkCheck)
  | { readonly input: string; readonly error: { readonly code: string; readonly message: string } };

/** Asks servers about links: one at a time of each server, and a pause after it. */
export interface LinkChecker {
  /** Checks a link. It never fails. */
  check(url: string): Promise<CheckedLink>;
  /** Asks archives for a copy of a link (RFC 7089); `null` if none says that it has one. */
  copyOf(url: string): Promise<ConfirmedCopy | null>;
  /** Asks the Web of the same host for what a link names. It never fails. */
  suggestFor(url: string, status: LinkCheck['status']): Promise<SuccessorSuggestion>;
}

/** What the bundle exports. */
export interface NetworkCommands {
  /** @throws UsageError for settings that cannot be read */
  readonly linkChecker: (
    request: CheckerRequest,
    streams: Pick<StandardStreams, 'env'>,
    version: string,
  ) => LinkChecker;
  /** Opens a link, and returns whether it could be opened. Its errors are on standard error. */
  readonly get: (request: GetRequest, streams: StandardStreams, version: string) => Promise<boolean>;
}

export type { LinkCheck, SuccessorSuggestion };
