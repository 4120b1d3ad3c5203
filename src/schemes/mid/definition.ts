/** What mid and cid links mean. */
import { decodeOptional, decodeText } from '../../uri/decode.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import type { MessageIdCode } from '../message-id.ts';
import { isMessageIdForm, messageIdDiagnostics } from '../message-id-diagnostics.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { capital, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';
import * as rules from './rules.ts';

export interface MidDetails {
  /** Message-id without its angle brackets; `null` for cid. */
  readonly messageId: string | null;
  readonly contentId: string | null;
}

function midDetails({ path }: Parts): MidDetails {
  const [messageId = '', contentId = null] = path.split('/', 2);
  return { messageId: decodeText(messageId), contentId: decodeOptional(contentId) };
}

function sentence({ details: { messageId, contentId } }: ResolutionOf<'mid', MidDetails, never>): string {
  const part = contentId === null ? null : `the attachment ${quote(contentId)}`;
  if (messageId === null) return `${capital(part ?? 'an attachment')} of the email that contains the link.`;
  return part === null ? `The email ${quote(messageId)}.` : `${capital(part)} of the email ${quote(messageId)}.`;
}

/** Notes an id that is not an `addr-spec` (RFC 2392 §2). */
function noteIds(pass: Rewrite<MessageIdCode>, mark: number): void {
  const ids = pass.written(mark, pass.pathTo).split('/');
  if (!ids.every(isMessageIdForm)) pass.note('message-id-form', pass.pathFrom, pass.pathTo);
}

type MidScheme = Scheme<'mid', MidDetails, never, MessageIdCode>;

export const mid: MidScheme = {
  ...rules.mid,
  kind: 'mid',
  title: 'Email message',
  specifications: [
    { document: 'RFC 2392', section: '2' },
    { document: 'draft-ietf-uri-url-03', section: 'BNF for specific URL schemes' },
  ],
  example: 'mid:960830.1639@host.example/partA.960830.1639@host.example',
  diagnostics: messageIdDiagnostics,
  notePath: noteIds,
  details: midDetails,
  sentence,
  explanation,
  templateVariables: { messageId: 'the message-id without its angle brackets.' },
  linkable: true,
  gatewayPath: false,
  rewrittenByEmbed: false,
  usesDefaultServer: true,
};

export const cid: MidScheme = {
  ...mid,
  ...rules.cid,
  title: 'Part of an email message',
  example: 'cid:foo4%25foo1@bar.example',
  details: ({ path }) => ({ messageId: null, contentId: decodeText(path) }),
  linkable: false,
  usesDefaultServer: false,
};
