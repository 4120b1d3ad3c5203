/** Answers with a text: a page, JSON, or its octets. */

import type { VNode } from 'preact';
import { displayText, isStyled, type StyledRun } from '../../../src/octets/ansi.ts';
import { jsonText } from '../../../src/octets/controls.ts';
import { DOS_COLUMNS, drawnRuns, isDos, movesCursor } from '../../../src/octets/dos-text.ts';
import type { Sauce } from '../../../src/octets/sauce.ts';
import type { AboutServer, DescribedLink, ReadableText } from '../../../src/open/opened.ts';
import type { HeaderFields } from '../../http/headers.ts';
import { Details } from '../../pages/parts/details.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { LinkBuilder } from '../contract/contract.ts';
import { dispositionOf, fileHeaders } from '../shared/file-headers.ts';
import { aboutLink } from '../shared/json-stream.ts';
import { LinkOrText } from '../shared/page-parts.tsx';
import { rangeResponse } from '../shared/range.ts';
import { TextContent, TextFacts } from '../shared/text-content.tsx';
import { actionsOf, itemPage, viewerPage } from '../shared/viewer.tsx';
import { caching, jsonLinks, jsonResponse, type ShapeContext, taggedResponse, varying } from './context.ts';
import { MarkedText } from './marked-text.tsx';

export function respondWithText(context: ShapeContext, text: ReadableText): Response {
  const headers = { ...caching(context, text), Vary: varying(context, 'Accept') };
  const head = text.head?.();
  if (head === undefined) return respondInFormat(context, text, headers);
  const parts = [text.octets, text.charset, jsonText(actionsOf(context, head))];
  return taggedResponse(context, parts, headers, (headers) => respondInFormat(context, text, headers));
}

function respondInFormat(context: ShapeContext, text: ReadableText, headers: HeaderFields): Response {
  switch (context.view.format) {
    case 'json':
      return jsonResponse({ ...aboutLink(context), ...text.json(jsonLinks(context)) }, headers);
    case 'raw':
      return respondWithOctets(context, text, headers);
    case 'html':
      return textPage(context, text, { headers });
  }
}

function respondWithOctets({ request }: ShapeContext, text: ReadableText, headers: HeaderFields): Response {
  const { name, octets, charset } = text;
  const sent = text.sent?.();
  if (sent === undefined) {
    return rangeResponse(request, octets, { ...headers, ...fileHeaders(name, `text/plain; charset=${charset}`) });
  }
  // These are not the octets of the server, so no other request can continue them.
  const ofText = { 'Content-Type': sent.type, 'Content-Disposition': dispositionOf(name, sent.type) };
  return new Response(sent.octets, {
    headers: { ...headers, ...ofText, 'Content-Length': String(sent.octets.byteLength) },
  });
}

interface TextPageOptions {
  readonly headers: HeaderFields;
  /** What the text is, after the name of the protocol. Absent = what the text says. */
  readonly noun?: string;
  /** Whether programs get JSON in its place. Absent = `true`. */
  readonly hasJson?: boolean;
}

/** The page of a text. */
export function textPage(
  context: ShapeContext,
  text: ReadableText,
  { headers, noun = text.noun, hasJson = true }: TextPageOptions,
): Response {
  const { opener, repeated } = context;
  const shown = { download: text.name, content: <Content context={context} text={text} /> };
  const head = text.head?.();
  if (head !== undefined) {
    return pageResponse(context, itemPage(context, head, { title: null, ...shown }), { headers });
  }
  const page = viewerPage(context, {
    title: text.name,
    kicker: `${opener.name} ${noun}`,
    without: hasJson ? [] : ['json'],
    repeated,
    ...shown,
  });
  return pageResponse(context, page, { headers });
}

interface ReadableTextProps {
  readonly context: ShapeContext;
  readonly text: ReadableText;
}

function Content({ context, text }: ReadableTextProps): VNode {
  const { noun, name, octets, charset, text: decoded, sauce = null, content, about } = text;
  const described = { context, noun, name, octets, charset, query: context.repeated };
  if (content === undefined) {
    return (
      <>
        {about !== undefined && <About facts={about} links={context.links} />}
        {sauce !== null && <Record of={sauce} />}
        <TextContent {...described} text={decoded.replace(/\r\n?/g, '\n')} drawn={drawing(decoded, charset, sauce)} />
      </>
    );
  }
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

/** A text for the screen of DOS as it is drawn there; `null` = it is read line by line. */
function drawing(text: string, charset: string, sauce: Sauce | null): readonly StyledRun[] | null {
  const isDrawn = isStyled(text) && (isDos(charset) || sauce !== null);
  return isDrawn || movesCursor(text) ? drawnRuns(text, sauce?.columns ?? DOS_COLUMNS) : null;
}

/** What a record behind a text says of it. */
function Record({ of: { title, author, group, date, comment } }: { readonly of: Sauce }): VNode {
  const rows = {
    Title: title,
    Author: author,
    Group: group,
    Date: date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
    Comment: comment,
  };
  return <Details rows={Object.entries(rows).map(([name, value]) => [name, displayText(value)])} />;
}

interface AboutProps {
  readonly facts: readonly AboutServer[];
  readonly links: LinkBuilder;
}

function About({ facts, links }: AboutProps): VNode {
  return (
    <section>
      <h2>About this server</h2>
      <Details rows={facts.map(({ name, text, isLink }) => [name, isLink ? linkTo(text) : text])} />
    </section>
  );

  function linkTo(url: string | null): VNode | null {
    const href = url === null ? null : links.hrefOf(url);
    return href === null ? null : <a href={href}>{url}</a>;
  }
}

function OneLink({ url, builder }: { readonly url: string; readonly builder: LinkBuilder }): VNode {
  const href = builder.hrefOf(url);
  const text = displayText(url);
  return <p>{href === null ? text : <LinkOrText href={href} text={text} />}</p>;
}

interface LinksProps {
  readonly links: readonly DescribedLink[];
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
