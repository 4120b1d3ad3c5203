/** The scheme definitions. A new scheme is a folder beside this file, and one entry in this list. */
import { afs } from './afs/url.ts';
import { file } from './file/url.ts';
import { ftp, ftps } from './ftp/url.ts';
import { go } from './go/url.ts';
import { gopher, gophers } from './gopher/url.ts';
import { http, https } from './http/url.ts';
import { mailto } from './mailto/url.ts';
import { cid, mid } from './mid/url.ts';
import { news, nntp, nntps, snews } from './news/url.ts';
import { prospero } from './prospero/url.ts';
import { rlogin, telnet, tn3270 } from './terminal/url.ts';
import { wais } from './wais/url.ts';

export const definitions = [
  http,
  https,
  gopher,
  gophers,
  ftp,
  ftps,
  news,
  snews,
  nntp,
  nntps,
  telnet,
  rlogin,
  tn3270,
  wais,
  prospero,
  go,
  file,
  afs,
  mailto,
  mid,
  cid,
] as const;
