/** HTML of gopher and FTP servers: a page with the document in a sandboxed frame, and the document in that frame. */
import type { VNode } from 'preact';
import { charsetOf, decodeCharset, detectCharset } from '../../../src/octets/charset.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import { sizeText } from '../../pages/parts/counted.ts';
import { VIEW_REL } from '../../pages/parts/layout.tsx';
import { PAGE_POLICY } from '../../pages/parts/respond.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { FIRST_PICTURES, framedHtml, framedPolicy, type ResolveReference } from './framed-html.ts';
import { FileFacts } from './page-parts.tsx';

/** The parameter whose value `framed` asks for the document as it stands in the frame. */
export const VIEW = 'view';
/** The parameter whose value `show` asks for all pictures. */
export const IMAGES = 'images';

type Context = Pick<GatewayContext, 'links' | 'view'>;

/** Whether the document for the frame is wanted. */
export function wantsFramed({ view }: Pick<Context, 'view'>): boolean {
  return view.query.get(VIEW) === 'framed';
}

/** The octets that are searched for the charset that a document names (HTML §13.2.3.2). */
const PRESCANNED = 1024;

function decodeHtml({ view }: Context, octets: Uint8Array): string {
  const [, named] = /<meta[^>]*charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(latin1Of(octets.subarray(0, PRESCANNED))) ?? [];
  const declared = named === undefined ? null : charsetOf(named);
  return decodeCharset(octets, view.charset ?? detectCharset(octets, declared));
}

function read(context: Context, octets: Uint8Array, resolveReference?: ResolveReference) {
  const all = context.view.query.get(IMAGES) === 'show';
  const text = decodeHtml(context, octets);
  return {
    all,
    text,
    ...framedHtml(text, context.links, all ? Number.POSITIVE_INFINITY : FIRST_PICTURES, resolveReference),
  };
}

/** The document in the frame. */
export function framedResponse(
  context: Context,
  octets: Uint8Array,
  headers: Readonly<Record<string, string>>,
  resolveReference?: ResolveReference,
): Response {
  return new Response(read(context, octets, resolveReference).markup, {
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': framedPolicy(context.links),
    },
  });
}

/** The policy of the page around the frame. */
export const FRAME_POLICY = `${PAGE_POLICY}; frame-src 'self'`;

interface DocumentOptions {
  /** Parameters that every address of the document repeats. */
  readonly repeated?: Readonly<Record<string, string>> | undefined;
  readonly resolveReference?: ResolveReference;
}

/** The content of the page around the frame, and the title that the document has; `null` = none. */
export function htmlContent(
  context: Context,
  octets: Uint8Array,
  name: string,
  { repeated = {}, resolveReference }: DocumentOptions = {},
): { readonly title: string | null; readonly content: VNode } {
  const { all, text, title, pictures } = read(context, octets, resolveReference);
  const { links } = context;
  const images = all ? { [IMAGES]: 'show' } : {};
  const alone = links.self({ ...repeated, ...images, [VIEW]: 'framed' });
  const content = (
    <>
      {pictures > FIRST_PICTURES && (
        <p class="pictures">
          <a href={links.self({ ...repeated, ...(all ? {} : { [IMAGES]: 'show' }) })} rel={VIEW_REL}>
            {all ? `Show the first ${FIRST_PICTURES} pictures only` : `Show all ${pictures} pictures`}
          </a>
        </p>
      )}
      <iframe
        class="document"
        title={`The document ${name}`}
        height={frameHeight(text)}
        sandbox="allow-top-navigation-by-user-activation allow-downloads"
        src={alone}
      />
      <FileFacts name={name} facts={['HTML', sizeText(octets.length), 'without scripts']} alone={alone} />
    </>
  );
  return { title: title === '' ? null : title, content };
}

/** In pixels. */
const [LINE, PICTURE, SHORTEST_FRAME, TALLEST_FRAME] = [26, 180, 120, 1200];
/** In characters. */
const LINE_LENGTH = 80;

/** The height of a frame for HTML, in pixels. It is an estimate: only a script could measure the content. */
export function frameHeight(html: string): number {
  const [pictures, ...blocks] = [
    (html.match(/<img\b/gi) ?? []).length,
    ...html
      .replace(/<(?:head|style|title)\b[\s\S]*?<\/(?:head|style|title)>/gi, '')
      .split(/<(?:p|br|div|li|tr|h\d|hr)\b/i),
  ];
  const lines = blocks.map((block) => Math.ceil(block.replace(/<?[^<>]*>|\s+/g, ' ').trim().length / LINE_LENGTH));
  const height = lines.reduce((sum, count) => sum + count * LINE, 0) + pictures * PICTURE + 2 * LINE;
  return Math.min(Math.max(height, SHORTEST_FRAME), TALLEST_FRAME);
}
