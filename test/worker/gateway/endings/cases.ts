/** The servers of each kind of links, a link that they can open, and the words in which they refuse. */
import type { LinkKind } from '../../../../src/open/contract.ts';
import { startCnrp } from '../../../servers/cnrp.ts';
import { startDict } from '../../../servers/dict.ts';
import { startFinger } from '../../../servers/finger.ts';
import { startFtp } from '../../../servers/ftp.ts';
import { startGopher } from '../../../servers/gopher.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { startNntp } from '../../../servers/nntp.ts';
import { startProspero } from '../../../servers/prospero.ts';
import { startTelnet } from '../../../servers/telnet.ts';
import { startWais } from '../../../servers/wais.ts';
import { startWeb } from '../../../servers/web.ts';

/** A link whose server ends the conversation in every way. */
export interface Case {
  readonly kind: LinkKind;
  readonly name: string;
  readonly start: () => Promise<Pick<RunningServer, 'port' | 'close' | 'faults'>>;
  /** Absent = the link opens without settings. */
  readonly settings?: (port: number) => Readonly<Record<string, string>>;
  /** Options of the command line that say the same. Absent = none. */
  readonly options?: (port: number) => readonly string[];
  /** Where the server of the link is not asked. Absent = nowhere. */
  readonly notAsked?: readonly ('page' | 'json' | 'get')[];
  /** Whether the server is asked by datagrams, so that its own faults are its endings. Absent = `false`. */
  readonly usesDatagrams?: boolean;
  readonly url: (port: number) => string;
  /** What the request looks like among what a client sends. */
  readonly request: RegExp;
  /** What the server says if it is full, before a request if it greets. Absent = its protocol has no words for this. */
  readonly full?: string;
  readonly hasGreeting: boolean;
  /** What the server answers to the request: that it is busy, does not have it, denies it. Absent as above. */
  readonly busy?: string;
  readonly missing?: string;
  readonly denied?: string;
  /** The octets of the answer after which it breaks. */
  readonly part: number;
}

const ANY = /\r\n/;
const gopher = {
  kind: 'gopher',
  start: () => startGopher(),
  request: ANY,
  hasGreeting: false,
  full: '3Too many connections, try again later\terror\terror.host\t1\r\n.\r\n',
  busy: '3The server is busy\terror\terror.host\t1\r\n.\r\n',
  missing: "3'/nowhere' does not exist\terror\terror.host\t1\r\n.\r\n",
  denied: '3Access denied\terror\terror.host\t1\r\n.\r\n',
  part: 10,
} as const;

const ftp = {
  kind: 'ftp',
  start: () => startFtp(),
  hasGreeting: true,
  full: '421 There are too many connected users, please try later.\r\n',
  part: 2,
} as const;

/** What a server says of a directory that it has changed to. */
const listing = {
  busy: '450 File unavailable\r\n',
  missing: '550 No such file or directory\r\n',
  denied: '550 Permission denied\r\n',
} as const;

/** The reply to CAPABILITIES, which is sent with the request. */
const NO_CAPABILITIES = '500 What?\r\n';

const nntp = {
  start: () => startNntp({ many: 300 }),
  hasGreeting: true,
  full: '400 load at 99, try later\r\n',
  busy: `${NO_CAPABILITIES}403 internal fault\r\n`,
  denied: `${NO_CAPABILITIES}502 permission denied\r\n`,
  part: 10,
} as const;

export const cases: readonly Case[] = [
  { ...gopher, name: 'menu', url: (port) => `gopher://localhost:${port}/1/about` },
  { ...gopher, name: 'text', url: (port) => `gopher://localhost:${port}/0/about/motto.txt` },
  // Its item type says all that JSON has.
  { ...gopher, name: 'file', notAsked: ['json'], url: (port) => `gopher://localhost:${port}/9/about/motto.txt` },
  { ...ftp, ...listing, name: 'directory', url: (port) => `ftp://localhost:${port}/pub/`, request: /^(?:LIST|MLSD)/m },
  { ...ftp, name: 'file', url: (port) => `ftp://localhost:${port}/pub/README`, request: /^SIZE/m },
  {
    ...{ ...nntp, kind: 'news', name: 'group', missing: `${NO_CAPABILITIES}411 No such group\r\n` },
    ...{ url: (port) => `nntp://localhost:${port}/museum.history`, request: /^GROUP/m },
  },
  {
    ...{ ...nntp, kind: 'news', name: 'article', missing: `${NO_CAPABILITIES}430 No such article\r\n` },
    ...{ url: (port) => `news://localhost:${port}/deluge.1@museum.test`, request: /^(?:ARTICLE|STAT|HEAD)/m },
  },
  {
    ...{ ...nntp, kind: 'mid', name: 'message', missing: `${NO_CAPABILITIES}430 No such article\r\n` },
    ...{ url: () => 'mid:deluge.1@museum.test', request: /^(?:ARTICLE|STAT|HEAD)/m },
    full: '502 Too many connections from your host\r\n',
    settings: (port) => ({ NEWS_SERVER: `localhost:${port}` }),
    options: (port) => ['--news-server', `localhost:${port}`],
  },
  {
    ...{ kind: 'dict', name: 'word', start: () => startDict(), hasGreeting: true, part: 10 },
    ...{ url: (port) => `dict://localhost:${port}/d:gopher:*`, request: /DEFINE/ },
    full: '420 Server temporarily unavailable\r\n',
    busy: '420 Server temporarily unavailable\r\n',
    missing: '552 no match\r\n',
    denied: '530 Access denied\r\n',
  },
  {
    ...{ kind: 'finger', name: 'user', start: () => startFinger(), hasGreeting: false, part: 10 },
    ...{ url: (port) => `finger://localhost:${port}/curator`, request: ANY },
  },
  {
    ...{ kind: 'wais', name: 'search', start: () => startWais(), hasGreeting: false, part: 10 },
    ...{ url: (port) => `wais://localhost:${port}/history?wais`, request: /./s },
  },
  {
    ...{ kind: 'go', name: 'name', start: () => startCnrp(), hasGreeting: false, part: 40 },
    ...{ url: (port) => `go://localhost:${port}?fidonet`, request: /\r\n\r\n/ },
    full: 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n',
    busy: 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n',
    missing: 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n',
    denied: 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n',
  },
  {
    // Browsers open it themselves.
    ...{ kind: 'http', name: 'page', hasGreeting: false, part: 40, notAsked: ['page', 'json'] },
    start: () => startWeb((_method, target) => (target === '/robots.txt' ? null : { status: '200 OK', body: 'hello' })),
    ...{ url: (port) => `http://localhost:${port}/page`, request: /\r\n\r\n/ },
    full: 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n',
    busy: 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n',
    missing: 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n',
    denied: 'HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n',
  },
  {
    ...{ kind: 'prospero', name: 'names', start: () => startProspero(), hasGreeting: false, part: 0 },
    ...{ url: (port) => `prospero://localhost:${port}//museum`, request: ANY, usesDatagrams: true },
    settings: () => ({ PROSPERO_RELAY: 'http://localhost:1', PROSPERO_RELAY_SECRET: 'a secret of the tests' }),
  },
  {
    ...{ kind: 'terminal', name: 'session', start: () => startTelnet(), hasGreeting: true, part: 5 },
    notAsked: ['page', 'json', 'get'],
    ...{ url: (port) => `telnet://localhost:${port}/`, request: /./s },
  },
];
