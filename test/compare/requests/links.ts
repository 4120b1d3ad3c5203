/** Addresses of the Worker for links, and the requests that every gateway is asked. */
import type { Request, Session } from '../session.ts';

/** Every format, and some that do not exist. */
export const FORMATS: readonly string[] = ['html', 'json', 'raw', 'atom'];

/** The address that opens a link. */
export const open = (url: string, parameters = ''): string => `/open?url=${encodeURIComponent(url)}${parameters}`;

const ACCEPTS: readonly string[] = [
  'application/json',
  'text/html',
  '*/*;q=0.1',
  'image/png',
  'text/plain, application/json;q=0.5',
];

/** Methods, conditions and fields: what HTTP can ask about one path that exists. */
export function variants(path: string): readonly Request[] {
  const fields: readonly Readonly<Record<string, string>>[] = [
    ...ACCEPTS.map((Accept) => ({ Accept })),
    { Range: 'bytes=0-9' },
    { Range: 'bytes=5-' },
    { Range: 'bytes=-7' },
    { Range: 'bytes=0-1,4-5' },
    { Range: 'bytes=99999999-' },
    { Range: 'lines=1-2' },
    { 'If-None-Match': '*' },
    { 'If-None-Match': '"no"' },
    { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
    { 'If-Range': '"no"', Range: 'bytes=0-9' },
    { 'Accept-Encoding': 'gzip' },
    { 'Accept-Language': 'de' },
    { Origin: 'https://elsewhere.example' },
    { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
    { 'User-Agent': 'archive.org_bot' },
    { 'User-Agent': 'Mozilla/1.0' },
    { Authorization: 'Basic Y3VyYXRvcjptdXNldW0=' },
    { Authorization: 'Basic !' },
    { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' },
  ];
  return [
    ...fields.map((headers) => ({ path, headers })),
    ...['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'].map((method) => ({ path, method })),
    { path, body: 'a=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  ];
}

const PARAMETERS: readonly string[] = [
  ...[
    'format=xml',
    'format=',
    'format=json&format=html',
    'charset=utf-8',
    'charset=cp437',
    'charset=koi8-r',
    'charset=x',
  ],
  ...['unknown=1', 'links=original', 'links=x', 'page=2', 'page=0', 'page=x', 'search=gopher', 'search=', 'sort=size'],
  ...[
    'order=desc',
    'part=1',
    'part=9',
    'match=a',
    'to=5',
    'images=show',
    'images=off',
    'view=framed',
    'hits=100',
    'hits=7',
    'redirect=1',
    'model=2',
    'tls=off',
    'login=',
  ],
  ...['sort=name&order=desc', 'sort=date', 'sort=x', 'page=2&sort=size'],
];

/** What every gateway can be asked about something that exists: each request is one that it accepts. */
export function aspects(path: string): readonly Request[] {
  const parameters = ['', 'format=json', 'format=html', 'format=raw', 'format=json&charset=cp437', 'charset=latin1'];
  const raw = withParameter(path, 'format=raw');
  return [
    ...parameters.map((parameter) => ({ path: parameter === '' ? path : withParameter(path, parameter) })),
    ...ACCEPTS.slice(0, 3).map((Accept) => ({ path, headers: { Accept } })),
    { path, method: 'HEAD' },
    { path: raw, method: 'HEAD' },
    { path: raw, method: 'HEAD', headers: { Range: 'bytes=0-9' } },
    ...['bytes=0-9', 'bytes=5-', 'bytes=-7'].map((Range) => ({ path: raw, headers: { Range } })),
    { path, headers: { 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' } },
    { path, headers: { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
    { path, headers: { 'Accept-Encoding': 'gzip', 'Accept-Language': 'de' } },
  ];
}

/** Asks everything about some paths that exist, also for what has not changed. */
export async function askAspects(session: Session, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await askAll(session, aspects(path));
    await session.revalidate(path);
  }
}

/** Asks for a copy of what is at a path, in a form that nothing else asks for. */
export const askForCopy = (session: Session, path: string): Promise<void> =>
  session.askForCopy(withParameter(path, 'charset=iso-8859-2'));

/** Every so many paths of a list. */
export const everyNth = (paths: readonly string[], share: number): readonly string[] =>
  paths.filter((_, index) => index % share === 0);

/** A path with one more query parameter. */
export function withParameter(path: string, parameter: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}`;
}

/** A path with each query parameter of the gateways, and with wrong ones. */
export function withParameters(path: string): readonly string[] {
  return PARAMETERS.map((parameter) => withParameter(path, parameter));
}

/** Octets that would be a second line to a server, and other octets that no link has. */
const OCTETS: readonly string[] = [
  '%0D%0A',
  '%0D',
  '%0A',
  '%00',
  '%09',
  '%1B',
  '%7F',
  '%FF',
  '%C3%A9',
  '%',
  '%zz',
  '%25',
  '%2F',
  '%5C',
  '<script>',
  '"',
  '..',
  '%2e%2e/',
];

/** The beginning of a gateway path with octets that attack, in several places. */
export function attacks(prefix: string): readonly string[] {
  return OCTETS.flatMap((octets) => [
    `${prefix}${octets}`,
    `${prefix}a${octets}b`,
    `${prefix}a/${octets}/c;x=${octets}`,
  ]);
}

/** Hosts and ports that must not be reached, and such that are no hosts. */
const HOSTS: readonly string[] = [
  ...[
    '127.0.0.1',
    '127.0.0.1:22',
    '10.0.0.1',
    '192.168.1.1:8080',
    '169.254.169.254',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '0.0.0.0',
  ],
  ...[
    'localhost',
    'localhost:22',
    'localhost:25',
    'localhost:6379',
    'localhost:0',
    'localhost:65536',
    'localhost:x',
    'denied.example',
  ],
  ...['2130706433', '0x7f.1', '017700000001', 'inside.example.com', 'one-of-two.example.com', 'six-inside.example.com'],
  ...[
    'nothing.example.com',
    'broken.example.com',
    'damaged.example.com',
    'refused.example.com',
    'xn--bcher-kva.com:22',
  ],
  ...[
    'waypost.test',
    'user@localhost:22',
    'a..b',
    '-a.example',
    `${'a'.repeat(64)}.example`,
    '[::1',
    '%6Cocalhost:22',
    'h%00.example',
  ],
];

/** The hosts as the beginnings of gateway paths. */
export function hosts(gateway: string, rest: string): readonly string[] {
  return HOSTS.map((host) => `/${gateway}/${host}/${rest}`);
}

/** Links of a scheme to the hosts. */
export function hostLinks(scheme: string, rest: string): readonly string[] {
  return HOSTS.map((host) => open(`${scheme}://${host}${rest}`));
}

/** Asks for each path or request in its order. */
export async function askAll(session: Session, requests: readonly (Request | string)[]): Promise<void> {
  for (const request of requests) await session.ask(request);
}
