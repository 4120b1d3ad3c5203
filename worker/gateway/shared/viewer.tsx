/** The page of what a link leads to: every gateway has the same head, with the same actions in the same order. */
import { explain } from '../../../src/index.ts';
import { archivesOf } from '../../../src/templates/archives.ts';
import type { Page } from '../../pages/parts/layout.tsx';
import { LinkActions } from '../../pages/parts/link-actions.tsx';
import type { GatewayContext } from '../contract/contract.ts';
import { breadcrumbsOf } from './breadcrumbs.ts';

type Query = Readonly<Record<string, string>>;

/** A page without the parts that follow from its link. */
export interface ViewerPage extends Omit<Page, 'actions' | 'linkActions' | 'breadcrumbs' | 'canonical'> {
  /** Default: {@link breadcrumbsOf} the link. */
  readonly breadcrumbs?: Page['breadcrumbs'];
  /** Default: the link. */
  readonly canonical?: string;
  /** The address of this service for other people. Default: the one that opens the link. */
  readonly address?: string;
  /** The name under which the octets are saved; `null` or absent = there is no file. */
  readonly download?: string | null;
  /** What else people may want; `null` addresses are left out. */
  readonly others?: readonly (readonly [text: string, href: string | null])[];
  /** Formats for programs that this page does not have. */
  readonly without?: readonly ('json' | 'raw')[];
  /** The address of the Gopher+ attributes. */
  readonly attributes?: string | null;
  /** The parameters that other views repeat. */
  readonly repeated?: Query | undefined;
  /** The address of the page with these parameters. Default: that of the link. */
  readonly hrefWith?: (query: Query) => string | null;
}

type Context = Pick<GatewayContext, 'links' | 'environment'>;

/** Makes the page of a link. */
export function viewerPage(context: Context, viewed: ViewerPage): Page {
  const { links, environment } = context;
  const link = explain(links.canonical, { complete: true });
  const {
    download = null,
    others = [],
    without = [],
    attributes = null,
    repeated,
    hrefWith,
    address,
    ...page
  } = viewed;
  const { canonical = links.canonical, breadcrumbs = breadcrumbsOf(link, links), feed = null } = page;
  const view = (format: 'json' | 'raw') => (hrefWith ?? links.self)({ ...repeated, format });
  const raw = without.includes('raw') ? null : view('raw');
  const views = [
    ['JSON', without.includes('json') ? null : view('json')],
    ['Raw', raw],
    ['Feed', feed],
    ['Attributes', attributes],
  ] as const;
  const query = `url=${encodeURIComponent(canonical)}`;
  const present = (all: typeof others) => all.flatMap(([text, href]) => (href === null ? [] : [{ text, href }]));
  return {
    ...page,
    canonical,
    breadcrumbs,
    linkActions: (
      <LinkActions
        title={page.title}
        url={canonical}
        address={address ?? `${links.root}/r?${query}`}
        qr={address === undefined ? `/v1/qr?${query}` : null}
        shorten={environment.keyring.isEmpty || environment.LINKS === undefined ? null : `/links#${query}`}
        download={download === null || raw === null ? null : { href: raw, name: download }}
        archives={archivesOf(link, environment)}
        others={present(others)}
        views={present(views)}
      />
    ),
  };
}
