/** The scheme definitions. A new scheme is a folder beside this file, and one entry in this list. */
import { afs } from './afs/definition.ts';
import { dict } from './dict/definition.ts';
import { file } from './file/definition.ts';
import { finger } from './finger/definition.ts';
import { ftp, ftps } from './ftp/definition.ts';
import { go } from './go/definition.ts';
import { gopher, gophers } from './gopher/definition.ts';
import { http, https } from './http/definition.ts';
import { mailto } from './mailto/definition.ts';
import { cid, mid } from './mid/definition.ts';
import { news, nntp, nntps, snews } from './news/definition.ts';
import { prospero } from './prospero/definition.ts';
import { rlogin, telnet, tn3270 } from './terminal/definition.ts';
import { urn } from './urn/definition.ts';
import { wais } from './wais/definition.ts';
import { ws, wss } from './ws/definition.ts';

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
  finger,
  dict,
  file,
  afs,
  mailto,
  mid,
  cid,
  urn,
  ws,
  wss,
] as const;
