/**
 * What all pages of this gateway have in common: the way to them, and what can be done with them.
 */
import type { ComponentChildren } from 'preact';
import { withoutControls } from '../../../src/schemes/gopher/ansi.ts';
import type { Action, Page } from '../../pages/layout.tsx';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import { typeNameOf } from './item-kinds.ts';
import { placeOf } from './item-links.ts';
import type { GopherContext } from './reply.ts';

interface Shown {
  /** `null` = the last part of the selector. */
  readonly title?: string | null;
  readonly kicker?: string;
  readonly actions?: readonly Action[];
  readonly content: ComponentChildren;
}

/** A page about one item. */
export function pageOf(context: GopherContext, { title = null, kicker, actions = [], content }: Shown): Page {
  const { details, scheme } = context.resolution;
  const name = nameOf(context);
  const language = details.gopherPlus?.language;
  return {
    title: title ?? (details.search ? `${name}: ${visible(details.search)}` : name),
    kicker: kicker ?? `${scheme === 'gophers' ? 'Gopher over TLS' : 'Gopher'} ${typeNameOf(details.type)}`,
    canonical: context.links.canonical,
    breadcrumbs: breadcrumbsOf(context.resolution, context.links),
    actions,
    content,
    // Gopher+ writes `En_US` (§2.6), HTML `En-US`.
    ...(language && { language: language.replace('_', '-') }),
  };
}

/** The last part of a selector, or the server. */
export function nameOf(context: GopherContext): string {
  const name = context.resolution.details.selector.split('/').findLast((part) => part.trim() !== '');
  return name === undefined ? serverOf(context) : visible(name);
}

/** The format that the address asks for, to be kept behind a redirect; `undefined` where it asks for none. */
export function chosenFormat({ view }: GopherContext): Record<string, string> | undefined {
  const format = view.query.get('format');
  return format === null ? undefined : { format };
}

/** Text that a stranger wrote, as it may stand in a line of ours: nothing in it turns the direction of writing. */
export function visible(text: string): string {
  return withoutControls(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
}

function serverOf(context: GopherContext): string {
  const { hostUnicode, explicitPort } = context.resolution.components;
  const { host } = placeOf(context);
  return `${hostUnicode ?? host}${explicitPort === null ? '' : `:${explicitPort}`}`;
}
