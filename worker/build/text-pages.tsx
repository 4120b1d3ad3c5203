/** The pages that are texts with a few lists: for site owners, about privacy, and of short links with their script. */

import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { SignIn } from '../pages/own-links/sign-in.tsx';
import { bookmarklets } from '../pages/owners/bookmarklets.ts';
import { CopyButton, Recipe } from '../pages/parts/copy-button.tsx';
import { ORIGIN } from '../pages/parts/origin.ts';
import type { EmbedFacts } from './embed.ts';
import { type CodeBlock, renderMarkdown, renderText } from './markdown.ts';

/** `/privacy`, without what the operator adds. */
export function writePrivacy(markdown: string): string {
  return renderMarkdown(markdown, {}, Command);
}

/** `/links`: the form to sign in, which the script takes over in its place, and what `curl` does without it. */
export function writeOwnLinks(markdown: string): string {
  const page = renderMarkdown(markdown, {}, ({ text, info }) => (
    <Recipe code={text} what={<span class="visually-hidden">the command: {copiedName(info)}</span>} />
  ));
  const place = '<div id="own-links" class="scripted">';
  return page.replace(
    place,
    place + renderToString(<SignIn field={null} refusal="" waiting={false} signIn={() => {}} />),
  );
}

/** The schemes that MediaWiki (`$wgUrlProtocols`) and WordPress (`wp_allowed_protocols`) know by themselves. */
const KNOWN_TO_SYSTEMS: ReadonlySet<string> = new Set(['ftp', 'ftps', 'gopher', 'news', 'nntp', 'telnet']);
/** Their links have no `//`, so in a text these may be words. */
const WORDS: ReadonlySet<string> = new Set(['go', 'afs']);

/** `/owners`, with the files of the script, and the schemes that those systems do not know, filled in. */
export function writeOwners(markdown: string, { schemes, ...files }: EmbedFacts): string {
  const added = schemes.split(' ').filter((name) => !KNOWN_TO_SYSTEMS.has(name) && !WORDS.has(name));
  const addedSchemes = added.map((name) => `'${name}'`).join(', ');
  const addedPrefixes = added.map((name) => `'${name}://'`).join(', ');
  const lists = { addedSchemes, addedPrefixes, bookmarklets: <Bookmarklets /> };
  const { lead, sections } = renderText(markdown, { ...files, ...lists }, Command);
  return renderToString(
    <>
      <p class="lead">{lead}</p>
      <nav class="on-this-page" aria-label="On this page">
        <ul>
          {sections.map(({ id, title }) => (
            <li>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(({ id, html }) => (
        <section id={id} aria-labelledby={`${id}-title`} dangerouslySetInnerHTML={{ __html: html }} />
      ))}
      <p class="visually-hidden" aria-live="polite" id="announcement" />
    </>,
  );
}

/** What the button of a block copies: the words after the language. */
const copiedName = (info: string): string => info.slice(info.indexOf(' ') + 1);

const Command: CodeBlock = ({ text, info }) => <Recipe code={text} what={copiedName(info)} />;

function Bookmarklets(): VNode {
  return (
    <ul class="bookmarklets">
      {bookmarklets(ORIGIN).map(({ name, effect, href }) => (
        <li>
          <p>
            <a href={href} data-bookmarklet>
              {name}
            </a>{' '}
            {effect}
          </p>
          <CopyButton text={href} what={`“${name}”`} />
        </li>
      ))}
    </ul>
  );
}
