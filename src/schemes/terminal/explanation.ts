/** What a page says about a link to an interactive session that no gateway opens. */
import type { Components } from '../../uri/canonical-parts.ts';
import type { Explanation } from '../scheme.ts';

interface Session {
  readonly scheme: string;
  readonly components: Components;
  readonly details: { readonly user: string | null };
}

export function explanation({ scheme, components, details }: Session): Explanation {
  const command = `${scheme} ${components.host ?? ''} ${components.port ?? ''}`;
  return {
    what: 'A session on another machine: a person types, and the machine answers.',
    needed: `A terminal program opens it, such as the command “${command}”.`,
    details: [['Log in as', details.user]],
  };
}
