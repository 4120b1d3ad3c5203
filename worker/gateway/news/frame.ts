/** What the pages of this gateway have in common: the way from the server to a group, and the other views. */
import type { Action, Crumb } from '../../pages/layout.tsx';
import type { ServerLinks } from './server.ts';
import type { NewsVisit } from './visit.ts';

/** The server, then perhaps a group; the last is the page itself. */
export function crumbsTo(visit: NewsVisit, server: ServerLinks, group: string | null, title: string): Crumb[] {
  const { links } = visit;
  const steps: Crumb[] = [{ text: server.name, href: links.hrefOf(server.groups('*')) }];
  if (group !== null) steps.push({ text: group, href: links.hrefOf(server.group(group)) });
  return [...steps, { text: title, href: null }];
}

/** The same thing in another form. */
export function formsOf(visit: NewsVisit, ...forms: readonly [text: string, format: 'json' | 'raw'][]): Action[] {
  return forms.map(([text, format]) => ({ text, href: visit.links.here({ ...queryOf(visit), format }) }));
}

/** What is asked of a page, whichever form it has. */
export function queryOf({ view }: NewsVisit): Record<string, string> {
  return Object.fromEntries([...view.query].filter(([name]) => name !== 'format'));
}
