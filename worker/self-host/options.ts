/** The command line and the environment of a self-hosted server, checked before anything starts. */
import { isIPv6 } from 'node:net';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { settingsTable } from '../settings/settings.ts';

export const USAGE = `waypost-server [--host 127.0.0.1] [--port 8080] [--data ./data] [--site NAME,…]
               [--proxy-port PORT [--proxy-host 127.0.0.1]]

  --host         the address to listen at: an IPv4 or IPv6 address, or a name
  --port         the port, 0 to 65535; 0 is any free port
  --data         the folder that short links are kept in
  --site         the names at which clients reach the server; requests for any other host are answered 421
  --proxy-port   the port of an HTTP proxy for old browsers and lynx, which shows old links as HTML 3.2
  --proxy-host   the address that the proxy listens at

Variables and secrets come from the environment: CONTACT=me@example.org LINK_TOKENS=me:… waypost-server
`;

/** A command line or a setting that is wrong. Its message is for operators. */
export class OptionError extends Error {}

/** An address to listen at. */
export interface ListenAddress {
  /** As in a URL: an IPv6 address is in brackets. */
  readonly host: string;
  readonly port: number;
}

export type SelfHostOptions = ReturnType<typeof readOptions>;

/** @throws OptionError for an option that does not exist, or a value that it cannot have */
export function readOptions(args: readonly string[]) {
  const { host, port, data, site, help, 'proxy-host': proxyHost, 'proxy-port': proxyPort } = parse(args);
  if (proxyPort === undefined && proxyHost !== undefined) {
    throw new OptionError('--proxy-host has no effect without --proxy-port.');
  }
  return {
    host: readHost('--host', host),
    port: readPort('--port', port),
    data,
    /** The hosts that the server answers for; empty = all. */
    site: readSite(site),
    /** Where the proxy for old browsers listens; `null` = there is none. */
    proxy:
      proxyPort === undefined
        ? null
        : { host: readHost('--proxy-host', proxyHost ?? LOOPBACK), port: readPort('--proxy-port', proxyPort) },
    help,
  };
}

function readPort(option: string, port: string): number {
  const number = /^\d{1,5}$/.test(port) ? Number(port) : Number.NaN;
  if (!(number <= 65_535)) throw new OptionError(`${option} ${port} is wrong: a port is a number from 0 to 65535.`);
  return number;
}

function readHost(option: string, host: string): string {
  const literal = host.replace(/^\[(.*)\]$/, '$1');
  if (isIPv6(literal)) return `[${literal}]`;
  if (/^[\w.-]+$/.test(host)) return host;
  throw new OptionError(`${option} ${host} is wrong: it is an address such as 127.0.0.1 or ::1, or a name.`);
}

function readSite(site: string): string[] {
  const hosts = site === '' ? [] : site.toLowerCase().split(',');
  const wrong = hosts.find((host) => !/^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(host));
  if (wrong === undefined) return hosts;
  throw new OptionError(
    `--site ${site} is wrong: it is host names without ports, such as waypost.example.org,10.0.0.5.`,
  );
}

const LOOPBACK = '127.0.0.1';

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        host: { type: 'string', default: LOOPBACK },
        port: { type: 'string', default: '8080' },
        data: { type: 'string', default: 'data' },
        site: { type: 'string', default: '' },
        'proxy-host': { type: 'string' },
        'proxy-port': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws OptionError that names each variable and secret that is wrong. It quotes no secret. */
export function checkSettings(environment: Readonly<Record<string, string | undefined>>): void {
  const faults = [...settingsTable].flatMap(([key, { kind, description, schema }]) => {
    const value = environment[key];
    if (value === undefined || kind === 'binding') return [];
    const { success, issues } = v.safeParse(schema, value);
    if (success) return [];
    // A parser may begin its message with the name of the setting.
    const reasons = issues.map(({ message }) => message.replace(`${key}: `, ''));
    return [`${key} is wrong${kind === 'secret' ? '' : `: ${reasons.join(', ')}`}.\n  ${description}`];
  });
  if (faults.length > 0) throw new OptionError(faults.join('\n'));
}
