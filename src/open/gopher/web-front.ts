/** Where web servers of the same host may have a gopher item: many sites have the same tree on both. */
import { splitGopherPath } from '../../schemes/gopher/path.ts';
import type { Link } from '../contract.ts';
import { mediaTypeOf, UNKNOWN } from '../media-type.ts';
import { type WebFront, webFrontAt } from '../web-front.ts';
import { type ItemPresentation, itemKind } from './item-kinds.ts';

/** What web servers show in place of an item: a page, a file of its type, or nothing. */
const ON_THE_WEB: Readonly<Record<ItemPresentation, 'page' | 'file' | null>> = {
  menu: 'page',
  html: 'file',
  text: 'file',
  message: 'file',
  shown: 'file',
  saved: 'file',
  search: null,
  'phone-book': null,
  explained: null,
};

/** The Web front of an item whose selector is a path; `null` = the item has none. */
export function webFrontOf(link: Link<'gopher'>): WebFront | null {
  const { type, selector, search, plus } = splitGopherPath(link.components.path);
  const { presentation, mediaType } = itemKind(type);
  const shown = ON_THE_WEB[presentation];
  // A question mark belongs to the name, but begins a query on the Web.
  if (shown === null || search !== null || plus !== null || !/^(?:$|\/)(?!.*%3F)/.test(selector)) return null;
  if (shown === 'page') return webFrontAt(link, selector || '/', { mediaType: 'text/html', isFile: false });
  const named = mediaTypeOf(selector, null);
  const expected = mediaType === UNKNOWN ? (named === UNKNOWN ? null : named) : mediaType;
  return webFrontAt(link, selector || '/', { mediaType: expected, isFile: true });
}
