/** Opens mailto links (RFC 6068): no server is asked. What they lead to is the draft of a message. */
import type { LinkFinding, Opener } from '../contract.ts';
import { draftOf } from './draft.ts';

export const mailto: Opener<'mailto'> = {
  kind: 'mailto',
  schemes: ['mailto'],
  name: 'Mail',
  protocol: null,
  shapes: ['draft'],
  // Who reads a draft may want nobody to know.
  isPersonal: () => true,
  open: async ({ details: { to, headers } }) => ({ shape: 'draft', ...draftOf(to, headers) }),
  check: async () => NOT_CHECKED,
};

const NOT_CHECKED: LinkFinding = {
  status: 'not-checked',
  reason: 'no-server',
  detail: 'Only a message would show whether a mail address exists.',
};
