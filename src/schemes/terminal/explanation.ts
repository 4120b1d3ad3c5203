/** What a page says about a link to an interactive session that no gateway opens. */
import type { Components } from '../../uri/canonical-parts.ts';
import type { Explanation } from '../scheme.ts';
import { shellQuoted } from '../sentence-parts.ts';

interface TerminalParts {
  readonly scheme: string;
  readonly components: Components;
  readonly details: { readonly user: string | null };
}

export function explanation({ scheme, components, details }: TerminalParts): Explanation {
  return {
    what: 'An interactive session on a remote computer.',
    program: 'terminal',
    command: commandOf(scheme, components, details.user),
    details: [['Log in as', details.user]],
  };
}

/** The command that opens the session; `null` if there is none, or if the host would be read as an option. */
function commandOf(scheme: string, { host, explicitPort }: Components, user: string | null): string | null {
  // The programs take an IPv6 address without its brackets.
  const name = host?.replace(/^\[|\]$/g, '') ?? '';
  if (name === '' || name.startsWith('-')) return null;
  const login = user === null || user === '' ? '' : ` -l ${shellQuoted(user)}`;
  switch (scheme) {
    case 'rlogin':
      // The program takes no port.
      return explicitPort === null ? `rlogin${login} ${shellQuoted(name)}` : null;
    case 'tn3270':
      return `c3270 ${shellQuoted(explicitPort === null ? (host ?? '') : `${host}:${explicitPort}`)}`;
    default:
      return `telnet${login} ${shellQuoted(name)}${explicitPort === null ? '' : ` ${explicitPort}`}`;
  }
}
