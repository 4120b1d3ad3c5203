/** The content of a link, to compare it with another: what its server says of it, and its octets up to a limit. */
import type { Resolution } from '../index.ts';
import { type Collected, collect } from '../protocols/connection.ts';
import { type CheckRun, networkFor } from './check-link.ts';
import { NOTHING_ASKED } from './contract.ts';
import { Memory } from './memory.ts';
import type { AnyOpened } from './opened.ts';
import { openerOf } from './registry.ts';

/** What a server has for a link. */
interface LinkedContent {
  /** In octets; `null` = the server does not say, or counts line ends that it changes. */
  readonly size: number | null;
  readonly modified: Date | null;
  /** Reads the octets, once, at most as many as the cap. */
  octets(cap: number): Promise<Collected>;
}

/**
 * Uses the content of a link, and closes its connections. It sends no user name and no password.
 *
 * @param wants - `json` for what the server says of it first, `octets` for nothing but its octets
 * @param use - gets `null` if what the link leads to has no octets: a directory, a menu, another link
 * @throws as the opener, and as `use`
 */
export async function withContent<Result>(
  link: Resolution,
  run: CheckRun,
  wants: 'json' | 'octets',
  use: (content: LinkedContent | null) => Promise<Result>,
): Promise<Result> {
  const opener = openerOf(link.scheme);
  if (opener === undefined) return use(null);
  const { network, connections } = networkFor(link, { ...run, batch: undefined });
  try {
    const context = { ...network, ...NOTHING_ASKED, wants, memory: new Memory() };
    return await use(await contentOf(await opener.open(link, context)));
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function contentOf(opened: AnyOpened): Promise<LinkedContent | null> {
  switch (opened.shape) {
    case 'file': {
      const { size, isExact, modified } = opened;
      return {
        ...{ size: isExact ? size : null, modified },
        async octets(cap) {
          const transfer = await opened.fetch();
          return transfer.shape === 'transfer' ? collect(transfer, cap) : NO_OCTETS;
        },
      };
    }
    case 'text':
    case 'message': {
      const { octets } = opened;
      const part = async (cap: number) => ({ octets: octets.subarray(0, cap), complete: octets.length <= cap });
      return { size: null, modified: null, octets: part };
    }
    case 'download': {
      const begun = await opened.begin();
      if (begun.shape !== 'arriving') return contentOf(begun);
      return { size: begun.size, modified: null, octets: (cap) => collect(begun.body, cap) };
    }
    case 'octets': {
      const { body } = opened;
      return body === null ? null : { size: null, modified: null, octets: (cap) => collect(body, cap) };
    }
    default:
      return null;
  }
}

const NO_OCTETS: Collected = { octets: new Uint8Array(), complete: false };
