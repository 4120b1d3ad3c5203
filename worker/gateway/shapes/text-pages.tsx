/** What a page of a long text has beside its text: the links to the other pages, and what is said of them. */
import type { VNode } from 'preact';
import { GatewayError } from '../../../src/net/failure.ts';
import { type LongTextPart, MOST_TEXT_PAGES, TEXT_PAGE } from '../../../src/open/text-pages.ts';
import type { HeaderFields } from '../../http/headers.ts';
import { sizeText } from '../../pages/parts/counted.ts';
import { Notice } from '../../pages/parts/notice.tsx';
import { PageLinks, pageNumber } from '../shared/page-parts.tsx';
import type { ShapeContext } from './context.ts';

/** A part of a text, as one of its pages. */
export interface ShownTextPart extends LongTextPart {
  /** Of the whole text, in octets; `null` = unknown. */
  readonly size: number | null;
}

/** The last page that may be asked for: `DOWNLOAD_CAP` limits texts, too. */
function mostPages({ environment: { downloadCap } }: ShapeContext): number {
  return Math.min(MOST_TEXT_PAGES, Math.max(1, Math.floor(downloadCap / TEXT_PAGE)));
}

/** The page that is asked for, from 1. @throws RequestError 400 */
export function textPageNumber(context: ShapeContext): number {
  return pageNumber(context.view, mostPages(context));
}

/** That a text has no such page. */
export function endsBefore({ links, repeated }: ShapeContext, number: number): GatewayError {
  return new GatewayError('not-found', `The text ends before page ${number}.`, {
    advice: 'Read it from its first page.',
    links: [{ text: 'The first page', href: links.self(repeated) }],
  });
}

/** The parameters of a page. The first page has the address of the text. */
export function queryOf({ repeated }: ShapeContext, number: number): Readonly<Record<string, string>> {
  return number === 1 ? { ...repeated } : { ...repeated, page: String(number) };
}

function hasNext(context: ShapeContext, { isLast, number }: LongTextPart): boolean {
  return !isLast && number < mostPages(context);
}

/** The pages before and after a page, for programs (RFC 8288). */
export function neighbours(context: ShapeContext, part: ShownTextPart): HeaderFields {
  const { links, environment } = context;
  const { number } = part;
  const linkTo = (relation: string, page: number) =>
    `<${environment.basePath}${links.self(queryOf(context, page))}>; rel="${relation}"`;
  const values = [
    ...(number > 1 ? [linkTo('prev', number - 1)] : []),
    ...(hasNext(context, part) ? [linkTo('next', number + 1)] : []),
  ];
  return values.length === 0 ? {} : { Link: values.join(', ') };
}

interface PartProps {
  readonly context: ShapeContext;
  readonly part: ShownTextPart;
}

/** The links to the other pages, above the text or below it. */
export function TextPageLinks({ context, part, place }: PartProps & { readonly place: 'above' | 'below' }): VNode {
  const { number, isLast, size } = part;
  const pages = isLast ? number : size === null ? null : Math.ceil(size / TEXT_PAGE);
  return (
    <PageLinks
      page={number}
      pages={pages}
      isAbout={!isLast && size !== null}
      hasNext={hasNext(context, part)}
      hrefOf={(page) => context.links.self(queryOf(context, page))}
      label={`Pages of this text, ${place} it`}
    />
  );
}

/** What the last page says of a text that goes on; `null` = the text ends, or has more pages. */
export function PagesEnd({ context, part }: PartProps): VNode | null {
  if (part.isLast || hasNext(context, part)) return null;
  const raw = context.links.self({ ...context.repeated, format: 'raw' });
  return (
    <Notice title="The text goes on">
      Pages show the first {sizeText(part.number * TEXT_PAGE)} of a text. <a href={raw}>Open the whole file</a>
    </Notice>
  );
}

/** The size of a page, and of its text. */
export function partFacts({ octets, size }: ShownTextPart): readonly string[] {
  const here = `${sizeText(octets.byteLength)} on this page`;
  return size === null ? [here] : [sizeText(size), here];
}
