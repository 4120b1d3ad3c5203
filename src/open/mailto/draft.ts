/** The draft of a message, with only the header fields of its link that are harmless (RFC 6068 §7). */
import type { MailtoHeader } from '../../schemes/mailto/definition.ts';
import type { Draft } from '../opened.ts';

/** The header fields that a link may fill in. RFC 6068 §4 requires such a list. */
export const DRAFT_FIELDS = ['to', 'cc', 'subject', 'in-reply-to', 'body'] as const;
export type DraftField = (typeof DRAFT_FIELDS)[number];

const FILLED: ReadonlySet<string> = new Set(DRAFT_FIELDS);

/** Shown, but not filled in: a writer who overlooks the blind copy would send the message to a stranger. */
const SHOWN_ONLY = 'bcc';

/**
 * The draft that a mail program gets. `draftOf([], [{ name: 'attach', value: '/etc/passwd' }]).leftOut` is
 * `['attach']`. Addresses and header fields are decoded, and the names of the fields in lower case.
 */
export function draftOf(to: readonly string[], headers: readonly MailtoHeader[]): Omit<Draft, 'shape' | 'url'> {
  const allowed = headers.filter(({ name }) => FILLED.has(name)).map(withSafeLines);
  const addresses = to.map(escapeField).join(',');
  const fields = allowed.map(({ name, value }) => `${name}=${escapeField(value)}`).join('&');
  return {
    to,
    headers: allowed,
    blindCopies: headers.filter(({ name }) => name === SHOWN_ONLY).map(({ value }) => value),
    leftOut: headers.map(({ name }) => name).filter((name) => !FILLED.has(name) && name !== SHOWN_ONLY),
    href: `mailto:${addresses}${fields === '' ? '' : `?${fields}`}`,
  };
}

/** The body may have lines, which end with CR LF (RFC 6068 §5). In another field a line break would begin a header. */
function withSafeLines({ name, value }: MailtoHeader): MailtoHeader {
  if (name === 'body')
    return { name, value: value.replace(/\r\n?|\n/g, '\r\n').replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '') };
  return { name, value: value.replace(/[\0-\x1f\x7f]+/g, ' ') };
}

function escapeField(text: string): string {
  return encodeURIComponent(text).replaceAll('%40', '@');
}
