/** Servers in memory for every kind of links, and what a client writes to them, line by line. */

import { wireOctetsOf } from '../../../src/definition-of.ts';
import type { Resolution } from '../../../src/index.ts';
import type { AnyOpener, OpenContext } from '../../../src/open/contract.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { type Ask, questionText } from '../../../src/schemes/prospero/request.ts';
import type { ProtocolVersion } from '../../../src/schemes/prospero/tokens.ts';
import { answerOf, textRecord } from '../../servers/wais/records.ts';
import { ftpDouble, type Script } from '../protocols/ftp/double.ts';
import { lineServer, type MemoryServer, memoryServer } from '../protocols/memory-server.ts';
import { waisServer } from '../protocols/wais/server.ts';
import { connectTo } from './connect.ts';
import { SETTINGS } from './context.ts';

/** A client and a server of one kind. */
export interface Wire {
  readonly context: Partial<OpenContext>;
  /** What the client has written since the wire began. */
  lines(): readonly string[];
}

/** The lines of octets, without their ends. */
const textLines = (text: string): readonly string[] => text.split(/\r?\n/).filter((line) => line !== '');

const ofServer = (server: MemoryServer): Wire => ({
  context: connectTo(server),
  lines: () => server.requests.flatMap(textLines),
});

/** A server that answers a request, which is complete with its last line, and closes the connection. */
const oneAnswer = (answer: (request: string) => string) => (): Wire =>
  ofServer(memoryServer((request) => ({ parts: [answer(request)], end: 'closed' })));

const ARTICLE = 'Subject: Tea\r\nMessage-ID: <a@h.example>\r\nFrom: a@h.example\r\n\r\nTea.\r\n.\r\n';
const OVERVIEW = '1\tTea\tAda <a@h.example>\tFri, 19 Nov 1982 16:14:55 GMT\t<a@h.example>\t\t100\t1\r\n.\r\n';
const NEWS: Readonly<Record<string, string>> = {
  MODE: '200 reader\r\n',
  CAPABILITIES: '101 list\r\nVERSION 2\r\nREADER\r\nOVER\r\nLIST ACTIVE NEWSGROUPS\r\n.\r\n',
  GROUP: '211 1 1 1 misc.test\r\n',
  LISTGROUP: '211 1 1 1 misc.test\r\n1\r\n.\r\n',
  OVER: `224 follows\r\n${OVERVIEW}`,
  ARTICLE: `220 1 <a@h.example>\r\n${ARTICLE}`,
  LIST: '215 list\r\nmisc.test 1 1 y\r\n.\r\n',
  QUIT: '205 bye\r\n',
};
const news = (): Wire =>
  ofServer(lineServer('200 ready\r\n', (line) => NEWS[line.split(' ')[0] ?? ''] ?? '500 what?\r\n'));

const newsWith =
  (changes: Readonly<Record<string, string>>, context: Partial<OpenContext> = {}) =>
  (): Wire => {
    const replies: Readonly<Record<string, string>> = { ...NEWS, ...changes };
    const replyTo = (line: string) => replies[line] ?? replies[line.split(' ')[0] ?? ''] ?? '500 what?\r\n';
    const wire = ofServer(lineServer('200 ready\r\n', replyTo));
    return { ...wire, context: { ...wire.context, ...context } };
  };
const OLD_CAPABILITIES = '101 list\r\nVERSION 2\r\nREADER\r\n.\r\n';
const HEAD = '221 1 <a@h.example>\r\nSubject: Tea\r\nMessage-ID: <a@h.example>\r\n.\r\n';

/** An archive at a web server, which has lost its files. No news server can be reached. */
const archive = (): Wire => {
  const server = memoryServer(() => ({
    parts: ['HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'],
    end: 'closed',
  }));
  const newsArchive = { kind: 'web', host: 'archive.example', port: 80, isSecure: false, path: '/usenet/' } as const;
  const { connect } = connectTo(server);
  return {
    ...ofServer(server),
    context: {
      settings: { ...SETTINGS, newsArchive },
      connect: (options = {}) =>
        options.host === newsArchive.host
          ? connect(options)
          : Promise.reject(new ProtocolError('unreachable', 'The server does not answer.')),
    },
  };
};

const DICT: Readonly<Record<string, string>> = {
  DEFINE: '150 1\r\n151 "tea" a "A"\r\nA drink.\r\n.\r\n250 ok\r\n',
  MATCH: '152 1\r\na "tea"\r\n.\r\n250 ok\r\n',
  SHOW: '110 1\r\na "A"\r\n.\r\n',
};

const NAMES =
  '<cnrp><results><resourcedescriptor><commonname>a</commonname><resourceuri>http://f.example/</resourceuri></resourcedescriptor></results></cnrp>';

const CNRP = `HTTP/1.1 200 OK\r\nContent-Type: application/cnrp+xml\r\nContent-Length: ${NAMES.length}\r\n\r\n${NAMES}`;

const ftp =
  (changes: Script = {}, tls?: 'explicit') =>
  (): Wire => {
    const server = ftpDouble({
      ...{ SIZE: '213 3', MDTM: '213 19950203040506', RETR: 'DATA abc', LIST: 'DATA \r\n', MLSD: 'DATA \r\n' },
      FEAT: '211-Features\r\n UTF8\r\n MLST type*;size*;\r\n REST STREAM\r\n211 End',
      ...changes,
    });
    return {
      context: { connect: ({ tls = 'none' } = {}) => server.connect(tls), options: { tls } },
      lines: () => server.received.filter((line) => !/^\(.*\)$/.test(line)),
    };
  };

const prospero = (answer: (ask: Ask, version: ProtocolVersion) => string) => (): Wire => {
  const asked: string[] = [];
  return {
    context: {
      async askProspero({ hsoname, version: objectVersion }, ask, version) {
        asked.push(questionText({ hsoname, objectVersion }, ask, version));
        return answer(ask, version);
      },
    },
    lines: () => asked.flatMap(textLines),
  };
};

/** Servers by kind. Links of the other kinds have no octets, and no server is asked for them. */
export const wires: Readonly<Partial<Record<AnyOpener['kind'], readonly (() => Wire)[]>>> = {
  http: [oneAnswer(() => 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nabc')],
  finger: [oneAnswer(() => 'Ada\r\n')],
  gopher: [
    oneAnswer((request) =>
      /\t[!$]/.test(request)
        ? '+-1\r\n+INFO: 0Tea\t/tea\th.example\t70\t+\r\n+ADMIN:\r\n Admin: Ada <a@h.example>\r\n+ABSTRACT:\r\n Tea.\r\n.\r\n'
        : request.includes('\t+')
          ? '+-1\r\nabc\r\n.\r\n'
          : '0Tea\t/tea\th.example\t70\r\n.\r\n',
    ),
    // In a charset that the server may name.
    oneAnswer(() => '0Th\u00e9\t/tea\th.example\t70\r\n.\r\n'),
    () => {
      const wire = oneAnswer(() => 'Tea.\r\n')();
      return { ...wire, context: { ...wire.context, robot: 'examplebot' } };
    },
  ],
  ftp: [
    ftp(),
    ftp({
      FEAT: '502 No.',
      EPSV: '502 No.',
      PASV: '227 (127,0,0,1,156,64)',
      LIST: 'DATA what?\r\n',
      NLST: 'DATA README\r\n',
    }),
    ftp({ FEAT: '502 No.', SIZE: '502 No.', LIST: 'DATA -rw-r--r-- 1 a b 3 Feb  3  1995 README\r\n' }),
    ftp({ SIZE: '550 No.', MLST: '250-Facts\r\n type=dir; x\r\n250 End' }),
    ftp({ 'CWD ': '550 No.' }),
    ftp({ CWD: '502 No.', SIZE: '502 No.', FEAT: '502 No.' }),
    ftp({ CWD: '550 No.', SYST: '215 VMS', 'CWD [.pub]': '250 Here.' }),
    ftp({}, 'explicit'),
    ftp({ FEAT: '530 Use TLS.', USER: '530 Use TLS.' }),
  ],
  dict: [() => ofServer(lineServer('220 ready\r\n', (line) => DICT[line.split(' ')[0] ?? ''] ?? '250 ok\r\n'))],
  news: [
    news,
    archive,
    newsWith({ CAPABILITIES: OLD_CAPABILITIES, OVER: '500 what?\r\n', XHDR: '221 list\r\n1 Tea\r\n.\r\n', HEAD }),
    newsWith({ CAPABILITIES: '500 what?\r\n', OVER: '500 what?\r\n', XOVER: `224 follows\r\n${OVERVIEW}`, HEAD }),
    newsWith(
      { GROUP: '480 who?\r\n', 'AUTHINFO USER ada': '381 go on\r\n', 'AUTHINFO PASS secret': '281 ok\r\n' },
      {
        settings: {
          ...SETTINGS,
          newsServer: { host: 'news.example', port: 563, tls: 'implicit' },
          newsLogin: { user: 'ada', password: 'secret' },
        },
      },
    ),
  ],
  mid: [news, archive],
  go: [
    // The head of a request comes before its body.
    () => ofServer(memoryServer((request) => (request.startsWith('POST ') ? null : { parts: [CNRP], end: 'closed' }))),
  ],
  wais: [
    () => {
      const server = waisServer([answerOf(textRecord(Uint8Array.of(1), 'Tea.')), answerOf()]);
      return { context: connectTo(server), lines: () => server.state.requests.map(waisLine) };
    },
  ],
  prospero: [
    prospero(() => 'SUCCESS\n'),
    prospero((_ask, version) => (version === 5 ? 'VERSION-NOT-SUPPORTED\n' : 'SUCCESS\n')),
    prospero((ask) => (ask === 'list' ? 'FAILURE NOT-A-DIRECTORY\n' : 'SUCCESS\n')),
  ],
};

const APDUS: Readonly<Record<number, string>> = { 20: 'INIT', 22: 'SEARCH', 24: 'PRESENT' };

/** A message of WAIS, whose third octet is its type, without its header. */
function waisLine(octets: Uint8Array): string {
  return `${APDUS[octets[2] ?? 0]} ${Buffer.from(octets).toString('hex')}`;
}

const WAIS_HEADER = 25;

/** What `request` of a link says, line by line. */
export function saidLines(link: Resolution): readonly string[] {
  const octets = wireOctetsOf(link);
  if (link.kind === 'wais') return octets.map((message) => waisLine(message.subarray(WAIS_HEADER)));
  if (link.kind === 'prospero') return textLines(link.request?.text ?? '');
  return octets.flatMap((part) => textLines(Buffer.from(part).toString('latin1')));
}
