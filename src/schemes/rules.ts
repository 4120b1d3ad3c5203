/**
 * The rules of every scheme, without what their definitions say for people: registry.ts with `rules.ts` in place of
 * `definition.ts`. `npm run readme` writes this file.
 */
import { afs } from './afs/rules.ts';
import { dict } from './dict/rules.ts';
import { file } from './file/rules.ts';
import { finger } from './finger/rules.ts';
import { ftp, ftps } from './ftp/rules.ts';
import { go } from './go/rules.ts';
import { gopher, gophers } from './gopher/rules.ts';
import { http, https } from './http/rules.ts';
import { mailto } from './mailto/rules.ts';
import { cid, mid } from './mid/rules.ts';
import { news, nntp, nntps, snews } from './news/rules.ts';
import { prospero } from './prospero/rules.ts';
import { rlogin, telnet, tn3270 } from './terminal/rules.ts';
import { urn } from './urn/rules.ts';
import { wais } from './wais/rules.ts';
import { ws, wss } from './ws/rules.ts';

export const rules = [
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
