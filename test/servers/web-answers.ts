/** What a web server answers for checks of links. */
import type { WebAnswer } from './web.ts';

const ANSWERS: Readonly<Record<string, WebAnswer | null>> = {
  '/robots.txt': { status: '200 OK', body: 'User-agent: *\nDisallow: /private/\n' },
  '/': { status: '200 OK', fields: ['Content-Type: text/html'], body: '<title>A page</title>hello' },
  '/text': { status: '200 OK', fields: ['Content-Type: text/plain; charset=iso-8859-1'], body: 'na\xefve\n' },
  '/gone': { status: '410 Gone' },
  '/missing': { status: '404 Not Found' },
  '/login': { status: '401 Unauthorized', fields: ['WWW-Authenticate: Basic realm="x"'] },
  '/denied': { status: '403 Forbidden' },
  '/busy': { status: '503 Service Unavailable', fields: ['Retry-After: 5'] },
  '/old': { status: '301 Moved Permanently', fields: ['Location: /'] },
  '/old-and-gone': { status: '302 Found', fields: ['Location: gone'] },
  '/loop': { status: '302 Found', fields: ['Location: /loop'] },
  '/to-ftp': { status: '302 Found', fields: ['Location: ftp://h.example/'] },
  '/to-inside': { status: '302 Found', fields: ['Location: http://10.0.0.1/'] },
  '/to-nothing': { status: '302 Found', fields: ['Location: http://['] },
  '/closed': null,
};

/** The answer to a path; a path that is not in the table is not found. */
export function answerWeb(_method: string, target: string): WebAnswer | null {
  const known = ANSWERS[target];
  return known === undefined ? { status: '404 Not Found', body: 'no' } : known;
}

/** The paths that have an answer of their own. */
export const WEB_PATHS: readonly string[] = Object.keys(ANSWERS);
