/** The page of what a link leads to: every gateway has the same head, with the same actions in the same order. */
import { explain, type Resolution } from '../../../src/index.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import type { AnyOpener } from '../../../src/open/contract.ts';
import type { ItemHead, OpenedAs } from '../../../src/open/opened.ts';
import { archivesOf } from '../../../src/templates/templates.ts';
import type { Page } from '../../pages/parts/layout.tsx';
import { LinkActions } from '../../pages/parts/link-actions.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { ATOM, type GatewayContext, type LinkQuery } from '../contract/contract.ts';
import { breadcrumbsOf } from './breadcrumbs.ts';

/** A page without the parts that follow from its link. */
export interface ViewerPage extends Omit<Page, 'actions' | 'linkActions' | 'breadcrumbs' | 'canonical' | 'feed'> {
  /** Default: {@link breadcrumbsOf} the link. */
  readonly breadcrumbs?: Page['breadcrumbs'];
  /** Default: the link. */
  readonly canonical?: string;
  /** Other links to the same, each with what is said of it. Absent = there are none. */
  readonly sameAs?: readonly (readonly [text: string, url: string])[];
  /** The address of this service for other people. Default: the one that opens the link. */
  readonly address?: string;
  /** The name under which the octets are saved; `null` or absent = there is no file. */
  readonly download?: string | null;
  /** What else people may want; `null` addresses are left out. */
  readonly others?: readonly (readonly [text: string, href: string | null])[];
  /** Whether what the page lists has a feed. Absent = `false`. */
  readonly hasFeed?: boolean;
  /** Formats for programs that this page does not have. */
  readonly without?: readonly ('json' | 'raw')[];
  /** The address of the Gopher+ attributes. */
  readonly attributes?: string | null;
  /** The parameters that other views repeat. */
  readonly repeated?: LinkQuery | undefined;
  /** The address of the page with these parameters. Default: that of the link. */
  readonly hrefWith?: (query: LinkQuery) => string | null;
}

/** What the page of a link depends on. */
export interface PageContext extends Pick<GatewayContext, 'links' | 'environment' | 'view'> {
  readonly opener: Pick<AnyOpener, 'trail'>;
  /** What was opened in place of the link. */
  readonly openedAs?: OpenedAs | undefined;
}

/** Makes the page of a link. */
export function viewerPage(context: PageContext, viewed: ViewerPage): Page {
  const { links, environment, opener, openedAs } = context;
  const link = explain(links.canonical, { complete: true });
  const {
    download = null,
    others = [],
    without = [],
    attributes = null,
    repeated,
    hrefWith,
    address,
    hasFeed = false,
    sameAs = [],
    ...page
  } = viewed;
  const { canonical = links.canonical, breadcrumbs = breadcrumbsOf(link, links, opener.trail) } = page;
  const feed = hasFeed ? feedHref(context) : null;
  const view = (format: 'json' | 'raw') => (hrefWith ?? links.self)({ ...repeated, format });
  const raw = without.includes('raw') ? null : view('raw');
  const views = [
    ['JSON', without.includes('json') ? null : view('json')],
    ['As the server sent it', raw],
    ['Feed', feed],
    ['Attributes', attributes],
  ] as const;
  const query = `url=${encodeURIComponent(canonical)}`;
  const present = (all: typeof others) => all.flatMap(([text, href]) => (href === null ? [] : [{ text, href }]));
  return {
    ...page,
    content: (
      <>
        {openedAs !== undefined && <Notice title={openedAs.sentence} />}
        {page.content}
      </>
    ),
    canonical,
    breadcrumbs,
    feed,
    linkActions: (
      <LinkActions
        title={page.title}
        url={canonical}
        sameAs={sameAs}
        address={address ?? `${links.root}/r?${query}`}
        qr={address === undefined ? `/v1/qr?${query}` : null}
        shorten={environment.keyring.isEmpty || environment.LINKS === undefined ? null : `/links#${query}`}
        download={download === null || raw === null ? null : { href: raw, name: download }}
        archives={archivesOf(canonical === links.canonical ? link : explain(canonical), environment)}
        others={present(others)}
        views={present(views)}
      />
    ),
  };
}

/** What an item has on its page. */
export interface OwnPage extends Omit<ViewerPage, 'title' | 'kicker'> {
  /** `null` = the name of the item. */
  readonly title: string | null;
  /** Absent = the name of the protocol, and what the item is. */
  readonly kicker?: string;
}

/** What the page of an item depends on. */
interface ItemContext extends PageContext {
  readonly resolution: Pick<Resolution, 'scheme'>;
  readonly opener: Pick<AnyOpener, 'name' | 'schemeNames' | 'trail'>;
  /** Changes the page, as for the reply to a form; absent = it stays as it is. */
  readonly around?: (page: ViewerPage) => ViewerPage;
}

/** The page of an item. */
export function itemPage(context: ItemContext, head: ItemHead, { title, ...page }: OwnPage): Page {
  const { noun, name, words, language } = head;
  const { opener, resolution, around = (page) => page } = context;
  const own: ViewerPage = {
    ...actionsOf(context, head),
    ...(language !== null && { language }),
    kicker: `${opener.schemeNames?.[resolution.scheme] ?? opener.name} ${noun}`,
    title: title ?? (words === null ? name : `${name}: ${displayText(words)}`),
    ...page,
  };
  return viewerPage(context, around(own));
}

/** What else the server is known to have of an item. */
export function actionsOf(
  { links }: Pick<PageContext, 'links'>,
  { attributes, ways }: Pick<ItemHead, 'attributes' | 'ways'>,
): Required<Pick<ViewerPage, 'attributes' | 'others'>> {
  return {
    attributes: attributes === null ? null : links.hrefOf(attributes),
    others: ways.map(({ text, url }) => [text, links.hrefOf(url)]),
  };
}

/** The address of the feed of what a page shows: `null` = the page is not its first page. */
function feedHref({ links, view }: PageContext): string | null {
  const parameters = [...view.query].filter(([name]) => !NOT_IN_FEEDS.has(name));
  const isFirst = !view.query.has('page') && !view.query.has('to');
  return isFirst ? links.self({ ...Object.fromEntries(parameters), format: ATOM }) : null;
}

/** Parameters that only change how a page looks. */
const NOT_IN_FEEDS: ReadonlySet<string> = new Set(['format', 'sort', 'order', 'images', 'links']);
