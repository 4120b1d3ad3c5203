/** Responds with values of gopher as a page or as JSON. */

import type { GopherValues } from '../../../src/open/gopher/gopher.ts';
import { headOf } from '../../../src/open/gopher/item.ts';
import type { HeaderFields } from '../../http/headers.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { caching, jsonLinks, jsonResponse, type ShapeContext, taggedResponse } from '../shapes/context.ts';
import { aboutLink } from '../shared/json-stream.ts';
import { itemPage, type OwnPage } from '../shared/viewer.tsx';

/** The page of values, whose title is by default the name of the item. */
export type ValuesPage = Omit<OwnPage, 'title'> & Partial<Pick<OwnPage, 'title'>>;

/** @param page - is only made if somebody sees it */
export function respondWith(
  context: ShapeContext,
  values: GopherValues,
  page: () => ValuesPage,
  headers: HeaderFields = valuesHeaders(context, values),
): Response {
  if (context.view.format !== 'html')
    return jsonResponse({ ...aboutLink(context), ...values.json(jsonLinks(context)) }, headers);
  return pageResponse(context, itemPage(context, headOf(values.item), { title: null, ...page() }), { headers });
}

/** As `respondWith`, for an answer that depends on these parts alone, so that it has an entity tag. */
export function respondTagged(
  context: ShapeContext,
  values: GopherValues,
  parts: readonly (Uint8Array | string)[],
  page: () => ValuesPage,
): Response {
  return taggedResponse(context, parts, valuesHeaders(context, values), (headers) =>
    respondWith(context, values, page, headers),
  );
}

function valuesHeaders(context: ShapeContext, values: GopherValues): HeaderFields {
  return { ...caching(context, values), Vary: 'Accept' };
}
