/** Sounds and films on a page: a player for the formats that browsers play, and a link to save the file. */
import type { VNode } from 'preact';
import { Details } from '../../pages/parts/details.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { PAGE_POLICY } from '../../pages/parts/respond.tsx';
import { octetsText } from './octets-text.ts';

/** The policy of a page with a player. */
export const MEDIA_POLICY = `${PAGE_POLICY}; media-src 'self'`;

/** The formats that all current browsers play. */
const PLAYED = /^(?:audio\/(?:mpeg|ogg|wav|flac|mp4)|video\/(?:mp4|webm|ogg))$/;

/** Whether a file is a sound or a film, in any format. */
export function isMedia(type: string): boolean {
  return /^(?:audio|video)\//.test(type);
}

export interface MediaFile {
  /** Its name, for people. */
  readonly name: string;
  /** Its media type, without parameters. */
  readonly type: string;
  /** In octets; `null` = unknown. */
  readonly size: number | null;
  /** The address of its octets. */
  readonly href: string;
}

/**
 * A player, which shows the duration as soon as it has read the beginning of the file; `null` for a format that browsers
 * do not play.
 */
export function Player({ file: { name, type, href } }: { readonly file: MediaFile }): VNode | null {
  if (!PLAYED.test(type)) return null;
  const player = { controls: true, preload: 'metadata' as const, src: href, 'aria-label': name };
  return type.startsWith('audio/') ? <audio {...player} /> : <video {...player} />;
}

/** The content of the page of a sound or a film. */
export function MediaContent({ file }: { readonly file: MediaFile }): VNode {
  const { name, type, size, href } = file;
  const noun = type.startsWith('audio/') ? 'sound' : 'film';
  return (
    <div class="media">
      {PLAYED.test(type) ? (
        <Player file={file} />
      ) : (
        <Notice title={`Browsers cannot play this ${noun}`}>
          Download the file, and open it with a program that plays {type}.
        </Notice>
      )}
      <Details
        rows={[
          ['Name', <bdi>{name}</bdi>],
          ['Format', type],
          ['Size', size === null ? null : octetsText(size)],
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
