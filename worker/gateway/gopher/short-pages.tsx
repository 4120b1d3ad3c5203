/** The pages of searches without words, of sessions, and of texts of which nothing came. */
import type { VNode } from 'preact';
import { displayText } from '../../../src/octets/ansi.ts';
import { SILENCE } from '../../../src/open/common.ts';
import type { GopherSession, Search } from '../../../src/open/gopher/without-server.ts';
import { Details } from '../../pages/parts/details.tsx';
import { Empty } from '../../pages/parts/notice.tsx';
import type { ShapeContext } from '../shapes/context.ts';
import { WordsForm } from '../shared/page-parts.tsx';
import type { ValuesPage } from './respond.ts';

export function sessionPage({ links }: ShapeContext, { url, item }: GopherSession): ValuesPage {
  const href = links.hrefOf(url);
  const { host, port } = item.server;
  const content = (
    <>
      <p>This item is a terminal session on another computer.</p>
      <Details
        rows={[
          ['Host', host],
          ['Port', port],
          ['Log in as', item.link.details.selector],
        ]}
      />
      <p>{href === null ? <code>{url}</code> : <a href={href}>Open the session</a>}</p>
    </>
  );
  return { title: `${host}, port ${port}`, content };
}

/** The empty search form, with the search that the link may mean. */
export function searchPage({ links }: ShapeContext, { proposed }: Search): ValuesPage {
  const href = proposed === null ? null : links.hrefOf(proposed.url);
  const content = (
    <>
      <p>Search this server</p>
      {proposed !== null && href !== null && (
        <p>
          <a href={href}>{`Search for “${displayText(proposed.words)}”`}</a>
        </p>
      )}
      <WordsForm address={links.self()} words="" />
    </>
  );
  return { content };
}

export function nothingPage(): ValuesPage {
  return { content: <SentNothing /> };
}

function SentNothing(): VNode {
  return <Empty>{SILENCE}</Empty>;
}
