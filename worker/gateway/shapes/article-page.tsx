/**
 * An article as a page: its headers, its text with quotes set apart, and its attachments. Its content is never markup
 * of this page; a text/html part is shown in a sandboxed frame.
 */

import type { VNode } from 'preact';
import type { Person } from '../../../src/message/encoded-words.ts';
import { shortDate } from '../../../src/message/message.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import {
  type ArticleMessage,
  articleLink,
  encodedPart,
  newsLink,
  type WholeArticle,
} from '../../../src/open/articles.ts';
import { mediaTypeOf } from '../../../src/open/media-type.ts';
import { noteOf } from '../../../src/open/message-text.ts';
import type { ArticleThread } from '../../../src/open/threads.ts';
import { Details } from '../../pages/parts/details.tsx';
import { html } from '../../pages/parts/html.ts';
import type { Page } from '../../pages/parts/layout.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { IMAGES } from '../contract/contract.ts';
import { partsOwner, threadHref } from '../shared/message-html.ts';
import { type AttachedFile, Attachments, framedPart } from '../shared/serve-part.tsx';
import { CharsetForm, Markup } from '../shared/text-content.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import { firstLines, TextBlocks } from './article-text.tsx';
import type { ShapeContext } from './context.ts';
import { authorText, breadcrumbsTo, FromArchive, subjectText, threadRows, viewParameters } from './group.tsx';

export interface ArticleView {
  readonly content: WholeArticle;
  /** As readers may see it. */
  readonly message: ArticleMessage;
  /** The thread around the article; `null` = unknown. */
  readonly thread: ArticleThread | null;
}

export function articlePage(context: ShapeContext, view: ArticleView): Page {
  const { content, message } = view;
  const group = content.place?.group ?? message.newsgroups[0] ?? null;
  const news = newsLink(content.server, message.messageId);
  return viewerPage(context, {
    title: subjectText(message.subject),
    ...(news !== null && news !== context.links.canonical && { sameAs: [['The same article on any server', news]] }),
    kicker: 'Article',
    breadcrumbs: breadcrumbsTo(context, content.server, group, subjectText(message.subject)),
    download: `${subjectText(message.subject)}.eml`,
    repeated: viewParameters(context),
    content: <Content context={context} view={view} />,
  });
}

interface ArticleProps {
  readonly context: ShapeContext;
  readonly view: ArticleView;
}

function Content({ context, view }: ArticleProps): VNode {
  const { message, content } = view;
  const { complete, server, url } = content;
  const [page] = message.textFrom === 'plain' ? [] : message.pages;
  const { blocks, cut } = firstLines(message.blocks, MOST_LINES);
  const note = page === undefined ? noteOf('article', { from: message.textFrom }, message) : null;
  const owner = partsOwner(context.links, url);
  return (
    <article class="news-article">
      <FromArchive archive={content.archive} what={`This article${writtenOn(message)} is`} />
      <Heading context={context} view={view} />
      {((cut && page === undefined) || !complete) && (
        <Notice tone="caution" title="This is the beginning of a long article">
          <a href={context.links.self({ format: 'raw' })}>Open the whole article</a>
        </Notice>
      )}
      {note !== null && <Notice title={displayText(note)} />}
      {page !== undefined && framedPart(context, owner, message.bodies, page, LABEL, pictureAddress(context)).frame}
      {page === undefined && blocks.length > 0 && <TextBlocks context={context} server={server} blocks={blocks} />}
      {complete && <Attachments parts={message.parts} encoded={encodedFiles(view)} owner={owner} noun="article" />}
      <OtherArticles context={context} view={view} />
      {message.charset !== null && (
        <CharsetForm context={context} charset={message.charset} query={viewParameters(context)} />
      )}
      <details class="fields">
        <summary>All headers</summary>
        <Details
          rows={message.fields.slice(0, MOST_FIELDS).map(({ name, value }) => [name, shortened(displayText(value))])}
        />
        <NotShown count={message.fields.length - MOST_FIELDS} noun="field" />
      </details>
    </article>
  );
}

/** The date of an article in a sentence. */
function writtenOn({ date: { moment } }: ArticleMessage): string {
  return moment === null ? '' : ` of ${moment.toISOString().slice(0, 'yyyy-mm-dd'.length)}`;
}

const LABEL = 'The article, as a page of its own';

/** The address of the article with other pictures. */
function pictureAddress(context: ShapeContext): (query: Readonly<Record<string, string>>) => string {
  const { [IMAGES]: _, ...others } = viewParameters(context);
  return (query) => context.links.self({ ...others, ...query });
}

/** The files in the text, as attachments. */
function encodedFiles({ message }: ArticleView): AttachedFile[] {
  return message.encodedFiles.map(({ name, size, complete }, index) => ({
    id: encodedPart(index + 1),
    name: complete ? name : `${name} (the beginning)`,
    type: mediaTypeOf(name, null),
    size,
  }));
}

/** The lines that a page shows: more would make a browser slow. */
const MOST_LINES = 3000;

/** The fields that the list of all headers shows, and the characters of one. */
const MOST_FIELDS = 200;
const LONGEST_FIELD = 4000;

function shortened(value: string): string {
  const rest = value.length - LONGEST_FIELD;
  return rest <= 0 ? value : `${value.slice(0, LONGEST_FIELD)} … and ${rest.toLocaleString('en')} more characters`;
}

/** Says how many entries of a list are not on the page. */
function NotShown({ count, noun }: { readonly count: number; readonly noun: string }): VNode | null {
  if (count <= 0) return null;
  return (
    <p class="not-shown">{`${count.toLocaleString('en')} more ${noun}${count === 1 ? ' is' : 's are'} not shown.`}</p>
  );
}

function Heading({ context, view }: ArticleProps): VNode {
  const { message, content } = view;
  const { server } = content;
  const { date, newsgroups, followupTo, references, omitted } = message;
  const organization = message.fields.find(({ name }) => name.toLowerCase() === 'organization')?.value ?? null;
  const groups = (names: readonly string[], rest: number) =>
    entries(
      names.map((name) => <LinkOrText context={context} url={server.group(name)} text={name} />),
      rest,
      'group',
    );
  const authors = message.from.map((person) => <Author person={person} />);
  const answersTo = followupTo === 'author' ? [] : followupTo.filter((group) => !newsgroups.includes(group));
  const parent = references.filter(server.isMessageId).at(-1);
  return (
    <Details
      rows={[
        ['From', entries(authors, omitted.from, 'author')],
        ['Organization', organization && displayText(organization)],
        ['Date', date.moment === null ? displayText(date.text) : <When moment={date.moment} />],
        ['Newsgroups', groups(newsgroups, omitted.newsgroups)],
        ['Replies go to', followupTo === 'author' ? 'The author, by mail' : groups(answersTo, omitted.followupTo)],
        ['In reply to', parent === undefined ? null : <Parent context={context} view={view} messageId={parent} />],
      ]}
    />
  );
}

/** The article that this one replies to: its author and date if they are known, else its message-id. */
function Parent({
  context,
  view: { content, thread },
  messageId,
}: ArticleProps & { readonly messageId: string }): VNode {
  const listed = thread?.articles.find((article) => article.messageId === messageId);
  const date = listed?.date.moment;
  const text =
    listed === undefined ? messageId : `${authorText(listed)}${date == null ? '' : `, ${shortDate(date)} UTC`}`;
  return <LinkOrText context={context} url={content.server.message(messageId)} text={text} />;
}

/** The entries of a list and the number of those that are left out; `null` if there are none. */
function entries(list: readonly VNode[], omitted: number, noun: string): (VNode | string)[] | null {
  if (list.length === 0) return null;
  const shown = list.flatMap((entry) => [entry, ' ']);
  return omitted === 0 ? shown : [...shown, <NotShown count={omitted} noun={noun} />];
}

function Author({ person: { name, address } }: { readonly person: Person }): VNode {
  return (
    <span class="person">
      {name !== '' && <bdi>{displayText(name)}</bdi>}
      {name !== '' && ' '}
      {address !== '' && <span class="address">{displayText(address)}</span>}
    </span>
  );
}

function When({ moment }: { readonly moment: Date }): VNode {
  return <time datetime={moment.toISOString()}>{`${shortDate(moment)} UTC`}</time>;
}

type ArticleLinkProps = Pick<ArticleProps, 'context'> & { readonly url: string; readonly text: string };

function LinkOrText({ context, url, text }: ArticleLinkProps): VNode {
  const href = context.links.hrefOf(url);
  return <span class="linked">{href === null ? text : <a href={href}>{text}</a>}</span>;
}

/** The articles beside this one, its thread, articles that the thread lacks, and this article in other groups. */
function OtherArticles({ context, view }: ArticleProps): VNode | null {
  const { message, content, thread } = view;
  const { server, place } = content;
  const listed = new Set(thread?.articles.map(({ messageId }) => messageId));
  const references = message.references.filter((id) => server.isMessageId(id) && !listed.has(id));
  const currentGroup = place?.group ?? thread?.group ?? null;
  const others = message.crossPosts.filter(({ group }) => server.isGroup(group) && group !== currentGroup);
  const beside = adjacent(view);
  const hasThread = thread !== null && thread.articles.length > 1;
  if (references.length + others.length + beside.length === 0 && !hasThread) return null;
  const item = (url: string, text: string, before?: string): VNode => (
    <li>
      {before}
      <LinkOrText context={context} url={url} text={text} />
    </li>
  );
  return (
    <nav class="thread-links" aria-label="Other articles">
      {beside.length > 0 && <ul class="beside">{beside.map(({ step, url, text }) => item(url, text, `${step}: `))}</ul>}
      {hasThread && (
        <>
          <h2>
            <a href={threadHref(context.links, content.url)}>{`Thread in ${thread.group}`}</a>
          </h2>
          <Markup
            of={[
              html`<ol class="threads">`,
              ...threadRows(context, thread, [thread.thread], thread.number),
              html`</ol>`,
            ]}
          />
        </>
      )}
      {references.length > 0 && (
        <>
          <h2>{hasThread ? 'Earlier articles' : 'Earlier in this thread'}</h2>
          <ol class="ids">{references.map((id) => item(server.message(id), id))}</ol>
          <NotShown count={message.omitted.references} noun="earlier article" />
        </>
      )}
      {others.length > 0 && (
        <>
          <h2>Also posted in</h2>
          <ul class="ids">
            {others.map(({ group, number }) =>
              item(server.articleByNumber(group, number), `${group}, number ${number}`),
            )}
          </ul>
          <NotShown count={message.omitted.crossPosts} noun="group" />
        </>
      )}
    </nav>
  );
}

/** The articles before and after this one: in the threads of the group, or else by number. */
function adjacent({ thread, content: { place, server } }: ArticleView) {
  return (['previous', 'next'] as const).flatMap((side) => {
    const step = side === 'previous' ? 'Previous' : 'Next';
    const listed = thread?.[side] ?? null;
    if (thread !== null && listed !== null) {
      const text = `${subjectText(listed.subject)} (${authorText(listed)})`;
      return { step, url: articleLink(server, thread.group, listed), text };
    }
    const number = place?.[side] ?? null;
    if (thread !== null || place === null || number === null) return [];
    return { step, url: server.articleByNumber(place.group, number), text: `number ${number}` };
  });
}
