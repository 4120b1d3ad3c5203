/**
 * The page for the owners of other sites, which the build renders: how to make old links work, with the address and the
 * hash of the script filled in.
 */
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { EmbedFacts } from '../embed/facts.ts';
import { ORIGIN } from '../parts/assets.ts';
import { Recipe } from '../parts/copy-button.tsx';
import { Prose } from '../parts/shown-text.tsx';
import { Bookmarks } from './bookmarks.tsx';
import { GATEWAYS, pinnedLine, recipes, SHORTEN_MANY, scriptLine } from './recipes.ts';

/** Renders the page as HTML with {@link ORIGIN} instead of the origin of the Worker. */
export function writeOwners(facts: EmbedFacts): string {
  return renderToString(<Owners facts={facts} />);
}

function Owners({ facts }: { readonly facts: EmbedFacts }): VNode {
  return (
    <>
      <p class="lead">
        Make the old links of your site work again: with one line of HTML, with short links, or with a bookmark of your
        own.
      </p>
      <nav class="on-this-page" aria-label="On this page">
        <ul>
          {Object.entries(SECTIONS).map(([id, title]) => (
            <li>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Part id="script">
        <p>
          <Prose
            text={`Browsers no longer open links such as \`gopher:\` and \`ftp:\`. Put this line into the head of each page, and they open here:`}
          />
        </p>
        <Recipe code={scriptLine(facts.latest)} what="the line" />
        <p>
          The script is smaller than 1 KiB and needs no styles. Your links stay as they are in your files. It never
          changes web, mail or file links, and it leaves passwords out.{' '}
          <a href="/docs/embed">All options are in the documentation.</a>
        </p>
        <p>To have browsers check the script, pin this version with its hash:</p>
        <Recipe code={pinnedLine(facts)} what="the pinned line" />
        <p>
          <Prose
            text={`The file of a version never changes, but this service has it only until its next update. Host a copy of the file for good, and add \`data-gateway="${ORIGIN}"\`.`}
          />
        </p>
      </Part>
      <Part id="systems">
        {recipes(facts.latest, facts.schemes.split(' ')).map(({ title, place, code }) => (
          <>
            <h3>{title}</h3>
            <p>
              <Prose text={place} />
            </p>
            <Recipe code={code} what={`the code for ${title.replace(/^Any/, 'any').replace(/^Static/, 'static')}`} />
          </>
        ))}
      </Part>
      <Part id="shorten">
        <p>
          <a href="/links">Make and manage short links here</a>, one by one. For a whole list, put one link on each line
          of <code>links.txt</code> and run this. It needs a token, <code>curl</code>, <code>jq</code> and{' '}
          <code>waypost</code>, the command line of the npm package.
        </p>
        <Recipe code={SHORTEN_MANY} what="the command" />
        <p>
          Each line of the output is a short link, or the reason why there is none. Lines that are not links are
          reported on standard error. All spellings of a link get the same short link, so you can run it again.
        </p>
      </Part>
      <Part id="gateways">
        <p>
          If you run this Waypost, the setting <code>GATEWAYS</code> chooses for each scheme where its links open: here,
          at another gateway, or nowhere.
        </p>
        <Recipe code={GATEWAYS} what="the setting" />
        <p>
          <a href="/docs/operate#gateways">All variables of such a template</a>
        </p>
      </Part>
      <Part id="bookmarks">
        <Bookmarks origin={ORIGIN} />
      </Part>
      <p class="visually-hidden" aria-live="polite" id="announcement" />
    </>
  );
}

/** The sections by their anchors. */
const SECTIONS = {
  script: 'Add one line to your pages',
  systems: 'MediaWiki, WordPress, static sites',
  shorten: 'Shorten your links',
  gateways: 'Choose where links open',
  bookmarks: 'Bookmarks and shortcuts',
} as const;

function Part({ id, children }: { readonly id: keyof typeof SECTIONS; readonly children: ComponentChildren }): VNode {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{SECTIONS[id]}</h2>
      {children}
    </section>
  );
}
