/**
 * What all pages of this gateway have in common: the way to them, and what can be done with them.
 */
import type { ComponentChildren } from 'preact';
import { withoutControls } from '../../../src/schemes/gopher/ansi.ts';
import { splitGopherPath } from '../../../src/schemes/gopher/path.ts';
import { decodeText } from '../../../src/uri/octets.ts';
import type { Action, Crumb, Page } from '../../pages/layout.tsx';
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
  return {
    title: title ?? nameOf(visit),
    kicker: kicker ?? `${scheme === 'gophers' ? 'Gopher over TLS' : 'Gopher'} ${typeNameOf(details.type)}`,
    canonical: visit.links.canonical,
    crumbs: crumbsOf(visit),
    actions,
    content,
  };
}

/** The last part of a selector, or the server. */
export function nameOf(visit: GopherVisit): string {
  const name = visit.resolution.details.selector.split('/').findLast((part) => part.trim() !== '');
  return name === undefined ? serverOf(visit) : visible(name);
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

/**
 * The way from the server's own menu. Selectors are opaque, but most are paths of files, and then the parts of them
 * are menus; `1/docs/x` is one with its type in front, as UMN's server had them.
 */
export function crumbsOf(visit: GopherVisit): Crumb[] {
  const { resolution, links } = visit;
  const [root = ''] = /^[a-z]+:\/\/[^/]*/.exec(resolution.canonical) ?? [];
  const { selector } = splitGopherPath(resolution.components.path);
  const home: Crumb = { text: serverOf(visit), href: selector === '' ? null : links.hrefOf(`${root}/`) };
  if (selector === '') return [home];
  const [, typed = '', path = ''] = /^(?:([0-9A-Za-z])(?=\/))?(.*)$/.exec(selector) ?? [];
  const segments = path.split('/').slice(1);
  if (!path.startsWith('/') || segments.some((segment) => /^(?:|\.\.?)$/.test(segment))) {
    return [home, { text: nameOf(visit), href: null }];
  }
  const menus = segments.slice(0, -1).map((segment, index): Crumb => {
    const above = `${typed === '' ? '' : '1'}/${segments.slice(0, index + 1).join('/')}`;
    return { text: visible(decodeText(segment)), href: links.hrefOf(`${root}/1${above}`) };
  });
  return [home, ...menus, { text: visible(decodeText(segments.at(-1) ?? '')), href: null }];
}
