/**
 * The draft of a message (RFC 6068). This gateway sends and fetches nothing: its page shows the draft, and opens it in
 * the mail program of the reader.
 */

import type { VNode } from 'preact';
import { DRAFT_FIELDS, type DraftField } from '../../../src/open/mailto/draft.ts';
import { mailto as opener } from '../../../src/open/mailto/mailto.ts';
import type { Draft } from '../../../src/open/opened.ts';
import { draftJson } from '../../../src/open/shape-json.ts';
import { answerJson } from '../../http/response.ts';
import { type Detail, Details } from '../../pages/parts/details.tsx';
import { Notice } from '../../pages/parts/notice.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import type { Gateway } from '../contract/contract.ts';
import type { ShapeContext } from '../shapes/context.ts';
import { gatewayOf } from '../shapes/gateway-of.ts';
import { aboutLink } from '../shared/json-stream.ts';
import { viewerPage } from '../shared/viewer.tsx';

export const mailto: Gateway<'mailto'> = gatewayOf(opener, { draft: respondWithDraft });

/** A draft is private to the reader and must not be cached. */
const PRIVATE = { 'Cache-Control': 'no-store' };

function respondWithDraft(context: ShapeContext, draft: Draft): Response {
  if (context.view.format !== 'html') return answerJson({ ...aboutLink(context), ...draftJson(draft) }, PRIVATE);
  const page = { title: 'Write a message', kicker: 'Email address', without: ['raw'] as const };
  const viewed = viewerPage(context, { ...page, content: <DraftView draft={draft} /> });
  return pageResponse(context, viewed, { headers: PRIVATE });
}

const LABELS: Readonly<Record<DraftField, string>> = {
  to: 'To',
  cc: 'Copy to',
  subject: 'Subject',
  'in-reply-to': 'In reply to',
  body: 'Text',
};

function DraftView({ draft }: { readonly draft: Draft }): VNode {
  const { to, headers, blindCopies, leftOut, href } = draft;
  const values = (field: string) => headers.filter(({ name }) => name === field).map(({ value }) => value);
  const rows = DRAFT_FIELDS.map((name): Detail => {
    const all = name === 'to' ? [...to, ...values(name)] : values(name);
    return [LABELS[name], all.join(name === 'body' ? '\n' : ', ')];
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
