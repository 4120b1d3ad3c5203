/**
 * What all pages of this gateway have in common: the way to them, and what can be done with them.
 */
import type { ComponentChildren } from 'preact';
import { withoutControls } from '../../../src/schemes/gopher/ansi.ts';
import type { Action, Page } from '../../pages/layout.tsx';
import { crumbsOf } from '../crumbs.ts';
import { typeNameOf } from './item-kinds.ts';
import { placeOf } from './item-links.ts';
import type { GopherVisit } from './reply.ts';

interface Shown {
  /** `null` = the last part of the selector. */
  readonly title?: string | null;
  readonly kicker?: string;
  readonly actions?: readonly Action[];
  readonly content: ComponentChildren;
}

/** A page about one item. */
export function pageOf(visit: GopherVisit, { title = null, kicker, actions = [], content }: Shown): Page {
  const { details, scheme } = visit.resolution;
  const name = nameOf(visit);
  const language = details.gopherPlus?.language;
  return {
    title: title ?? (details.search ? `${name}: ${visible(details.search)}` : name),
    kicker: kicker ?? `${scheme === 'gophers' ? 'Gopher over TLS' : 'Gopher'} ${typeNameOf(details.type)}`,
    canonical: visit.links.canonical,
    crumbs: crumbsOf(visit.resolution, visit.links),
    actions,
    content,
    // Gopher+ writes `En_US` (§2.6), HTML `En-US`.
    ...(language && { language: language.replace('_', '-') }),
  };
}

/** The last part of a selector, or the server. */
export function nameOf(visit: GopherVisit): string {
  const name = visit.resolution.details.selector.split('/').findLast((part) => part.trim() !== '');
  return name === undefined ? serverOf(visit) : visible(name);
}

/** The format that the address asks for, to be kept behind a redirect; `undefined` where it asks for none. */
export function chosenFormat({ view }: GopherVisit): Record<string, string> | undefined {
  const format = view.query.get('format');
  return format === null ? undefined : { format };
}

/** Text that a stranger wrote, as it may stand in a line of ours: nothing in it turns the direction of writing. */
export function visible(text: string): string {
  return withoutControls(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

function serverOf(visit: GopherVisit): string {
  const { hostUnicode, explicitPort } = visit.resolution.components;
  const { host } = placeOf(visit);
  return `${hostUnicode ?? host}${explicitPort === null ? '' : `:${explicitPort}`}`;
}
