/** Where links lead that name no item, or an item that has moved. */
import type { GopherRefusal } from '../../protocols/gopher/reply.ts';
import type { Moved } from '../opened.ts';
import { itemLinks, type MenuOrigin } from './item.ts';

/** A link that nobody keeps: the item may move again. @param isOutside - whether it leads out of gopher */
export function movedTo(url: string, isOutside: boolean): Moved {
  return { shape: 'moved', freshFor: 0, url, isOutside };
}

/** The new place of an item that has moved. @throws ProtocolError any other error of the server */
export function movedBy(origin: MenuOrigin, { moved, error }: GopherRefusal): Moved {
  const url = moved === null ? null : itemLinks(origin).ofLine(moved);
  if (moved === null || url === null) throw error;
  return movedTo(url, moved.kind === 'link');
}
