/** How a link is opened, by a gateway or as a page of the Web. */
import type { Resolution } from '../../src/index.ts';
import type { Network } from './network.ts';

export interface OpenOptions {
  /** `json` as gateways answer programs, `raw` for the octets of the server. */
  readonly format: 'json' | 'raw';
  /** The charset of texts; `null` = it is recognised. */
  readonly charset: string | null;
  readonly network: Network;
  /** Settings of the Worker, by their keys: `NEWS_SERVER`, `CNRP_SERVICES`, `DEADLINES`. */
  readonly settings: Readonly<Record<string, string>>;
  /** What web servers learn of this program. */
  readonly userAgent: string;
  readonly signal: AbortSignal;
  /** Called before each request, with its link. */
  readonly onRequest: (link: Resolution) => void;
}
