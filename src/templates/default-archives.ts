/** The archives that may have copies of links, unless the setting `ARCHIVES` names others. */

/** The Wayback Machine, which has copies by their URLs. */
export const WAYBACK = 'https://web.archive.org/web{/date}/{+url}';
/** The Web pages of a server, from the time of its links. */
const SERVER_IN_1996 = 'https://web.archive.org/web/1996/http://{host}/';

/**
 * The defaults. The Wayback Machine crawled the Web and some of FTP; of gopher it has the pages of Floodgap's gateway.
 * The Internet Archive has whole FTP servers, under their host names. Howard Knight's archive finds articles by
 * message-id; The Mail Archive finds mail.
 */
export const DEFAULT_ARCHIVES: Readonly<Record<string, string>> = {
  http: WAYBACK,
  https: WAYBACK,
  ftp: `${WAYBACK} https://archive.org/search?query={host}`,
  ftps: WAYBACK,
  file: 'https://web.archive.org/web{/date}/ftp://{+authority}/{+path}',
  afs: 'https://web.archive.org/web{/date}/ftp://{+authority}/{+path}',
  gopher: `${WAYBACK} https://web.archive.org/web/http://gopher.floodgap.com/gopher/gw?a={url} ${SERVER_IN_1996}`,
  wais: SERVER_IN_1996,
  prospero: SERVER_IN_1996,
  telnet: SERVER_IN_1996,
  rlogin: SERVER_IN_1996,
  tn3270: SERVER_IN_1996,
  group: 'https://groups.google.com/g/{group} https://{group}.narkive.com/',
  'message-id':
    'http://al.howardknight.net/?STYPE=msgid&MSGI=%3C{messageId}%3E https://www.mail-archive.com/search?l=mid&q={messageId}',
};
