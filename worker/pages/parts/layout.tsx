/** The layout of every page: the header with its sections and a field for another link, the content, the footer. */
import { type ComponentChildren, type ComponentProps, h, type VNode } from 'preact';
import type { Environment } from '../../settings/environment.ts';
import { assets } from './assets.ts';
import { FOOTER, SECTIONS } from './navigation.ts';

/** The `rel` of every link whose URL a stranger wrote. */
export const REL = 'noopener noreferrer nofollow ugc';

/** The `rel` of every link to another view of the same page, which crawlers need not fetch. */
export const VIEW_REL = 'nofollow alternate';

/** A page above this one; the last breadcrumb is the page itself. Without `href` it is not a link. */
export interface Breadcrumb {
  readonly text: string;
  readonly href: string | null;
  /** What a link to it offers, where there is more to say than its name. Absent = its name. */
  readonly offer?: string;
}

/** A link to another view of what the page shows. */
export interface PageAction {
  readonly text: string;
  readonly href: string;
}

type SiteSection = keyof typeof SECTIONS;

/** What search engines and other sites show of a page. */
interface Preview {
  readonly description: string;
  /** The address of this service without a slash at the end: other sites need the absolute address of the picture. */
  readonly root: string;
}

/** A page; only title and content are required. */
export interface Page {
  /** Plain text, for the heading and for the title of the window. */
  readonly title: string;
  /** The whole title of the window, if it is not the heading and the name of the site. */
  readonly windowTitle?: string;
  /** A few words above the heading, such as the kind of item. */
  readonly kicker?: string | null;
  /** The canonical URL of what is shown. */
  readonly canonical?: string | null;
  readonly breadcrumbs?: readonly Breadcrumb[];
  readonly actions?: readonly PageAction[];
  /** In place of `actions`: those for the link whose target the page shows, as `LinkActions` makes them. */
  readonly linkActions?: VNode;
  /** The address of a feed of what the page lists. */
  readonly feed?: string | null;
  /** BCP 47 tag of the content. */
  readonly language?: string;
  readonly section?: SiteSection;
  /** Whether the header has a field to open another link, as it has unless the page has such a field itself. */
  readonly openField?: boolean;
  /** Whether the content is wide, such as a table, and may use more of the window. */
  readonly wide?: boolean;
  readonly preview?: Preview;
  /** The address of the script of the page; a page without one may not run any. */
  readonly script?: string;
  readonly content: ComponentChildren;
}

/** The name of an element that no page has, and that no text of a stranger can become: texts are escaped. */
const ROWS = 'waypost-rows';

/** The markup of {@link Rows}, at which `streamedPage` cuts a page. */
export const ROWS_MARKUP = `<${ROWS}></${ROWS}>`;

/** The place of the rows in the content of a page for `streamedPage`, such as inside `<tbody>`. A page has one. */
export function Rows(): VNode {
  return h(ROWS, null);
}

interface DocumentProps extends Pick<Environment, 'contact' | 'basePath'> {
  readonly page: Page;
  readonly stylesheet: string;
}

export function Document({ page, contact, stylesheet, basePath }: DocumentProps): VNode {
  const {
    title,
    windowTitle = `${title} · Waypost`,
    kicker = null,
    canonical = null,
    breadcrumbs = [],
    actions = [],
    linkActions,
    feed = null,
    language,
    section,
    openField = true,
    preview,
    wide = false,
    script,
    content,
  } = page;
  const bodyClass = [wide && 'wide', canonical !== null && 'viewer'].filter(Boolean).join(' ');
  return (
    <html lang="en" data-base={basePath || null}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{windowTitle}</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" type="image/svg+xml" href="/assets/icon.svg" />
        <link rel="search" type="application/opensearchdescription+xml" title="Waypost" href="/opensearch.xml" />
        {feed !== null && <link rel="alternate" type="application/atom+xml" title={title} href={feed} />}
        {preview !== undefined && <PreviewTags title={title} {...preview} />}
        {script !== undefined && <script type="module" src={script} />}
      </head>
      <body class={bodyClass || undefined}>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header class="masthead">
          <div class="sections">
            <a class="brand" href="/">
              Waypost
            </a>
            {openField && <OpenField label={canonical === null ? 'Open a link' : 'Open another link'} />}
            <Sections current={section} />
          </div>
          {(breadcrumbs.length > 0 || kicker !== null) && (
            <div class="place">
              {kicker !== null && <p class="kicker">{kicker}</p>}
              {breadcrumbs.length > 0 && <Breadcrumbs breadcrumbs={breadcrumbs} />}
            </div>
          )}
        </header>
        <main id="content" tabIndex={-1}>
          <div class="heading">
            <h1 dir="auto">{title}</h1>
            {canonical !== null && (
              <p class="canonical">
                <code>{canonical}</code>
              </p>
            )}
            {linkActions}
            {actions.length > 0 && <Actions actions={actions} />}
          </div>
          <div class="content" lang={language}>
            {content}
          </div>
        </main>
        <footer class="colophon">
          <p>
            <a href="/">Waypost</a> opens the links that browsers forgot.
          </p>
          <ul>
            {FOOTER.map(([href, text]) => (
              <li>
                <a href={href}>{text}</a>
              </li>
            ))}
            {contact !== null && (
              <li>
                <a href={contact.href}>Contact</a>
              </li>
            )}
          </ul>
        </footer>
      </body>
    </html>
  );
}

/** The tags of the Open Graph protocol, with which other sites show a link to the page. */
function PreviewTags({ title, description, root }: Preview & Pick<Page, 'title'>): VNode {
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Waypost" />
      <meta property="og:image" content={`${root}/${assets.card}`} />
    </>
  );
}

/** The sections. In a narrow window they are behind a button. */
function Sections({ current }: { readonly current: SiteSection | undefined }): VNode {
  return (
    <nav aria-label="Waypost">
      <details>
        <summary>
          <span class="visually-hidden">Menu</span>
        </summary>{' '}
        {/* In one line, so that browsers in terminals have room for the content. */}
        <span class="section-links">
          {Object.entries(SECTIONS).map(([section, [href, text]]) => (
            <span>
              <a href={href} aria-current={section === current ? 'page' : undefined}>
                {text}
              </a>{' '}
            </span>
          ))}
        </span>
      </details>
    </nav>
  );
}

/** The attributes of a field whose text stays as it is typed. */
export const AS_TYPED = { dir: 'ltr', spellcheck: false, autocapitalize: 'none', autocomplete: 'off' } as const;

/** A field for a link, in a form that needs no script: `/r` opens what it is given. */
export function LinkField(props: ComponentProps<'input'>): VNode {
  return <input name="url" type="text" inputmode="url" required {...AS_TYPED} {...props} />;
}

function OpenField({ label }: { readonly label: string }): VNode {
  return (
    <form class="open-field" action="/r">
      <LinkField aria-label={label} placeholder={label} enterkeyhint="go" />
      <button type="submit" class="quiet">
        Open
      </button>
    </form>
  );
}

function Breadcrumbs({ breadcrumbs }: { readonly breadcrumbs: readonly Breadcrumb[] }): VNode {
  return (
    <nav class="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        {breadcrumbs.map(({ text, href }, index) => {
          const current = index === breadcrumbs.length - 1 ? 'page' : undefined;
          return <li>{h(href === null ? 'span' : 'a', { href, 'aria-current': current }, text)}</li>;
        })}
      </ol>
    </nav>
  );
}

function Actions({ actions }: { readonly actions: readonly PageAction[] }): VNode {
  return (
    <nav class="actions" aria-label="Other views">
      <ul>
        {actions.map(({ text, href }) => (
          <li>
            <a href={href} rel={VIEW_REL}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
