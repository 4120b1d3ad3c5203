/** Answers with a text: a page, JSON, or its octets. */

import type { VNode } from 'preact';
import { displayText, isStyled, type StyledRun } from '../../../src/octets/ansi.ts';
import { decodeCharset } from '../../../src/octets/charset.ts';
import { jsonText } from '../../../src/octets/controls.ts';
import { DOS_COLUMNS, drawnRuns, isDos, movesCursor, withGlyphs } from '../../../src/octets/dos-text.ts';
import type { Sauce } from '../../../src/octets/sauce.ts';
import { splitSauce } from '../../../src/octets/sauce.ts';
import type { AboutServer, DescribedLink, ReadableText } from '../../../src/open/opened.ts';
import { type LongTextPart, partOfText, TEXT_PAGE, textPart } from '../../../src/open/text-pages.ts';
import type { Body, Filter } from '../../../src/protocols/connection.ts';
import type { HeaderFields } from '../../http/headers.ts';
import { Details } from '../../pages/parts/details.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { LinkBuilder } from '../contract/contract.ts';
import { dispositionOf, fileHeaders } from '../shared/file-headers.ts';
import { aboutLink } from '../shared/json-stream.ts';
import { LinkOrText } from '../shared/page-parts.tsx';
import { rangeResponse } from '../shared/range.ts';
import { TextContent, TextFacts, type TextFactsProps } from '../shared/text-content.tsx';
import { actionsOf, itemPage, viewerPage } from '../shared/viewer.tsx';
import { caching, jsonLinks, jsonResponse, type ShapeContext, taggedResponse, varying } from './context.ts';
import { MarkedText } from './marked-text.tsx';
import {
  endsBefore,
  neighbours,
  PagesEnd,
  partFacts,
  queryOf,
  type ShownTextPart,
  TextPageLinks,
  textPageNumber,
} from './text-pages.tsx';

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

/** A text that is too long for one page. */
interface LongText {
  /** From its beginning. It is closed. */
  readonly body: Body;
  /** As its beginning decides. */
  readonly charset: string;
  /** In octets; `null` = unknown. */
  readonly size: number | null;
  /** What takes from the body what belongs to its protocol. Absent = nothing does. */
  readonly filter?: Filter | null;
  /** Reads the octets of a page. */
  read(octets: Uint8Array): ReadableText;
}

/** Answers with one page of a long text. @throws GatewayError 404 if the text ends before it; RequestError 400 */
export async function respondWithLongText(
  context: ShapeContext,
  { body, charset, size, filter = null, read }: LongText,
  { headers, ...options }: TextPageOptions,
): Promise<Response> {
  const part = await partIn(context, body, { charset, filter });
  const parts = [part.octets, charset, String(part.isLast)];
  return taggedResponse(context, parts, headers, (headers) =>
    textPage(context, read(part.octets), { ...options, headers, part: { ...part, size } }),
  );
}

async function partIn(
  context: ShapeContext,
  body: Body,
  options: Parameters<typeof textPart>[2],
): Promise<LongTextPart> {
  try {
    const number = textPageNumber(context);
    const part = await textPart(body, number, options);
    if (part === null) throw endsBefore(context, number);
    return part;
  } finally {
    body.close();
  }
}

/** The page of a text that has been read; `null` = it is whole on one page. */
function partOf(context: ShapeContext, { octets, charset, content }: ReadableText): ShownTextPart | null {
  const number = textPageNumber(context);
  const isShort = content !== undefined || octets.byteLength <= TEXT_PAGE || context.around !== undefined;
  if (isShort && number === 1) return null;
  const part = isShort ? null : partOfText(octets, charset, number);
  if (part === null) throw endsBefore(context, number);
  return { ...part, size: octets.byteLength };
}

function textOfPart(
  { charset, decode = (octets) => decodeCharset(octets, charset) }: ReadableText,
  part: LongTextPart,
) {
  return decode(splitSauce(part.octets).text);
}

interface TextPageOptions {
  readonly headers: HeaderFields;
  /** What the text is, after the name of the protocol. Absent = what the text says. */
  readonly noun?: string;
  /** Whether programs get JSON in its place. Absent = `true`. */
  readonly hasJson?: boolean;
  /** The part of a long text that `text` is. Absent = `text` is all. */
  readonly part?: ShownTextPart;
}

/** The page of a text. */
export function textPage(
  context: ShapeContext,
  text: ReadableText,
  { headers: own, noun = text.noun, hasJson = true, part: known }: TextPageOptions,
): Response {
  const { opener, repeated } = context;
  const part = known ?? partOf(context, text);
  const read =
    known === undefined && part !== null ? { ...text, octets: part.octets, text: textOfPart(text, part) } : text;
  const headers = { ...own, ...(part !== null && neighbours(context, part)) };
  const shown = {
    download: text.name,
    content: <Content context={context} text={read} part={part} />,
    ...(part !== null && part.number > 1 && { windowTitle: `${text.name}, page ${part.number} · Waypost` }),
  };
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
  /** The part of a long text that it is; `null` = it is all. */
  readonly part: ShownTextPart | null;
}

function Content({ context, text, part }: ReadableTextProps): VNode {
  if (part === null) return <WholeText context={context} text={text} />;
  const facts = partFacts(part);
  return (
    <>
      <TextPageLinks context={context} part={part} place="above" />
      <WholeText context={context} text={text} query={queryOf(context, part.number)} facts={facts} />
      <PagesEnd context={context} part={part} />
      <TextPageLinks context={context} part={part} place="below" />
    </>
  );
}

interface WholeTextProps extends Omit<ReadableTextProps, 'part'>, Pick<TextFactsProps, 'query' | 'facts'> {}

function WholeText({ context, text, query = context.repeated, facts }: WholeTextProps): VNode {
  const { noun, name, octets, charset, sauce = null, content, about } = text;
  const described = { context, noun, name, octets, charset, query, ...(facts && { facts }) };
  if (content === undefined) {
    const decoded = isDos(charset) ? withGlyphs(text.text.replaceAll('\0', ' ')) : text.text;
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
  if (!isDrawn && !movesCursor(text)) return null;
  return drawnRuns(text, sauce?.columns ?? DOS_COLUMNS, sauce?.brightBackgrounds);
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
