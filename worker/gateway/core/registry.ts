/**
 * Every gateway, by the kind of link that it opens. A new one is a file, and a line here; `null` = a link of this
 * kind is explained, as nothing here can open it.
 */
import { ftp } from '../ftp/ftp.ts';
import { gopher } from '../gopher/gopher.ts';
import { mailto } from '../mailto/mailto.tsx';
import { mid, news } from '../news/news.ts';
import type { Gateway, LinkKind } from './contract.ts';

export const gateways: { readonly [Kind in LinkKind]: Gateway<Kind> | null } = {
  gopher,
  ftp,
  news,
  terminal: null,
  wais: null,
  prospero: null,
  go: null,
  file: null,
  afs: null,
  mailto,
  mid,
  http: null,
  unknown: null,
};

/** Every scheme that a gateway of this house opens. */
export const ownSchemes: ReadonlySet<string> = new Set(
  Object.values(gateways).flatMap((gateway: Pick<Gateway, 'schemes'> | null) => gateway?.schemes ?? []),
);
