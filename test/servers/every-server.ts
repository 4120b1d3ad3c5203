/** The museum of `npm start`: its servers, their ports, and the links to them. */

import { startArchive } from './archive.ts';
import { startCnrp } from './cnrp.ts';
import { startCso } from './cso.ts';
import { startDict } from './dict.ts';
import { startFinger } from './finger.ts';
import { startFtp } from './ftp.ts';
import { startGopher } from './gopher.ts';
import type { RunningServer } from './listener.ts';
import { startNntp } from './nntp.ts';
import { startProspero } from './prospero.ts';
import { startTelnet } from './telnet.ts';
import { startTn3270 } from './tn3270.ts';
import { startWais } from './wais.ts';

/** Ports by the names of the servers. */
export type Ports = Readonly<Record<string, number>>;

/** A server that runs. */
export type StartedServer = Pick<RunningServer, 'port' | 'close'>;

interface ServerEntry {
  readonly name: string;
  /** The port that documents name. If it is taken, the server listens on another one. */
  readonly port: number;
  /** Starts the server. `ports` has the ports of the servers above it in the table. */
  readonly start: (port: number, ports: Ports) => Promise<StartedServer>;
}

/** A port that stays closed, for links that show a refused connection. */
export const CLOSED = 7079;

/** The servers, in the order in which they start. */
export const serverTable: readonly ServerEntry[] = [
  { name: 'ftp', port: 2121, start: (port) => startFtp({ port, tls: 'explicit', many: 5000 }) },
  { name: 'nntp', port: 1119, start: (port) => startNntp({ port, tls: 'explicit', many: 100_000 }) },
  { name: 'archive', port: 8119, start: (port) => startArchive({ port }) },
  { name: 'wais', port: 8210, start: (port) => startWais({ port }) },
  { name: 'telnet', port: 2323, start: (port) => startTelnet({ port }) },
  { name: 'tn3270', port: 3270, start: (port) => startTn3270({ port }) },
  { name: 'cso', port: 1105, start: (port) => startCso({ port }) },
  { name: 'finger', port: 7979, start: (port) => startFinger({ port }) },
  { name: 'dict', port: 8628, start: (port) => startDict({ port }) },
  {
    name: 'gopher',
    port: 7070,
    start: (port, { ftp = 0, nntp = 0 }) =>
      startGopher({ port, tls: 'sniffed', otherPorts: { ftp, nntp, closed: CLOSED } }),
  },
  {
    name: 'cnrp',
    port: 8096,
    start: (port, { gopher = 0, ftp = 0 }) => startCnrp({ port, otherPorts: { gopher, ftp } }),
  },
  {
    name: 'prospero',
    port: 8525,
    start: (port, { ftp = 0, gopher = 0, wais = 0 }) => {
      const otherPorts = { ftp, gopher, wais };
      // A port may be free for TCP and taken for UDP.
      return startProspero({ port, otherPorts }).catch(() => startProspero({ otherPorts }));
    },
  },
];

export interface ServerLink {
  readonly about: string;
  readonly url: (ports: Ports) => string;
}

/**
 * The links of the front page. It explains the first, which is in an old form, so that there is something to explain.
 */
export const frontPageLinks: readonly ServerLink[] = [
  { about: 'a search', url: ({ gopher }) => `<URL:GOPHER://LocalHost:${gopher}/7/search%09gopher menus>` },
  { about: 'a gopher menu', url: ({ gopher }) => `gopher://localhost:${gopher}/` },
  { about: 'an FTP archive', url: ({ ftp }) => `ftp://localhost:${ftp}/pub/` },
  { about: 'a newsgroup', url: () => 'news:museum.history' },
  { about: 'a terminal', url: ({ telnet }) => `telnet://guest@localhost:${telnet}/` },
];

/** The links that `npm start` prints, which are all that the museum has to show. */
export const printedLinks: readonly ServerLink[] = [
  { about: 'a gopher menu', url: ({ gopher }) => `gopher://localhost:${gopher}/` },
  { about: 'an FTP archive', url: ({ ftp }) => `ftp://localhost:${ftp}/pub/` },
  { about: 'a terminal', url: ({ telnet }) => `telnet://guest@localhost:${telnet}/` },
  { about: 'a 3270 form', url: ({ tn3270 }) => `tn3270://localhost:${tn3270}/` },
  { about: 'a WAIS database', url: ({ wais }) => `wais://localhost:${wais}/history?wais` },
  { about: 'a phone book', url: ({ cso }) => `gopher://localhost:${cso}/2` },
  { about: 'a directory', url: ({ prospero }) => `prospero://localhost:${prospero}//museum` },
  { about: 'a user', url: ({ finger }) => `finger://localhost:${finger}/curator` },
  { about: 'a dictionary', url: ({ dict }) => `dict://localhost:${dict}/d:gopher:*` },
  // In any language: a browser asks for its own, and nothing in the museum has all of them.
  { about: 'a common name', url: () => 'go:fidonet;language=*' },
  { about: 'a newsgroup', url: () => 'news:museum.history' },
  // Its server is gone, and an archive has its articles.
  { about: 'a lost group', url: () => `news://localhost:${CLOSED}/museum.lost` },
];

/** The variables by which a Waypost finds the servers that links do not name. */
export const serverSettings = {
  NEWS_SERVER: ({ nntp }) => `localhost:${nntp}`,
  NEWS_ARCHIVE: ({ archive }) => `http://localhost:${archive}/`,
  CNRP_SERVICES: ({ cnrp }) => `localhost:${cnrp}`,
} satisfies Readonly<Record<string, (ports: Ports) => string>>;

/** All servers, running. */
export interface EveryServer {
  readonly ports: Ports;
  readonly close: () => Promise<void>;
}

/**
 * Starts every server.
 *
 * @param portFor - the port of the server that documents call by this port; 0 = any free one
 */
export async function startEveryServer(portFor: (documented: number) => Promise<number>): Promise<EveryServer> {
  const servers: StartedServer[] = [];
  const ports: Record<string, number> = {};
  for (const { name, port, start } of serverTable) {
    const server = await start(await portFor(port), ports);
    servers.push(server);
    ports[name] = server.port;
  }
  return { ports, close: async () => void (await Promise.all(servers.map((server) => server.close()))) };
}
