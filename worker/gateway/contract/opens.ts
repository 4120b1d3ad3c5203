/** What the API says of a link: how this service opens it, and the addresses that go with it. */
import { wholeOf } from '../../../src/definition-of.ts';
import type { Resolution } from '../../../src/index.ts';
import { withoutPassword } from '../../../src/uri/user-info.ts';
import { egressOf, rootOf } from '../../http/address.ts';
import type { RequestContext } from '../../http/request-context.ts';
import type { Environment } from '../../settings/environment.ts';
import { type Decision, decisionOf, explanationOf, unsafeReason } from './destination.ts';

/** By whom a link is opened, by the kind of the decision. */
const OPENED_BY = {
  gateway: 'gateway',
  external: 'template',
  web: 'browser',
  none: 'explained',
  unsafe: 'refused',
  denied: 'refused',
} as const satisfies Readonly<Record<Decision['kind'], string>>;

/** Every value of `by`, with what it means, for documents. */
export const OPENS_BY = {
  gateway: 'a gateway of this service',
  browser: 'a browser, after a page that shows where the link leads',
  template:
    'another gateway, whose address is a template of the settings, a web server that has the same files, or the ' +
    'resolver of a name',
  explained: 'nothing; `/r` answers with an explanation',
  refused: 'nothing; `/r` refuses the link',
} as const satisfies Readonly<Record<(typeof OPENED_BY)[keyof typeof OPENED_BY], string>>;

/** What happens to a link that is opened, as far as this is known without the network. */
interface Opens {
  readonly by: keyof typeof OPENS_BY;
  /** Why nothing opens it, in a sentence; `null` = something does. */
  readonly reason: string | null;
  /** Where `/r` leads; `null` = nowhere, or the address would be longer than servers take. */
  readonly url: string | null;
}

/** How a link is opened, and the addresses that go with it. */
export type Opening = ReturnType<ReturnType<typeof openingsFor>>;

/**
 * Makes what the answers to one request have about their links, beside what the library says: how each is opened; and
 * the addresses to open it, unless nothing does, and to the explorer's page about it. They are absolute, because JSON
 * has no base. Only the store knows a short link.
 */
export function openingsFor(context: Pick<RequestContext, 'environment' | 'url'>) {
  const { environment } = context;
  const policy = egressOf(context);
  const root = rootOf(context);
  return (link: Resolution) => {
    const decision = decisionOf(wholeOf(link), environment, policy);
    const reason = reasonOf(decision, link, environment);
    return {
      opens: {
        by: OPENED_BY[decision.kind],
        reason,
        url: 'href' in decision ? shortEnough(absolute(decision.href, root)) : null,
      } satisfies Opens,
      links: {
        open: reason === null ? addressAbout(link, '/r', root) : null,
        inspect: addressAbout(link, '/inspect', root),
        short: null,
      },
    };
  };
}

/** The address of a page about a link, without its password; `null` if it would be longer than servers take. */
export function addressAbout({ canonical }: Resolution, path: string, root: string): string | null {
  return shortEnough(`${root}${path}?url=${encodeURIComponent(withoutPassword(canonical))}`);
}

function reasonOf(decision: Decision, link: Resolution, environment: Environment): string | null {
  switch (decision.kind) {
    case 'denied':
      return decision.detail;
    case 'unsafe':
      return unsafeReason(link);
    case 'none':
      return explanationOf(link, environment).reason;
    default:
      return null;
  }
}

function absolute(href: string, root: string): string {
  return href.startsWith('/') ? root + href : href;
}

function shortEnough(address: string): string | null {
  return address.length > LONGEST_LINK ? null : address;
}

/** Every server takes addresses of this length, in octets (RFC 9110 §4.1). */
const LONGEST_LINK = 8000;
