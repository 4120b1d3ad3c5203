/** The rows of a directory's table, as escaped text. */
import type { ListedTime, ListingEntry } from '../../../src/protocols/ftp/listing.ts';
import { grouped } from '../../pages/parts/counted.ts';
import { type Html, html } from '../../pages/parts/html.ts';
import { REL } from '../../pages/parts/layout.tsx';
import type { DirectoryView } from './directory-view.ts';
import { ICONS } from './icons.tsx';

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
