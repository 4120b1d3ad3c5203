/** An item of which the server has sent nothing. */
import { noAnswer } from '../../protocols/protocol-error.ts';
import type { JsonLinks } from '../links.ts';
import type { RawReply, Values } from '../opened.ts';
import type { GopherItem } from './item.ts';
import type { ItemPresentation } from './item-kinds.ts';
import { textJson } from './text.ts';

export interface Nothing extends Values {
  readonly kind: 'nothing';
  readonly item: GopherItem;
}

/** What may be empty: servers of today send an empty file in this way. A menu, picture or message has octets. */
const MAY_BE_EMPTY: ReadonlySet<ItemPresentation> = new Set(['text', 'html', 'saved']);

/**
 * Judges a reply without any octets. It may be an empty file, or the server failed and has no other way to say so.
 *
 * @throws ProtocolError `unreachable` if an item of this kind cannot be empty
 */
export function checkEmpty(presentation: ItemPresentation): void {
  if (!MAY_BE_EMPTY.has(presentation)) throw noAnswer();
}

/** Nobody keeps it, because the server may have failed. */
const SILENT = { freshFor: 0, isSilence: true } as const;

export const NO_OCTETS: RawReply = { shape: 'octets', ...SILENT, name: '', mediaType: 'text/plain', body: null };

export function nothingOf(item: GopherItem): Nothing {
  return {
    shape: 'values',
    kind: 'nothing',
    ...SILENT,
    item,
    json: (links: JsonLinks) => textJson('', 'utf-8', links),
    lines: () => [''],
  };
}
