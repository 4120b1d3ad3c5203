/** A text of which the server has sent nothing. */
import type { JsonLinks } from '../links.ts';
import type { Values } from '../opened.ts';
import type { GopherItem } from './item.ts';
import { textJson } from './text.ts';

export interface Nothing extends Values {
  readonly kind: 'nothing';
  readonly item: GopherItem;
}

/** Nobody keeps it, because the server may have failed. */
export function nothingOf(item: GopherItem): Nothing {
  return {
    shape: 'values',
    kind: 'nothing',
    freshFor: 0,
    item,
    json: (links: JsonLinks) => textJson('', 'utf-8', links),
    lines: () => [''],
  };
}
