/** The setting `CNRP_SERVICES`: the services that are asked about names whose links name no service. */

/** The server of a service. */
export interface CnrpServer {
  /** As `connect` takes it: IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
}

/** The port that IANA assigned to CNRP (RFC 3367). */
export const CNRP_PORT = 1096;

/** The platform allows a request six connections at the same time. */
const MOST_SERVICES = 4;
const SERVICE = /^(?:(?:go|http):\/\/)?([^/?#:@\s]+|\[[\da-f:.]+\])(?::(\d{1,5}))?\/?$/i;

/**
 * Reads `CNRP_SERVICES`: up to four of `host`, `host:port` or `http://host:port/`, separated by commas or blanks. They
 * are asked at the same time. Empty = none.
 *
 * @throws TypeError for anything else
 * @example
 * ```ts
 * parseCnrpServices('names.example, [2001:db8::1]:8096').map(({ port }) => port); // [1096, 8096]
 * ```
 */
export function parseCnrpServices(text: string): readonly CnrpServer[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  if (entries.length > MOST_SERVICES) throw new TypeError(`more than ${MOST_SERVICES} services`);
  return entries.map((entry) => {
    const [, host, port] = SERVICE.exec(entry) ?? [];
    const number = Number(port ?? CNRP_PORT);
    if (host === undefined || number < 1 || number > 65_535) throw new TypeError('not a service');
    return { host: host.toLowerCase(), port: number };
  });
}
