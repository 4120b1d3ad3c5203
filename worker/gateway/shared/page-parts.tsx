/**
 * What the pages of gateways share: links to what they list, heads of tables, links to other pages
 * of a list, and search forms, which need no script.
 */
import type { ComponentChildren, VNode } from 'preact';
import type { Canonical } from '../../../src/index.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { RequestError } from '../../errors/request-error.ts';
import { parameterFault } from '../../http/schema.ts';
import { grouped } from '../../pages/parts/counted.ts';
import { REL, VIEW_REL } from '../../pages/parts/layout.tsx';
import { FILTER, type GatewayContext, type View } from '../contract/contract.ts';

interface LinkOrTextProps {
  /** `null` if nothing may open the link: then there is only its text. */
  readonly href: string | null;
  readonly text: string;
}

export function LinkOrText({ href, text }: LinkOrTextProps): VNode {
  if (href === null) return <span>{text}</span>;
  return (
    <a href={href} rel={REL}>
      {text}
    </a>
  );
}

interface FileFactsProps {
  readonly name: string;
  /** Such as its size. */
  readonly facts: readonly string[];
  /** The address of the content alone, for browsers without frames. */
  readonly alone?: string;
}

/** What a file is, below its content: the heading may be the name that its link had. */
export function FileFacts({ name, facts, alone }: FileFactsProps): VNode {
  return (
    <p class="aside">
      <bdi>{name}</bdi>
      {facts.map((fact) => `, ${fact}`)}
      {alone !== undefined && (
        <>
          {'. '}
          <a href={alone} rel={VIEW_REL}>
            Open it without the frame
          </a>
        </>
      )}
    </p>
  );
}

interface HeadProps {
  /** The names of the columns; `number`: of a column of numbers. */
  readonly columns: readonly (string | { readonly number: string })[];
}

export function TableHead({ columns }: HeadProps): VNode {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const [name, kind] = typeof column === 'string' ? [column, undefined] : [column.number, 'number'];
          return (
            <th scope="col" class={kind}>
              {name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Nothing is as long as this. */
const MOST_PAGES = 999_999;

const invalidParameter = (name: string, message: string): RequestError =>
  new RequestError('invalid-parameter', [parameterFault('parameter-invalid', name, message)]);

/**
 * The page that a request asks for, from 1.
 *
 * @param most - the last page that may be asked for; absent = any
 * @throws RequestError 400 if it is no such number
 */
export function pageNumber({ query }: Pick<View, 'query'>, most = MOST_PAGES): number {
  const text = query.get('page') ?? '1';
  const number = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw invalidParameter('page', `\`page\` must be a whole number from 1 to ${grouped(most)}.`);
}

/**
 * Checks which part of a list or text is asked for. Only pages in HTML have parts: all other formats are whole.
 *
 * @throws RequestError 400
 */
export function checkPart(view: Pick<View, 'query' | 'format' | 'feed'>): void {
  const isWhole = view.format !== 'html' || view.feed;
  for (const name of ['page', FILTER]) {
    if (!isWhole || !view.query.has(name)) continue;
    const message = `Only HTML has pages. Leave out \`${name}\` to get everything, or ask for \`format=html\`.`;
    throw invalidParameter(name, message);
  }
  pageNumber(view);
}

interface PageLinksProps {
  /** From 1. */
  readonly page: number;
  /** The number of pages; `null` = it is not known, because the list is read no further than this page. */
  readonly pages: number | null;
  readonly hasNext: boolean;
  /** Whether `pages` is an estimate. Absent = `false` */
  readonly isAbout?: boolean;
  /** The address of a page; `null` if it has none. */
  readonly hrefOf: (page: number) => string | null;
  /** Which links these are. Absent = those of a list */
  readonly label?: string;
}

/** The links to the next and the previous page of a list; `null` for a list of one page. */
export function PageLinks(props: PageLinksProps): VNode | null {
  const { page, pages, hasNext, isAbout = false, hrefOf, label = 'Pages of this list' } = props;
  if (page === 1 && !hasNext) return null;
  const linkTo = (page: number) => {
    const href = hrefOf(page);
    return href === null ? {} : { href };
  };
  const known = pages ?? (hasNext ? `at least ${page + 1}` : null);
  const total = known === null ? '' : ` of ${isAbout ? 'about ' : ''}${known}`;
  return (
    <nav class="pages" aria-label={label}>
      {page > 1 && (
        <a {...linkTo(page - 1)} rel="prev">
          Previous
        </a>
      )}
      <span>{`Page ${page}${total}`}</span>
      {hasNext && (
        <a {...linkTo(page + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  );
}

/** Redirects a form to the link of its search. @throws GatewayError that says `unfit`, if nothing here opens it */
export function redirectToSearch(
  { links, view }: Pick<GatewayContext, 'links' | 'view'>,
  link: Canonical,
  unfit: string,
): Response {
  const format = view.query.get('format');
  const location = links.hrefOfCanonical(link, format === null ? undefined : { format });
  if (location === null) throw new GatewayError('bad-request', unfit);
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

interface SearchProps {
  /** The address that the form sends to. Its query goes into hidden fields: `/open` has the link there. */
  readonly address: string;
  readonly children: ComponentChildren;
}

export function SearchForm({ address, children }: SearchProps): VNode {
  const [action = '', query = ''] = address.split('?', 2);
  return (
    <search>
      <form class="search" method="get" action={action}>
        {[...new URLSearchParams(query)].map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {children}
      </form>
    </search>
  );
}

interface WordsProps {
  readonly address: string;
  /** The words of the present search; empty = none. */
  readonly words: string;
}

/** A search form for words, which it sends as `search`. */
export function WordsForm({ address, words }: WordsProps): VNode {
  return (
    <SearchForm address={address}>
      <label for="search">Search terms</label>
      <input id="search" name="search" type="search" value={words} required autocomplete="off" />
      <button type="submit">Search</button>
    </SearchForm>
  );
}
