/**
 * What the templates of `GATEWAYS` may say about a link (RFC 6570). `{+name}` keeps the escapes and the reserved
 * characters of a value, `{name}` escapes everything.
 */
import type { Resolution } from '../../../src/index.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';

interface Variable {
  readonly about: string;
  /** `null` = this link has none; RFC 6570 leaves it out. */
  readonly of: (resolution: Resolution) => string | number | null;
}

/** The variables. Parts of the URL are percent-encoded, as in the URL; what a scheme means by them is decoded. */
export const templateVariables: Readonly<Record<string, Variable>> = {
  url: { about: 'The canonical URL, without user info and fragment.', of: ({ canonical }) => bare(canonical) },
  scheme: { about: 'In lower case.', of: ({ scheme }) => scheme },
  host: { about: 'In A-labels; IPv6 in brackets.', of: ({ components }) => components.host },
  port: { about: 'The port that a client connects to.', of: ({ components }) => components.port },
  authority: { about: 'The host, and the port unless it is the default.', of: authorityOf },
  path: { about: 'The path without its first slash.', of: ({ components }) => components.path.replace(/^\//, '') },
  query: { about: 'What stands behind the question mark.', of: ({ components }) => components.query },
  type: {
    about: 'gopher: the item type. ftp: the transfer type.',
    of: (link) => (link.kind === 'gopher' || link.kind === 'ftp' ? link.details.type : null),
  },
  selector: {
    about: 'gopher: what is sent, decoded.',
    of: (link) => (link.kind === 'gopher' ? link.details.selector : null),
  },
  search: {
    about: 'gopher, wais: the words that are searched for, decoded.',
    of: (link) => (link.kind === 'gopher' || link.kind === 'wais' ? link.details.search : null),
  },
  name: {
    about: 'ftp: the name of the file, decoded.',
    of: (link) => (link.kind === 'ftp' ? link.details.name : null),
  },
  group: { about: 'news: the group.', of: (link) => (link.kind === 'news' ? link.details.group : null) },
  messageId: {
    about: 'news, mid: the message-id without its angle brackets.',
    of: (link) => (link.kind === 'news' || link.kind === 'mid' ? link.details.messageId : null),
  },
  database: { about: 'wais: the database.', of: (link) => (link.kind === 'wais' ? link.details.database : null) },
  commonName: { about: 'go: the common name.', of: (link) => (link.kind === 'go' ? link.details.commonName : null) },
  hsoname: {
    about: 'prospero: the host-specific object name.',
    of: (link) => (link.kind === 'prospero' ? link.details.hsoname : null),
  },
  to: {
    about: 'mailto: the addresses, with commas between them.',
    of: (link) => (link.kind === 'mailto' ? link.details.to.join(',') : null),
  },
};

function bare(canonical: string): string {
  return withoutUserInfo(canonical).replace(/#.*$/, '');
}

function authorityOf({ components: { host, explicitPort } }: Resolution): string | null {
  return host === null || explicitPort === null ? host : `${host}:${explicitPort}`;
}

/** The values of all variables for a link. */
export function variablesOf(resolution: Resolution): Record<string, string | number | null> {
  return Object.fromEntries(Object.entries(templateVariables).map(([name, { of }]) => [name, of(resolution)]));
}
