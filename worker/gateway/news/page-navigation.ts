/** What the pages of this gateway have in common: the way from the server to a group, and the other views. */
import type { Action, Breadcrumb } from '../../pages/layout.tsx';
import type { NewsContext, ServerLinks } from './server.ts';

/** The server, then perhaps a group; the last is the page itself. */
export function breadcrumbsTo(
  context: NewsContext,
  server: ServerLinks,
  group: string | null,
  title: string,
): Breadcrumb[] {
  const { links } = context;
  const steps: Breadcrumb[] = [{ text: server.name, href: links.hrefOf(server.groups('*')) }];
  if (group !== null) steps.push({ text: group, href: links.hrefOf(server.group(group)) });
  return [...steps, { text: title, href: null }];
}

/** The same thing in another form. */
export function formatActions(
  context: NewsContext,
  ...forms: readonly [text: string, format: 'json' | 'raw'][]
): Action[] {
  return forms.map(([text, format]) => ({ text, href: context.links.self({ ...viewParameters(context), format }) }));
}

/** What is asked of a page, whichever form it has. */
export function viewParameters({ view }: NewsContext): Record<string, string> {
  return Object.fromEntries([...view.query].filter(([name]) => name !== 'format'));
}
