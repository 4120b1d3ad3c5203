/** The command line and the environment of a self-hosted server, checked before anything starts. */
import { isIPv6 } from 'node:net';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { settingsTable } from '../settings/settings.ts';

export const USAGE = `waypost-server [--host 127.0.0.1] [--port 8080] [--data ./data] [--site NAME,…]

  --host   the address to listen at: an IPv4 or IPv6 address, or a name
  --port   the port, 0 to 65535; 0 is any free port
  --data   the folder that short links are kept in
  --site   the names at which clients reach the server; requests for any other host are answered 421

Variables and secrets come from the environment: CONTACT=me@example.org LINK_TOKENS=me:… waypost-server
`;

/** A command line or a setting that is wrong. Its message is for operators. */
export class OptionError extends Error {}

export type SelfHostOptions = ReturnType<typeof readOptions>;

/** @throws OptionError for an option that does not exist, or a value that it cannot have */
export function readOptions(args: readonly string[]) {
  const { host, port, data, site, help } = parse(args);
  return {
    /** As in a URL: an IPv6 address is in brackets. */
    host: readHost(host),
    port: readPort(port),
    data,
    /** The hosts that the server answers for; empty = all. */
    site: readSite(site),
    help,
  };
}

function readPort(port: string): number {
  const number = /^\d{1,5}$/.test(port) ? Number(port) : Number.NaN;
  if (!(number <= 65_535)) throw new OptionError(`--port ${port} is wrong: a port is a number from 0 to 65535.`);
  return number;
}

function readHost(host: string): string {
  const literal = host.replace(/^\[(.*)\]$/, '$1');
  if (isIPv6(literal)) return `[${literal}]`;
  if (/^[\w.-]+$/.test(host)) return host;
  throw new OptionError(`--host ${host} is wrong: it is an address such as 127.0.0.1 or ::1, or a name.`);
}

function readSite(site: string): string[] {
  const hosts = site === '' ? [] : site.toLowerCase().split(',');
  const wrong = hosts.find((host) => !/^(?:[\w.-]+|\[[\da-f:.]+\])$/.test(host));
  if (wrong === undefined) return hosts;
  throw new OptionError(
    `--site ${site} is wrong: it is host names without ports, such as waypost.example.org,10.0.0.5.`,
  );
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8080' },
        data: { type: 'string', default: 'data' },
        site: { type: 'string', default: '' },
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
