/** Breadcrumbs from the URL of a link: the server, the directories between, and the link itself. */

import type { Resolution } from '../../../src/index.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import type { Trail } from '../../../src/open/contract.ts';
import { readableServer } from '../../../src/readable-host.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';
import type { Breadcrumb } from '../../pages/parts/layout.tsx';
import type { LinkBuilder } from '../contract/contract.ts';

/** Longer breadcrumbs lose steps in the middle. */
const MOST_STEPS = 8;

/**
 * The breadcrumbs of a link. For gopher the steps between are guesses, because selectors need not be paths (RFC 1436
 * §2). `breadcrumbsOf(explain('ftp://h.example/pub/a.txt'), links).map(({ text }) => text)` is `['h.example', 'pub',
 * 'a.txt']`.
 */
export function breadcrumbsOf(link: Resolution, links: LinkBuilder, trail: Trail = {}): Breadcrumb[] {
  const { host } = link.components;
  const [root = ''] = /^[^:]+:\/\/[^/?#]*/.exec(withoutUserInfo(link.canonical)) ?? [];
  const server =
    host === null || host === ''
      ? rootOf(trail, links)
      : [{ ...offer(trail), text: readableServer(link.components), href: links.hrefOf(`${root}/`) }];
  const below = trail.steps?.(link).map(({ text, url }) => ({ text, href: url === null ? null : links.hrefOf(url) }));
  const parts = (below ?? stepsOf(link, root, links)).map(({ text, href }) => ({ text: displayText(text), href }));
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

function stepsOf(link: Resolution, root: string, links: LinkBuilder): Breadcrumb[] {
  switch (link.kind) {
    case 'gopher': {
      const { type, selector, search } = link.details;
      const whole = pathWithoutType(link.components.path);
      // UMN's server puts the type in front of every selector, so `1/docs` is a menu.
      const [typed = ''] = /^[0-9A-Za-z](?=\/)/.exec(whole) ?? [];
      const menu = (path: string) => links.hrefOf(`${root}/1${typed && '1'}${path.replace(/\/$/, '')}`);
      const steps = pathSteps(whole.slice(typed.length), menu);
      const last = steps.at(-1);
      if (last === undefined) return search ? [{ text: search, href: null }] : [];
      const item = links.hrefOf(`${root}/${type}${typed}${last.path}`);
      const found: Breadcrumb = { text: search ? `${last.text}: ${search}` : last.text, href: item };
      return selector.includes('/') ? [...steps.slice(0, -1), found] : [found];
    }
    case 'ftp':
    case 'prospero':
      return pathSteps(link.components.path.replace(/;type=.$/, ''), (path) => links.hrefOf(root + path));
    case 'wais': {
      const { database, search, wtype } = link.details;
      const [path = ''] = /^\/[^/]*/.exec(link.components.path) ?? [];
      const named = database === '' ? [] : [{ text: database, href: links.hrefOf(root + path) }];
      const last = search ?? wtype;
      return last === null || last === '' ? named : [...named, { text: last, href: null }];
    }
    case 'go': {
      const text = link.details.id ?? link.details.commonName;
      return text === null || text === '' ? [] : [{ text, href: null }];
    }
    default:
      return pathSteps(link.components.path, () => null);
  }
}

interface Step extends Breadcrumb {
  /** The path from the root to the end of this step, percent-encoded. */
  readonly path: string;
}

/** One step for each segment of a path. All but the last are directories. */
function pathSteps(path: string, hrefOf: (path: string) => string | null): Step[] {
  const ends = [...path.matchAll(/[^/]+\/?/g)];
  return ends.map((match) => {
    const upTo = path.slice(0, match.index + match[0].length);
    return { text: decodeText(match[0].replace(/\/$/, '')), href: hrefOf(upTo), path: upTo };
  });
}

/** The percent-encoded selector in the path of a gopher URL, without the search and the Gopher+ string. */
function pathWithoutType(path: string): string {
  return path.slice(2).replace(/%09.*$/s, '');
}
