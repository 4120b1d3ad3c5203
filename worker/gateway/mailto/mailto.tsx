/**
 * mailto (RFC 6068): nothing is sent and nothing is fetched. The page shows what the message would be, and hands it
 * to the reader's mail program with no more than the headers that are harmless (§7).
 */
import type { VNode } from 'preact';
import type { MailtoHeader } from '../../../src/schemes/mailto/url.ts';
import { type Detail, Details } from '../../pages/details.tsx';
import { Notice } from '../../pages/notice.tsx';
import { pageResponse } from '../../pages/respond.tsx';
import type { Gateway } from '../core/contract.ts';

/** Header fields that a link may fill in, and what the page calls them; RFC 6068 §4 asks for a list like this. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['to', 'To'],
  ['cc', 'Copy to'],
  ['subject', 'Subject'],
  ['in-reply-to', 'In reply to'],
  ['body', 'Text'],
]);

/** Shown, but not filled in: a blind copy that the writer overlooks would tell a stranger. */
const SHOWN_ONLY = 'bcc';

interface Draft {
  readonly to: readonly string[];
  readonly headers: readonly MailtoHeader[];
  readonly blindCopies: readonly string[];
  /** Names of the fields that were left out. */
  readonly leftOut: readonly string[];
  /** The `mailto:` URL with what is left. */
  readonly href: string;
}

/**
 * What a mail program is handed.
 *
 * @example
 * ```ts
 * draftOf(['a@h.example'], [{ name: 'attach', value: '/etc/passwd' }]).leftOut; // ['attach']
 * ```
 */
export function draftOf(to: readonly string[], headers: readonly MailtoHeader[]): Draft {
  const kept = headers.filter(({ name }) => FIELDS.has(name)).map(safe);
  const addresses = to.map(escapeField).join(',');
  const fields = kept.map(({ name, value }) => `${name}=${escapeField(value)}`).join('&');
  return {
    to,
    headers: kept,
    blindCopies: headers.filter(({ name }) => name === SHOWN_ONLY).map(({ value }) => value),
    leftOut: headers.map(({ name }) => name).filter((name) => !FIELDS.has(name) && name !== SHOWN_ONLY),
    href: `mailto:${addresses}${fields === '' ? '' : `?${fields}`}`,
  };
}

/** Lines belong into the text alone, and end with CR LF there (RFC 6068 §5); elsewhere one would begin a header. */
function safe({ name, value }: MailtoHeader): MailtoHeader {
  if (name === 'body')
    return { name, value: value.replace(/\r\n?|\n/g, '\r\n').replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '') };
  return { name, value: value.replace(/[\0-\x1f\x7f]+/g, ' ') };
}

function escapeField(text: string): string {
  return encodeURIComponent(text).replaceAll('%40', '@');
}

/** What a link has people write is between them and their mail program. */
const PRIVATE = { 'Cache-Control': 'no-store' };

export const mailto: Gateway<'mailto'> = {
  schemes: ['mailto'],

  async open(context) {
    const { resolution, view } = context;
    const draft = draftOf(resolution.details.to, resolution.details.headers);
    if (view.format !== 'html') {
      return Response.json({ kind: 'draft', url: resolution.canonical, ...draft }, { headers: PRIVATE });
    }
    const page = { title: 'Write a message', kicker: 'Mail address', canonical: resolution.canonical };
    return pageResponse(context, { ...page, content: <DraftView draft={draft} /> }, { headers: PRIVATE });
  },
};

function DraftView({ draft }: { readonly draft: Draft }): VNode {
  const { to, headers, blindCopies, leftOut, href } = draft;
  const values = (field: string) => headers.filter(({ name }) => name === field).map(({ value }) => value);
  const rows = [...FIELDS].map(([name, title]): Detail => {
    const given = name === 'to' ? [...to, ...values(name)] : values(name);
    return [title, given.join(name === 'body' ? '\n' : ', ')];
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
          <p>The link also sets {leftOut.join(', ')}, which a stranger’s link should not.</p>
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
