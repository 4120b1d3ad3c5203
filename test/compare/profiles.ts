/** The settings with which both Workers run, by a name for each set. */
import type { Servers } from './servers.ts';

/** Owners of short links, by their tokens. */
export const TOKENS = {
  alice: 'alice-0123456789abcdef',
  bob: 'bob-0123456789abcdef',
  root: 'root-0123456789abcdef',
} as const;

export const METRICS_TOKEN = 'metrics-0123456789abcdef';
export const WEBHOOK_SECRET = `whsec_${Buffer.from('a secret of twenty-four octets').toString('base64')}`;
export const RELAY_SECRET = 'relay-0123456789abcdef';

/** The host that every request names. */
export const HOST = 'waypost.test';

type Variables = Readonly<Record<string, string>>;

/** Long enough for a busy machine. */
const PATIENT = 'connect=60s, first=60s, idle=60s, total=120s';
/** For servers that never answer. */
const HASTY = 'connect=10s, first=1s, idle=1s, total=60s';
/** For datagrams, which are sent again and again until the deadline. */
const BRIEF = 'connect=2s, first=1s, idle=1s, total=2s';

const reach = (servers: Servers, relay: string): Variables => ({
  // Without it, EGRESS_ALLOW does not hold for a request to a name, and no server is reached.
  HOSTS: HOST,
  EGRESS_ALLOW: servers.hosts.join(', '),
  // The system chooses the data ports, and some of its choices are denied as ports of databases.
  EGRESS_DENY_PORTS: '6379',
  EGRESS_DENY: 'denied.example',
  DOH_URL: servers.dohUrl,
  DEADLINES: PATIENT,
  NEWS_SERVER: servers.at('nntp'),
  CNRP_SERVICES: servers.at('cnrp'),
  PROSPERO_RELAY: relay,
  PROSPERO_RELAY_SECRET: RELAY_SECRET,
});

const everything = (servers: Servers, relay: string): Variables => ({
  ...reach(servers, relay),
  CONTACT: 'curator@museum.test',
  TERMINALS: 'on',
  EXAMPLES: JSON.stringify({ 'a gopher menu': `gopher://${servers.at('gopher')}/` }),
  LINK_TOKENS: `alice:${TOKENS.alice}, bob:${TOKENS.bob}, root:${TOKENS.root}:admin`,
  METRICS_TOKEN,
  WEBHOOK_SECRETS: WEBHOOK_SECRET,
  REDIRECT_HOSTS: 'trusted.example',
  DOWNLOAD_CAP: '2MiB',
});

const profiles = {
  /** Everything is set. */
  main: everything,
  /** As `main`, for servers with faults. */
  hasty: (servers, relay) => ({ ...everything(servers, relay), DEADLINES: HASTY }),
  /** As `main`, for a server of datagrams with faults. */
  brief: (servers, relay) => ({ ...everything(servers, relay), DEADLINES: BRIEF }),
  /** Below a path of a host that has other things too. */
  based: (servers, relay) => ({ ...everything(servers, relay), BASE_PATH: '/below/here' }),
  /** Nothing is set but what reaches the servers. */
  bare: (servers, relay) => {
    const { NEWS_SERVER: _, CNRP_SERVICES: __, PROSPERO_RELAY: ___, ...rest } = reach(servers, relay);
    return rest;
  },
  /** Every setting that changes what the gateways and redirects do. */
  varied: (servers, relay) => ({
    ...everything(servers, relay),
    NEWS_SERVER: `nntps://${servers.at('nntpTls')}`,
    NEWS_LOGIN: 'curator:museum',
    NEWS_ADDRESSES: 'masked',
    GATEWAYS: JSON.stringify({
      gopher: 'https://gw.example/{host}/{+selector}',
      ftp: 'none',
      wais: 'https://w.example/{?url}',
    }),
    AFS_WEB: JSON.stringify({ 'cell.example': 'https://afs.example/' }),
    ARCHIVES: JSON.stringify({ gopher: 'https://archive.example/{+url}', ftp: 'none' }),
    CRAWLERS: 'archive.org_bot=/ftp/',
    DOWNLOAD_CAP: '10000',
    CONTACT: 'https://operator.example/',
  }),
  /** As `main`, with rates that are used up at once. */
  limited: (servers, relay) => ({ ...everything(servers, relay), RATE_LIMITS: 'client=2, target=3, link=2' }),
  /** With values that cannot be read. */
  wrong: (servers, relay) => ({ ...everything(servers, relay), NEWS_SERVER: 'no server', LINK_TOKENS: 'short' }),
} satisfies Record<string, (servers: Servers, relay: string) => Variables>;

export type ProfileName = keyof typeof profiles;

/** The variables and secrets of a set. */
export function variablesOf(profile: ProfileName, servers: Servers, relay: string): Record<string, string> {
  return { ...profiles[profile](servers, relay) };
}
