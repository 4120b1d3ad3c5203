/**
 * mailto (RFC 6068): this gateway sends and fetches nothing. Its page shows the draft of the message and opens it in
 * the reader's mail program, with only the headers that are harmless (§7).
 */

import type { VNode } from 'preact';
import type { MailtoHeader } from '../../../src/schemes/mailto/definition.ts';
import { responseWithJson } from '../../http/response.ts';
import { type Detail, Details } from '../../pages/parts/details.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { Gateway } from '../contract/contract.ts';
import { viewerPage } from '../shared/viewer.tsx';

/** The header fields that a link may fill in, with their labels on the page. RFC 6068 §4 requires such a list. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['to', 'To'],
  ['cc', 'Copy to'],
  ['subject', 'Subject'],
  ['in-reply-to', 'In reply to'],
  ['body', 'Text'],
]);

/** Shown, but not filled in: a writer who overlooks the blind copy would send the message to a stranger. */
const SHOWN_ONLY = 'bcc';

/**
 * The draft that the mail program receives. `draftOf([], [{ name: 'attach', value: '/etc/passwd' }]).leftOut` is
 * `['attach']`. Addresses and header fields are decoded, and the names of the fields in lower case.
 */
export function draftOf(to: readonly string[], headers: readonly MailtoHeader[]) {
  const allowed = headers.filter(({ name }) => FIELDS.has(name)).map(withSafeLines);
  const addresses = to.map(escapeField).join(',');
  const fields = allowed.map(({ name, value }) => `${name}=${escapeField(value)}`).join('&');
  return {
    to,
    headers: allowed,
    blindCopies: headers.filter(({ name }) => name === SHOWN_ONLY).map(({ value }) => value),
    /** The names of the fields that are not passed on. */
    leftOut: headers.map(({ name }) => name).filter((name) => !FIELDS.has(name) && name !== SHOWN_ONLY),
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

/** A draft is private to the reader and must not be cached. */
const PRIVATE = { 'Cache-Control': 'no-store' };

export const mailto: Gateway<'mailto'> = {
  kind: 'mailto',
  protocol: null,
  check: () => ({
    status: 'not-checked',
    reason: 'no-server',
    detail: 'Only a message would show whether a mail address exists.',
  }),
  schemes: ['mailto'],

  async open(context) {
    const { resolution, view } = context;
    const draft = draftOf(resolution.details.to, resolution.details.headers);
    if (view.format !== 'html') {
      return responseWithJson({ kind: 'draft', url: resolution.canonical, ...draft }, { headers: PRIVATE });
    }
    const page = { title: 'Write a message', kicker: 'Email address', without: ['raw'] as const };
    const viewed = viewerPage(context, { ...page, content: <DraftView draft={draft} /> });
    return pageResponse(context, viewed, { headers: PRIVATE });
  },
};

function DraftView({ draft }: { readonly draft: ReturnType<typeof draftOf> }): VNode {
  const { to, headers, blindCopies, leftOut, href } = draft;
  const values = (field: string) => headers.filter(({ name }) => name === field).map(({ value }) => value);
  const rows = [...FIELDS].map(([name, title]): Detail => {
    const all = name === 'to' ? [...to, ...values(name)] : values(name);
    return [title, all.join(name === 'body' ? '\n' : ', ')];
  });
  return (
    <>
      <Details rows={[...rows, ['Blind copy to', blindCopies.join(', ')]]} />
      {blindCopies.length > 0 && (
        <Notice tone="caution" title="The link asks for a blind copy">
          <p>It is shown here and not filled in. Add it yourself if you want to.</p>
        </Notice>
      )}
      {leftOut.length > 0 && (
        <Notice title="Left out">
          <p>The link also sets {leftOut.join(', ')}. A link from a stranger should not do that.</p>
        </Notice>
      )}
      <p>
        <a class="button" href={href}>
          Open in your mail program
        </a>
      </p>
      <p class="aside">Waypost sends no mail.</p>
    </>
  );
}
