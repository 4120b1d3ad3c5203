/** The list of links: what it shows, and each change of it, which the service makes first. */
import { useRef, useState } from 'preact/hooks';
import type { DayClicks } from '../../../../src/links/record.ts';
import type { OwnedLink } from '../../../links/link.ts';
import { counted } from '../../parts/counted.ts';
import { type LinkFields, type LinkPage, type LinksApi, listLinks } from './links-api.ts';

interface ListState extends Required<LinkPage> {
  /** The words that the links were searched for. */
  readonly query: string;
  /** What has happened, for screen readers too. */
  readonly status: string;
  /** The first of the links that the last page has added. */
  readonly added: string | null;
  /** The link that was created last. */
  readonly made: OwnedLink | null;
  /** The link that was changed last, until another form is opened. */
  readonly changed: string | null;
  /** The link whose form is open, and which form. */
  readonly open: OpenForm | null;
  /** The link whose clicks by day are shown. */
  readonly chart: { readonly slug: string; readonly days: readonly DayClicks[] } | null;
}

interface OpenForm {
  readonly slug: string;
  readonly form: 'change' | 'end';
  /** The tag of the link as the form shows it. */
  readonly tag: string | null;
}

const UNTOUCHED = { query: '', added: null, made: null, changed: null, open: null, chart: null };

/** @param first - the links that are shown at first */
export function useLinkList(api: LinksApi, first: LinkPage) {
  const [state, setState] = useState<ListState>({ ...UNTOUCHED, ...listed(first) });
  const update = (changes: (before: ListState) => Partial<ListState>): void =>
    setState((before) => ({ ...before, ...changes(before) }));

  const readPage = useLatestPage(api);
  /** How many links were made, changed or ended here. What was listed before the last of them is asked for again. */
  const done = useRef(0);
  const search = async (query: string): Promise<void> => {
    const before = done.current;
    const page = await readPage(query, null);
    if (page === null) return;
    if (done.current !== before) return search(query);
    // A form that was opened in the meantime stays, as long as its link does.
    update(({ open }) => ({
      ...{ ...listed(page), query, added: null },
      open: page.links.some(({ slug }) => slug === open?.slug) ? open : null,
    }));
  };
  const showMore = async (): Promise<void> => {
    const page = await readPage(state.query, state.next);
    if (page !== null) update((before) => ({ ...listed(page, before), added: page.links[0]?.slug ?? null }));
  };

  return {
    ...state,
    api,
    search,
    showMore,
    /** Opens the form of a link as it is now, and closes any other. */
    async openForm(slug: string, form: OpenForm['form']): Promise<void> {
      const response = await api('GET', `/v1/links/${slug}`);
      const { days: _, ...link }: OwnedLink = await response.json();
      const open = { slug, form, tag: response.headers.get('ETag') };
      update(({ links }) => ({ links: replaced(links, link), open, changed: null }));
    },

    closeForm: () => update(() => ({ open: null })),

    async create(fields: LinkFields): Promise<void> {
      update(() => ({ made: null, status: '' }));
      const response = await api('POST', '/v1/links', fields);
      const made: OwnedLink & { readonly created: boolean } = await response.json();
      done.current += 1;
      const status = made.created ? `Created ${made.slug}.` : `${made.slug} existed already.`;
      update(({ links }) => ({ made, links: [made, ...without([made], links)], status }));
    },

    async change(slug: string, fields: LinkFields): Promise<void> {
      const changed: OwnedLink = await (await api('PATCH', `/v1/links/${slug}`, fields, state.open?.tag)).json();
      done.current += 1;
      const status = `Changed ${slug}.`;
      update(({ links }) => ({ links: replaced(links, changed), open: null, changed: slug, status }));
    },

    async end(link: OwnedLink): Promise<void> {
      await api('DELETE', `/v1/links/${link.slug}`, undefined, state.open?.tag);
      done.current += 1;
      update(({ links, made }) => ({
        ...{ links: without([link], links), open: null, status: `Deleted ${link.slug}.` },
        made: made?.slug === link.slug ? null : made,
      }));
    },

    /** Shows the clicks of a link by day, or hides them again. */
    async toggleChart(slug: string): Promise<void> {
      if (state.chart?.slug === slug) return update(() => ({ chart: null }));
      const { days = [] }: OwnedLink = await (await api('GET', `/v1/links/${slug}`)).json();
      update(() => ({ chart: { slug, days } }));
    },
  };
}

export type LinkList = ReturnType<typeof useLinkList>;

/** Lists links; `null` = by now another page has been asked for. */
function useLatestPage(api: LinksApi) {
  const asked = useRef(0);
  return async (query: string, cursor: string | null): Promise<LinkPage | null> => {
    const number = ++asked.current;
    const page = await listLinks(api, query, cursor);
    return number === asked.current ? page : null;
  };
}

const replaced = (links: readonly OwnedLink[], changed: OwnedLink): readonly OwnedLink[] =>
  links.map((link) => (link.slug === changed.slug ? changed : link));
const without = (some: readonly OwnedLink[], links: readonly OwnedLink[]): readonly OwnedLink[] =>
  links.filter(({ slug }) => !some.some((link) => link.slug === slug));

/** A page of links after others. A link that is in both is in the page, and a store that fails in both fails once. */
function listed({ links: found, next, problems: more = [] }: LinkPage, before: Partial<ListState> = {}) {
  const links = [...without(found, before.links ?? []), ...found];
  const others = (before.problems ?? []).filter(({ store }) => more.every((one) => one.store !== store));
  return {
    links,
    next,
    problems: [...others, ...more],
    status: `${next === null ? '' : 'The first '}${counted(links.length, 'link')}`,
  };
}
