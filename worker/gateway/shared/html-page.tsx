/** HTML of other servers: the part of a page with the document in a sandboxed frame, and the document in that frame. */

import type { VNode } from 'preact';
import { charsetOf, decodeCharset, detectCharset } from '../../../src/octets/charset.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import type { HeaderFields } from '../../http/headers.ts';
import { sizeText } from '../../pages/parts/counted.ts';
import { VIEW_REL } from '../../pages/parts/layout.tsx';
import { PAGE_POLICY } from '../../pages/parts/respond.tsx';
import { type GatewayContext, IMAGES, type LinkQuery, VIEW } from '../contract/contract.ts';
import { type DocumentFrame, FIRST_PICTURES, framedHtml, framedPolicy } from './framed-html.ts';
import { FileFacts } from './page-parts.tsx';

type HtmlPageContext = Pick<GatewayContext, 'links' | 'view'>;

/** Whether the document for the frame is wanted. */
export function wantsFramed({ view }: Pick<HtmlPageContext, 'view'>): boolean {
  return view.query.get(VIEW) === 'framed';
}

/** The octets that are searched for the charset that a document names (HTML §13.2.3.2). */
const PRESCANNED = 1024;

function decodeHtml({ view }: HtmlPageContext, octets: Uint8Array): string {
  const [, named] = /<meta[^>]*charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(latin1Of(octets.subarray(0, PRESCANNED))) ?? [];
  const declared = named === undefined ? null : charsetOf(named);
  return decodeCharset(octets, view.charset ?? detectCharset(octets, declared));
}

function readDocument({ links, view }: HtmlPageContext, text: string, framing: DocumentFrame | undefined) {
  const all = view.query.get(IMAGES) === 'show';
  return { all, ...framedHtml(text, links, all ? Number.POSITIVE_INFINITY : FIRST_PICTURES, framing) };
}

/** The document in the frame. */
export function framedResponse(
  context: HtmlPageContext,
  document: Uint8Array | string,
  headers: HeaderFields,
  framing?: DocumentFrame,
): Response {
  const text = typeof document === 'string' ? document : decodeHtml(context, document);
  return new Response(readDocument(context, text, framing).markup, {
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': framedPolicy(context.links, framing),
    },
  });
}

/** The policy of the page around the frame. */
export const FRAME_POLICY = `${PAGE_POLICY}; frame-src 'self'`;

interface DocumentOptions {
  /** Parameters that every address of the document repeats. */
  readonly repeated?: Readonly<Record<string, string>> | undefined;
  readonly framing?: DocumentFrame;
}

/** The content of the page around the frame, and the title that the document has; `null` = none. */
export function htmlContent(
  context: HtmlPageContext,
  octets: Uint8Array,
  name: string,
  { repeated = {}, framing }: DocumentOptions = {},
): { readonly title: string | null; readonly content: VNode } {
  const { title, frame, alone } = framedContent(context, decodeHtml(context, octets), {
    label: `The document ${name}`,
    page: (query) => context.links.self({ ...repeated, ...query }),
    framing,
  });
  const content = (
    <>
      {frame}
      <FileFacts name={name} facts={['HTML', sizeText(octets.length), 'without scripts']} alone={alone} />
    </>
  );
  return { title: title === '' ? null : title, content };
}

interface FramedOptions {
  /** What the frame is called for those who do not see it. */
  readonly label: string;
  /** The address of the page with these parameters. */
  readonly page: (query: LinkQuery) => string;
  /** The address of the document with these parameters. Default: that of the page. */
  readonly document?: (query: LinkQuery) => string;
  readonly framing?: DocumentFrame | undefined;
}

/** A document in its frame, below a link to the rest of its pictures; its title, and its address outside the frame. */
export function framedContent(
  context: HtmlPageContext,
  text: string,
  { label, page, document = page, framing }: FramedOptions,
): { readonly title: string; readonly frame: VNode; readonly alone: string } {
  const { all, title, pictures } = readDocument(context, text, framing);
  const alone = document({ ...(all ? { [IMAGES]: 'show' } : {}), [VIEW]: 'framed' });
  const frame = (
    <>
      {pictures > FIRST_PICTURES && (
        <p class="pictures">
          <a href={page(all ? {} : { [IMAGES]: 'show' })} rel={VIEW_REL}>
            {all ? `Show the first ${FIRST_PICTURES} pictures only` : `Show all ${pictures} pictures`}
          </a>
        </p>
      )}
      <iframe
        class="document"
        title={label}
        height={frameHeight(text)}
        sandbox="allow-top-navigation-by-user-activation allow-downloads"
        src={alone}
      />
    </>
  );
  return { title, frame, alone };
}

/** In pixels. */
const [LINE, PICTURE, SHORTEST_FRAME, TALLEST_FRAME] = [26, 180, 120, 1200];
/** In characters. */
const LINE_LENGTH = 80;

/** The height of a frame for HTML, in pixels. It is an estimate: only a script could measure the content. */
function frameHeight(html: string): number {
  const [pictures, ...blocks] = [
    (html.match(/<img\b/gi) ?? []).length,
    ...html
      .replace(/<(?:head|style|title)\b[\s\S]*?<\/(?:head|style|title)>/gi, '')
      .split(/<(?:p|br|div|li|tr|h\d|hr)\b/i),
  ];
  const lines = blocks.map((block) => Math.ceil(block.replace(/<?[^<>]*>|\s+/g, ' ').trim().length / LINE_LENGTH));
  const frames = (html.match(/<frame\b/gi) ?? []).length;
  const height = lines.reduce((sum, count) => sum + count * LINE, frames * LINE) + pictures * PICTURE + 2 * LINE;
  return Math.min(Math.max(height, SHORTEST_FRAME), TALLEST_FRAME);
}
