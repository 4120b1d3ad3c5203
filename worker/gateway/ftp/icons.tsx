/** The icons beside the names in a listing. A page has each drawing once; screen readers read a word instead. */
import type { VNode } from 'preact';
import type { ListingEntry } from '../../../src/protocols/ftp/listing.ts';
import { type Html, html } from '../../pages/parts/html.ts';

type Kind = ListingEntry['kind'];

/** Each is 16 × 16 units and has the colour of the text. */
const PATHS: Readonly<Record<Kind, string>> = {
  directory: 'M1.5 3.5v9h13v-7.5h-6.5l-1.5-1.5z',
  file: 'M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5',
  link: 'M2.5 12.5v-3q0-3 3-3h7.5M9.5 3l3.5 3.5l-3.5 3.5',
  unknown: 'M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5M6 10h4',
};

const WORDS: Readonly<Record<Kind, string>> = {
  directory: 'Directory',
  file: 'File',
  link: 'Link',
  unknown: 'Entry',
};

/** The drawings that `ICONS` refer to. */
export function Icons(): VNode {
  return (
    <svg class="drawings" width={0} height={0} aria-hidden="true">
      {Object.entries(PATHS).map(([kind, path]) => (
        <symbol id={`icon-${kind}`} viewBox="0 0 16 16">
          <path d={path} fill="none" stroke="currentColor" />
        </symbol>
      ))}
    </svg>
  );
}

/** The icon of each kind. */
export const ICONS: Readonly<Record<Kind, Html>> = {
  directory: icon('directory'),
  file: icon('file'),
  link: icon('link'),
  unknown: icon('unknown'),
};

function icon(kind: Kind): Html {
  return html`<svg class="icon ${kind}" width="16" height="16" role="img" aria-label="${WORDS[kind]}"><use href="#icon-${kind}"></use></svg>`;
}
