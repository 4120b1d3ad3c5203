/** The parts that the pages of all items share: title, breadcrumbs and actions. */
import type { ComponentChildren } from 'preact';
import type { Action, Page } from '../../pages/parts/layout.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { readableServer } from '../../pages/parts/readable-host.ts';
import { breadcrumbsOf } from '../shared/breadcrumbs.ts';
import { displayText } from '../shared/display-text.ts';
import type { GopherContext } from './context.ts';
import { itemTypeName } from './item-kinds.ts';
import { formUrl } from './item-links.ts';

interface ItemPage {
  /** `null` = the name of the item. */
  readonly title?: string | null;
  readonly kicker?: string;
  readonly actions?: readonly Action[];
  readonly feed?: string | null;
  readonly content: ComponentChildren;
}

/** The page of an item. */
export function itemPage(
  context: GopherContext,
  { title = null, kicker, actions = [], feed = null, content }: ItemPage,
): Page {
  const { details, scheme } = context.resolution;
  const name = itemName(context);
  const language = details.gopherPlus?.language;
  return {
    title: title ?? (details.search ? `${name}: ${displayText(details.search)}` : name),
    kicker:
      context.answeredForm !== null
        ? 'Reply to your form'
        : (kicker ?? `${scheme === 'gophers' ? 'Gopher over TLS' : 'Gopher'} ${itemTypeName(details.type)}`),
    // The answers may be long, and the form shows them.
    canonical: details.gopherPlus?.kind === 'form' ? formUrl(context) : context.links.canonical,
    breadcrumbs: breadcrumbsOf(context.resolution, context.links),
    actions,
    feed: context.answeredForm === null ? feed : null,
    content:
      context.answeredForm === null ? (
        content
      ) : (
        <>
          <Notice>
            {context.answeredForm.isKept
              ? 'Your browser keeps this reply. If you load this page again, your answers are not sent again.'
              : 'If you load this page again, your answers are sent again.'}
          </Notice>
          {content}
        </>
      ),
    // Gopher+ writes `En_US` (§2.6), HTML `En-US`.
    ...(language && { language: language.replace('_', '-') }),
  };
}

/** The last part of the selector; for an empty selector, the server. */
export function itemName({ resolution }: GopherContext): string {
  const { details, components } = resolution;
  const name = details.selector.split('/').findLast((part) => part.trim() !== '');
  if (name !== undefined) return displayText(name);
  return readableServer(components);
}

/** The `format` parameter of the request, for a redirect that keeps it; `undefined` if the request has none. */
export function requestedFormat({ view }: GopherContext): Record<string, string> | undefined {
  const format = view.query.get('format');
  return format === null ? undefined : { format };
}
