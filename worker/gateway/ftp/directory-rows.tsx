/**
 * The rows of a directory's table, as escaped text, and their icons. A page has each drawing once; screen readers read
 * a word instead.
 */
import type { VNode } from 'preact';
import type { ListedTime, ListingEntry } from '../../../src/protocols/ftp/listing.ts';
import { grouped } from '../../pages/parts/counted.ts';
import { type Html, html } from '../../pages/parts/html.ts';
import { REL } from '../../pages/parts/layout.tsx';
import type { DirectoryView } from './directory.ts';

/** The rows of these entries. */
export function* directoryRows(view: DirectoryView, entries: Iterable<ListingEntry>): Generator<Html> {
  for (const entry of entries) yield row(entry, view);
}

function row(entry: ListingEntry, { decode, hrefOf }: DirectoryView): Html {
  const { kind, name, size, modified, target } = entry;
  const href = hrefOf(entry);
  const text = html`<bdi>${decode(name)}${kind === 'directory' && '/'}</bdi>`;
  return html`<tr><td class="name">${ICONS[kind]} ${
    href === null ? text : html`<a href="${href}" rel="${REL}">${text}</a>`
  }${target !== null && html`<span class="target"> → <bdi>${decode(target)}</bdi></span>`}</td><td class="size">${
    size !== null && html`<span title="${grouped(size)} octets">${sizeText(size)}</span>`
  }</td><td class="modified">${
    modified !== null && html`<time datetime="${modified}">${timeText(modified)}</time>`
  }</td></tr>`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
const STEP = 1024;

/** A size in the largest unit that gives at least 1: octets as an integer, larger units with one decimal. */
function sizeText(octets: number): string {
  let [amount, unit] = [octets, 0];
  for (; amount >= STEP && unit < UNITS.length - 1; unit++) amount /= STEP;
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`;
}

/** A time to the minute, in the time zone that the heading names. */
function timeText(time: ListedTime): string {
  return time.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
}

type Kind = ListingEntry['kind'];

/** Each path is 16 × 16 units and has the colour of the text. */
const DRAWINGS: Readonly<Record<Kind, { readonly word: string; readonly path: string }>> = {
  directory: { word: 'Directory', path: 'M1.5 3.5v9h13v-7.5h-6.5l-1.5-1.5z' },
  file: { word: 'File', path: 'M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5' },
  link: { word: 'Link', path: 'M2.5 12.5v-3q0-3 3-3h7.5M9.5 3l3.5 3.5l-3.5 3.5' },
  unknown: { word: 'Entry', path: 'M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5M6 10h4' },
};

/** The drawings that icons refer to. */
export function Icons(): VNode {
  return (
    <svg class="drawings" width={0} height={0} aria-hidden="true">
      {Object.entries(DRAWINGS).map(([kind, { path }]) => (
        <symbol id={`icon-${kind}`} viewBox="0 0 16 16">
          <path d={path} fill="none" stroke="currentColor" />
        </symbol>
      ))}
    </svg>
  );
}

/** The icon of each kind. */
const ICONS: Readonly<Record<Kind, Html>> = {
  directory: icon('directory'),
  file: icon('file'),
  link: icon('link'),
  unknown: icon('unknown'),
};

function icon(kind: Kind): Html {
  return html`<svg class="icon ${kind}" width="16" height="16" role="img" aria-label="${DRAWINGS[kind].word}"><use href="#icon-${kind}"></use></svg>`;
}
