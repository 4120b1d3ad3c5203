/** The openers, one for each kind of links. */
import type { AnyOpener } from './contract.ts';
import { dict } from './dict/dict.ts';
import { finger } from './finger/finger.ts';
import { ftp } from './ftp/ftp.ts';
import { go } from './go/go.ts';
import { gopher } from './gopher/gopher.ts';
import { http } from './http/http.ts';
import { mailto } from './mailto/mailto.ts';
import { mid, news } from './news/news.ts';
import { prospero } from './prospero/prospero.ts';
import { terminal } from './terminal/terminal.ts';
import { wais } from './wais/wais.ts';

export const openers: readonly AnyOpener[] = [
  http,
  dict,
  finger,
  ftp,
  go,
  gopher,
  terminal,
  wais,
  prospero,
  mailto,
  news,
  mid,
];

const byScheme = new Map(openers.flatMap((opener) => opener.schemes.map((scheme) => [scheme, opener] as const)));

/** The opener of the links of a scheme; `undefined` = nothing opens them. */
export function openerOf(scheme: string): AnyOpener | undefined {
  return byScheme.get(scheme);
}
