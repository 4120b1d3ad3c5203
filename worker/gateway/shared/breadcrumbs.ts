/** Breadcrumbs from the URL of a link: the server, the directories between, and the link itself. */

import type { Resolution } from '../../../src/index.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import type { Trail } from '../../../src/open/contract.ts';
import { pathSteps, serverUrlOf } from '../../../src/open/trail.ts';
import { readableServer } from '../../../src/readable-host.ts';
import type { Breadcrumb } from '../../pages/parts/layout.tsx';
import type { LinkBuilder } from '../contract/contract.ts';

/** Longer breadcrumbs lose steps in the middle. */
const MOST_STEPS = 8;

/**
 * The breadcrumbs of a link. `breadcrumbsOf(explain('ftp://h.example/pub/a.txt'), links).map(({ text }) => text)` is
 * `['h.example', 'pub', 'a.txt']`.
 */
export function breadcrumbsOf(link: Resolution, links: LinkBuilder, trail: Trail = {}): Breadcrumb[] {
  const { host } = link.components;
  const server =
    host === null || host === ''
      ? rootOf(trail, links)
      : [{ ...offer(trail), text: readableServer(link.components), href: links.hrefOf(`${serverUrlOf(link)}/`) }];
  const below = trail.steps?.(link) ?? pathSteps(link.components.path, () => null);
  const parts = below.map(({ text, url }) => ({
    text: displayText(text),
    href: url === null ? null : links.hrefOf(url),
  }));
  const steps = [...server, ...parts];
  if (steps.length <= MOST_STEPS) return steps;
  return [...steps.slice(0, 2), { text: '…', href: null }, ...steps.slice(3 - MOST_STEPS)];
}

/** The first step of a link without a server. */
function rootOf(trail: Trail, links: LinkBuilder): Breadcrumb[] {
  const { home } = trail;
  return home === undefined ? [] : [{ ...offer(trail), text: home.text, href: links.hrefOf(home.url) }];
}

function offer({ browse }: Trail): Pick<Breadcrumb, 'offer'> {
  return browse === undefined ? {} : { offer: browse };
}
