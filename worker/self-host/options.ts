/** The command line and the environment of a self-hosted server, checked before anything starts. */
import { isIPv6 } from 'node:net';
import { parseArgs } from 'node:util';
import { faultsIn } from '../settings/faults.ts';
import { parseLinkQuota } from '../settings/limits.ts';
import { parseTokens } from '../settings/secrets.ts';

export const USAGE = `waypost-server [--host 127.0.0.1] [--port 8080] [--data ./data] [--grace 10]

  --host   the address to listen at: an IPv4 or IPv6 address, or a name
  --port   the port, 0 to 65535; 0 is any free port
  --data   the folder that short links are kept in
  --grace  how many seconds open requests have to end after SIGTERM; a second signal ends them at once

Variables and secrets come from the environment: CONTACT=me@example.org LINK_TOKENS=me:… waypost-server
`;

/** A command line or a setting that is wrong. Its message is for operators. */
export class OptionError extends Error {}

export type SelfHostOptions = ReturnType<typeof readOptions>;

/** @throws OptionError for an option that does not exist, or a value that it cannot have */
export function readOptions(args: readonly string[]) {
  const { host, port, data, grace, help } = parse(args);
  return {
    /** As in a URL: an IPv6 address is in brackets. */
    host: readHost(host),
    port: readPort(port),
    data,
    /** In milliseconds. */
    grace: readGrace(grace),
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

/** A day is long enough for any request. */
const LONGEST_GRACE = 86_400;

function readGrace(grace: string): number {
  const seconds = /^\d{1,5}$/.test(grace) ? Number(grace) : Number.NaN;
  if (seconds <= LONGEST_GRACE) return seconds * 1000;
  throw new OptionError(`--grace ${grace} is wrong: it is a number of seconds from 0 to ${LONGEST_GRACE}.`);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '8080' },
        data: { type: 'string', default: 'data' },
        grace: { type: 'string', default: '10' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
}

const NO_JURISDICTION =
  'JURISDICTION is wrong: it is for Cloudflare, and must be empty here. Short links are in the folder of --data.';

/**
 * The owners in `LINK_QUOTA` that have no token: a misspelt name would leave its owner without a quota. At Cloudflare
 * tokens and variables change at different times, so no deployment is refused for them.
 */
function quotasOfNobody({ LINK_QUOTA = '', LINK_TOKENS = '' }: SettingTexts): readonly string[] {
  const owners = new Set(parseTokens(LINK_TOKENS).map(({ owner }) => owner.name));
  const unknown = [...parseLinkQuota(LINK_QUOTA).owners.keys()].filter((name) => !owners.has(name));
  return unknown.map(
    (name) => `LINK_QUOTA is wrong: \`${name}\` has no token in LINK_TOKENS. Correct or remove the name.`,
  );
}

type SettingTexts = Readonly<Record<string, string | undefined>>;

/** @throws OptionError that names each variable and secret that is wrong. It quotes no secret. */
export function checkSettings(environment: SettingTexts): void {
  const wrong = [...faultsIn(environment), ...(environment.JURISDICTION ? [NO_JURISDICTION] : [])];
  const faults = wrong.length > 0 ? wrong : quotasOfNobody(environment);
  if (faults.length > 0) throw new OptionError(faults.join('\n'));
}
