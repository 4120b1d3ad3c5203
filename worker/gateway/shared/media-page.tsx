/**
 * Files on a page: pictures, a player for the sounds and films that browsers play, a link to save the file. Browsers
 * that open the address of a file get the page, others the octets.
 */
import type { VNode } from 'preact';
import { mediaNoun } from '../../../src/open/media-type.ts';
import { opensWindow } from '../../http/negotiation.ts';
import { sizeText } from '../../pages/parts/counted.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { PAGE_POLICY } from '../../pages/parts/respond.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { pictureSize } from './picture-size.ts';

export const MEDIA_POLICY = `${PAGE_POLICY}; media-src 'self'`;

/** The formats that all current browsers play. */
const PLAYED = /^(?:audio\/(?:mpeg|ogg|wav|flac|mp4)|video\/(?:mp4|webm|ogg))$/;

/** The pictures that all current browsers show. SVG is a document. */
const SHOWN = /^image\/(?:gif|png|jpeg|webp|avif|bmp|x-icon)$/;

export interface MediaFile {
  readonly name: string;
  /** Its media type, without parameters. */
  readonly type: string;
  /** In octets; `null` = unknown. */
  readonly size: number | null;
  readonly href: string;
  /** The first octets, in which a picture may say its size. Absent = unknown */
  readonly first?: Uint8Array;
}

/** A player, which shows the duration once it has read the beginning; `null` for a format that browsers do not play. */
export function Player({ file: { name, type, href } }: { readonly file: MediaFile }): VNode | null {
  if (!PLAYED.test(type)) return null;
  const player = { controls: true, preload: 'metadata' as const, src: href, 'aria-label': name };
  return type.startsWith('audio/') ? <audio {...player} /> : <video {...player} />;
}

/** What a file is, with a preview if browsers have one for its format. */
export function MediaContent({ file }: { readonly file: MediaFile }): VNode {
  const { name, type, size, href, first } = file;
  const place = first === undefined ? null : pictureSize(first);
  const noun = mediaNoun(type);
  return (
    <div class="media">
      {SHOWN.test(type) && <img class="picture" {...place} src={href} alt={name} />}
      <Player file={file} />
      {noun !== null && !SHOWN.test(type) && !PLAYED.test(type) && (
        <Notice title={`Browsers cannot ${noun === 'picture' ? 'show' : 'play'} this ${noun} format`}>
          Download it and open it in {noun === 'picture' ? 'an image viewer' : 'a media player'}.
        </Notice>
      )}
      <Details
        rows={[
          ['Name', <bdi>{name}</bdi>],
          ['Format', type],
          ['Size', size === null ? null : sizeText(size)],
        ]}
      />
      <p>
        <a class="button" href={href} download={name}>
          Download
        </a>
      </p>
    </div>
  );
}

/** The headers that the answer depends on, for `Vary`. */
export const PAGE_OR_FILE = 'Accept, Sec-Fetch-Dest';

/**
 * Whether to answer with a page. `?format=` decides; without it, the client must open the address in a window of its
 * own. HEAD and ranges are about the file.
 *
 * @example
 * ```ts
 * const request = new Request('http://h.example/', { headers: { Accept: 'text/html' } });
 * wantsPage({ request, view: { format: 'html', charset: null, query: new URLSearchParams() } }); // true
 * ```
 */
export function wantsPage({ request, view }: Pick<GatewayContext, 'request' | 'view'>): boolean {
  const { headers, method } = request;
  const format = view.query.get('format');
  if (method === 'HEAD' || headers.has('Range')) return false;
  if (format !== null) return format === 'html';
  return opensWindow(headers);
}
