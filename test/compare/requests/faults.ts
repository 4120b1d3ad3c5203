/** Requests while a server misbehaves, in each way that it can. */
import { type Fault, type FaultKind, faultKinds } from '../../servers/faults.ts';
import type { ServerName } from '../servers.ts';
import type { Request, Session } from '../session.ts';

/** Each fault; those that would send a gigabyte or wait for seconds are smaller here. */
const FAULTS: Readonly<Record<FaultKind, Fault>> = {
  refused: { kind: 'refused' },
  silent: { kind: 'silent' },
  drip: { kind: 'drip', everyMs: 0 },
  reset: { kind: 'reset' },
  truncated: { kind: 'truncated' },
  endless: { kind: 'endless' },
  'endless-line': { kind: 'endless-line' },
  huge: { kind: 'huge', size: 3_000_000 },
  garbage: { kind: 'garbage' },
  'wrong-length': { kind: 'wrong-length' },
  goodbye: { kind: 'goodbye' },
  'no-226': { kind: 'no-226' },
  pasv: { kind: 'pasv' },
  'epsv-refused': { kind: 'epsv-refused' },
  'epsv-delimiter': { kind: 'epsv-delimiter' },
  'data-refused': { kind: 'data-refused' },
  'overview-gaps': { kind: 'overview-gaps' },
};

/** An answer that drips takes seconds. */
const MOST_DRIPPING = 2;

/** Sends requests with each fault that a server of the protocol can have. */
export async function withEachFault(
  session: Session,
  server: ServerName,
  protocol: string,
  requests: readonly (Request | string)[],
): Promise<void> {
  for (const fault of faultsOf(protocol)) {
    await session.withFault(server, fault, async () => {
      for (const request of fault.kind === 'drip' ? requests.slice(0, MOST_DRIPPING) : requests) {
        const asked = typeof request === 'string' ? { path: request } : request;
        await session.ask({ profile: 'hasty', ...asked });
      }
    });
  }
}

/** The faults that a server of a protocol can have. */
export function faultsOf(protocol: string): readonly Fault[] {
  return Object.values(FAULTS).filter(({ kind }) => {
    const { protocols } = faultKinds[kind];
    return protocols === 'all' || protocols.includes(protocol);
  });
}
