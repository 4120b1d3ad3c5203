/** Ports that a link must not reach: those of services, and what `EGRESS_DENY_PORTS` says. */
import { type PortRange, reservedPorts } from '../uri/reserved-ports.ts';
import { entriesIn } from './entries.ts';

/** A rule for a range of ports. */
export interface PortRule extends PortRange {
  /** The service for which the ports are denied; `null` = the ports are open. */
  readonly service: string | null;
}

/**
 * Reads `EGRESS_DENY_PORTS`. Each entry is a port or a range to deny. `!` before an entry opens it again. `default`
 * stands for the built-in list. Later entries override earlier ones. `null` means `default`.
 * `deniedService(4444, parseDeniedPorts('default, 8443, !4444'))` is `null`.
 *
 * @throws TypeError for any other entry
 */
export function parseDeniedPorts(text: string | null): readonly PortRule[] {
  return entriesIn(text ?? 'default').flatMap((entry): readonly PortRule[] => {
    if (entry === 'default') return reservedPorts;
    const open = entry.startsWith('!');
    const service = open ? null : 'a service that this gateway leaves alone';
    return [{ ...parseRange(open ? entry.slice(1) : entry), service }];
  });
}

function parseRange(text: string): PortRange {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? from);
  if (!match || from > to || to > 65535)
    throw new TypeError(`EGRESS_DENY_PORTS: not a port or a range of ports: ${text}`);
  return { from, to };
}

/** The service for which a port is denied, by the last rule that covers the port; `null` = the port is open. */
export function deniedService(port: number, rules: readonly PortRule[]): string | null {
  return rules.findLast(({ from, to }) => from <= port && port <= to)?.service ?? null;
}
