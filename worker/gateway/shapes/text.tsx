/** Answers with a text: a page, JSON, or its octets. */
import type { VNode } from 'preact';
import { displayText } from '../../../src/octets/ansi.ts';
import type { Text, TextLink } from '../../../src/open/opened.ts';
import { responseWithJson } from '../../http/response.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { LinkBuilder } from '../contract/contract.ts';
import { fileHeaders } from '../shared/file-headers.ts';
import { nameOfLink } from '../shared/link-names.ts';
import { LinkOrText } from '../shared/page-parts.tsx';
import { rangeResponse } from '../shared/range.ts';
import { TextContent, TextFacts } from '../shared/text-content.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import { caching, jsonLinks, type ShapeContext, varying } from './context.ts';
import { MarkedText } from './marked-text.tsx';

type Context = ShapeContext;

export function respondWithText(context: Context, text: Text): Response {
  const headers = { ...caching(context, text), Vary: varying(context, 'Accept') };
  const { name, octets, charset } = text;
  switch (context.view.format) {
    case 'json':
      return responseWithJson(text.json(jsonLinks(context)), { headers });
    case 'raw':
      return rangeResponse(context.request, octets, {
        ...headers,
        ...fileHeaders(name, `text/plain; charset=${charset}`),
      });
    case 'html':
      return textPage(context, text, { headers });
  }
}

export interface TextPageOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** What the text is, after the name of the protocol. Absent = what the text says. */
  readonly noun?: string;
  /** Whether programs get JSON in its place. Absent = `true`. */
  readonly hasJson?: boolean;
}

/** The page of a text, which has the name that it has in the list that led to it. */
export function textPage(
  context: Context,
  text: Text,
  { headers, noun = text.noun, hasJson = true }: TextPageOptions,
): Response {
  const { opener, links, repeated } = context;
  const page = viewerPage(context, {
    title: nameOfLink(links.canonical) ?? text.name,
    kicker: `${opener.name} ${noun}`,
    download: text.name,
    without: hasJson ? [] : ['json'],
    repeated,
    content: <Content context={context} text={text} />,
  });
  return pageResponse(context, page, { headers });
}

interface ContentProps {
  readonly context: Context;
  readonly text: Text;
}

function Content({ context, text }: ContentProps): VNode {
  const { noun, name, octets, charset, text: decoded, content } = text;
  const described = { context, noun, name, octets, charset, query: context.repeated };
  if (content === undefined) return <TextContent {...described} text={decoded.replace(/\r\n?/g, '\n')} />;
  const { links } = context;
  return (
    <>
      {content.kind === 'marked' && <MarkedText pieces={content.pieces} noun={noun} />}
      {content.kind === 'link' && <OneLink url={content.url} builder={links} />}
      {content.kind === 'links' && <Links links={content.links} builder={links} />}
      <TextFacts {...described} />
    </>
  );
}

function OneLink({ url, builder }: { readonly url: string; readonly builder: LinkBuilder }): VNode {
  const href = builder.hrefOf(url);
  const text = displayText(url);
  return <p>{href === null ? text : <LinkOrText href={href} text={text} />}</p>;
}

interface LinksProps {
  readonly links: readonly TextLink[];
  readonly builder: LinkBuilder;
}

function Links({ links, builder }: LinksProps): VNode {
  return (
    <ul class="databases">
      {links.map(({ text, url, about }) => {
        const href = builder.hrefOf(url);
        return (
          <li>
            {href === null ? <span>{text}</span> : <a href={href}>{text}</a>}
            {about !== null && <p dir="auto">{about}</p>}
          </li>
        );
      })}
    </ul>
  );
}
