/** The navigation that the pages of this gateway share: breadcrumbs, and links to the other formats. */
import type { Action, Breadcrumb } from '../../pages/parts/layout.tsx';
import type { NewsContext, ServerLinks } from './server.ts';

/** The server, the group if there is one, and the page itself. */
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

/** Links to the same link in other formats. */
export function formatActions(
  context: NewsContext,
  ...forms: readonly [text: string, format: 'json' | 'raw'][]
): Action[] {
  return forms.map(([text, format]) => ({ text, href: context.links.self({ ...viewParameters(context), format }) }));
}

/** The parameters of the request without its format. */
export function viewParameters({ view }: NewsContext): Record<string, string> {
  return Object.fromEntries([...view.query].filter(([name]) => name !== 'format'));
}
