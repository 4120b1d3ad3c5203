/** What opens links of schemes that the library does not know: programs, and gateways of others. */
import { judgePublicHost } from '../../../src/egress/judgement.ts';
import type { Resolution } from '../../../src/index.ts';
import { shellQuoted } from '../../../src/schemes/sentence-parts.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';

interface ForeignClient {
  /** What people call the protocol. */
  readonly name: string;
  /** What it is, in one sentence. */
  readonly what: string;
  /** The program to which a browser may hand the link. */
  readonly program: string;
  /** The command for a shell. */
  command(link: Resolution): string;
  /** The address at a public gateway; `null` = a gateway does not reach the host. */
  gateway(link: Resolution): string | null;
}

/** By scheme. A page links to what has a program, so only links that name documents have one (`linkableSchemes`). */
export const foreignClients: ReadonlyMap<string, ForeignClient> = new Map<string, ForeignClient>([
  [
    'gemini',
    {
      name: 'Gemini',
      what: 'Gemini is a protocol for pages of text and links, simpler than the Web.',
      program: 'Gemini client',
      command: ({ canonical }) => `amfora ${shellQuoted(withoutUserInfo(canonical))}`,
      gateway({ canonical, components: { host } }) {
        if (host === null || !judgePublicHost(host).allowed) return null;
        return withoutUserInfo(canonical).replace('gemini://', 'https://portal.mozz.us/gemini/');
      },
    },
  ],
]);

/** Where people look up what a name stands for that Waypost does not know. */
export const REGISTRIES = {
  schemes: {
    text: 'Look it up in the list of schemes at IANA',
    href: 'https://www.iana.org/assignments/uri-schemes/uri-schemes.xhtml',
  },
  namespaces: {
    text: 'Look up its namespace at IANA',
    href: 'https://www.iana.org/assignments/urn-namespaces/urn-namespaces.xhtml',
  },
} as const;
