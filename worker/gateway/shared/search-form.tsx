/** Search forms of gateways, which need no script, and the redirect to what they ask for. */
import type { ComponentChildren, VNode } from 'preact';
import type { Canonical } from '../../../src/index.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { GatewayContext } from '../contract/contract.ts';

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
  /** The fields and the button. */
  readonly children: ComponentChildren;
}

/** A search form. */
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
