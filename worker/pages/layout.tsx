/**
 * The shell of every page: where one is, what can be done here, the content, and what this house is.
 */
import type { ComponentChildren, VNode } from 'preact';
import { STYLESHEET } from './stylesheet.ts';

/** One step of the way to a page. The last one is the page itself and has no `href`. */
export interface Crumb {
  readonly text: string;
  readonly href: string | null;
}

/** Something that can be done with what the page shows. */
export interface Action {
  readonly text: string;
  readonly href: string;
}

export interface PageProps {
  /** Plain text: the heading, and the first part of the window's title. */
  readonly title: string;
  /** A few words above the heading, such as the kind of item. */
  readonly kicker?: string | null;
  /** The canonical URL of what is shown. */
  readonly canonical?: string | null;
  readonly crumbs?: readonly Crumb[];
  readonly actions?: readonly Action[];
  /** How to reach the operator. */
  readonly contact?: { readonly href: string; readonly text: string } | null;
  readonly language?: string;
  readonly children?: ComponentChildren;
}

/**
 * A whole document.
 *
 * @example
 * <Page title="World" canonical="gopher://h.example/1/world" crumbs={crumbsOf(links)}>…</Page>
 */
export function Page({
  title,
  kicker = null,
  canonical = null,
  crumbs = [],
  actions = [],
  contact = null,
  language = 'en',
  children,
}: PageProps): VNode {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Waypost`}</title>
        <link rel="stylesheet" href={STYLESHEET} />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to the content
        </a>
        <header class="masthead">
          <a class="brand" href="/">
            Waypost
          </a>
          {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
        </header>
        <main id="content" tabIndex={-1}>
          <div class="heading">
            {kicker !== null && <p class="kicker">{kicker}</p>}
            <h1>{title}</h1>
            {canonical !== null && (
              <p class="canonical">
                <code>{canonical}</code>
              </p>
            )}
          </div>
          {actions.length > 0 && <Actions actions={actions} />}
          {children}
        </main>
        <footer class="colophon">
          <p>
            Waypost opens links that browsers forgot. <a href="/privacy">Privacy</a>
            {contact !== null && (
              <>
                {' · '}
                <a href={contact.href}>Contact</a>
              </>
            )}
          </p>
        </footer>
      </body>
    </html>
  );
}

function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }): VNode {
  return (
    <nav aria-label="Breadcrumbs" class="crumbs">
      <ol>
        {crumbs.map(({ text, href }) => (
          <li>{href === null ? <span aria-current="page">{text}</span> : <a href={href}>{text}</a>}</li>
        ))}
      </ol>
    </nav>
  );
}

function Actions({ actions }: { readonly actions: readonly Action[] }): VNode {
  return (
    <ul class="actions" aria-label="Views of this page">
      {actions.map(({ text, href }) => (
        <li>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ul>
  );
}
