/** The pages that are texts with a few lists: for site owners, about privacy, and of short links with their script. */

import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { bookmarklets } from '../pages/owners/bookmarklets.ts';
import { pinnedLine, recipes, scriptLine } from '../pages/owners/recipes.ts';
import { ORIGIN } from '../pages/parts/assets.ts';
import { CopyButton, Recipe } from '../pages/parts/copy-button.tsx';
import { Prose } from '../pages/parts/shown-text.tsx';
import type { EmbedFacts } from './embed.ts';
import { type CodeBlock, renderMarkdown, renderText } from './markdown.ts';

/** `/privacy`, without what the operator adds. */
export function writePrivacy(markdown: string): string {
  return renderMarkdown(markdown, {}, Command);
}

/** `/links`: a place for the script, and what `curl` does without it. */
export function writeOwnLinks(markdown: string): string {
  return renderMarkdown(markdown, {}, ({ text, info }) => (
    <Recipe code={text} what={<span class="visually-hidden">the command: {nameOf(info)}</span>} />
  ));
}

/** `/owners`, with the address and the hash of the script filled in. */
export function writeOwners(markdown: string, facts: EmbedFacts): string {
  const { lead, sections } = renderText(
    markdown,
    {
      scriptLine: scriptLine(facts.latest),
      pinnedLine: pinnedLine(facts),
      recipes: <Recipes facts={facts} />,
      bookmarklets: <Bookmarklets />,
    },
    Command,
  );
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
const nameOf = (info: string): string => info.slice(info.indexOf(' ') + 1);

const Command: CodeBlock = ({ text, info }) => <Recipe code={text} what={nameOf(info)} />;

function Recipes({ facts: { latest, schemes } }: { readonly facts: EmbedFacts }): VNode {
  return (
    <>
      {recipes(latest, schemes.split(' ')).map(({ title, place, code }) => (
        <>
          <h3>{title}</h3>
          <p>
            <Prose text={place} />
          </p>
          <Recipe code={code} what={`the code for ${title.replace(/^Any/, 'any').replace(/^Static/, 'static')}`} />
        </>
      ))}
    </>
  );
}

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
