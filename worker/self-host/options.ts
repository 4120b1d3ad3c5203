/** The command line and the environment of a self-hosted server, checked before anything starts. */
import { isIPv6 } from 'node:net';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { settings } from '../env.ts';
import { settingsTable } from '../settings/table.ts';

export const USAGE = `waypost-server [--host 127.0.0.1] [--port 8080] [--data ./data]

  --host   the address to listen at: an IPv4 or IPv6 address, or a name
  --port   the port, 0 to 65535; 0 is any free port
  --data   the folder that short links are kept in

Variables and secrets come from the environment: CONTACT=me@example.org LINK_TOKENS=me:… waypost-server
`;

/** A command line or a setting that is wrong. Its message is for operators. */
export class UsageError extends Error {}

export interface Options {
  /** As in a URL: an IPv6 address is in brackets. */
  readonly host: string;
  readonly port: number;
  readonly data: string;
  readonly help: boolean;
}

/**
 * Reads the command line.
 *
 * @throws UsageError for an option that does not exist, or a value that it cannot have
 */
export function readOptions(args: readonly string[]): Options {
  const { host, port, data, help } = parse(args);
  const number = /^\d{1,5}$/.test(port) ? Number(port) : Number.NaN;
  if (!(number <= 65_535)) throw new UsageError(`--port ${port} is wrong: a port is a number from 0 to 65535.`);
  const literal = host.replace(/^\[(.*)\]$/, '$1');
  if (isIPv6(literal)) return { host: `[${literal}]`, port: number, data, help };
  if (!/^[\w.-]+$/.test(host)) {
    throw new UsageError(`--host ${host} is wrong: it is an address such as 127.0.0.1 or ::1, or a name.`);
  }
  return { host, port: number, data, help };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8080' },
        data: { type: 'string', default: 'data' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Checks every variable and secret that is set.
 *
 * @throws UsageError that names each wrong one with its right form. It quotes no secret.
 */
export function checkSettings(environment: Readonly<Record<string, string | undefined>>): void {
  const faults = Object.entries(settings).flatMap(([key, schema]) => {
    const value = environment[key];
    const { kind, description } = settingsTable.get(key) ?? {};
    if (value === undefined || kind === 'binding') return [];
    const { success, issues } = v.safeParse(schema, value);
    if (success) return [];
    // A parser may begin its message with the name of the setting.
    const reasons = issues.map(({ message }) => message.replace(`${key}: `, ''));
    return [`${key} is wrong${kind === 'secret' ? '' : `: ${reasons.join(', ')}`}.\n  ${description}`];
  });
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
}
