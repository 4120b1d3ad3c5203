/**
 * mid and cid: messages and their body parts (RFC 2392 §2, draft-ietf-uri-url-03).
 *
 * ```
 *   mid:<message-id>[/<content-id>]          cid:<content-id>
 * ```
 */
import { PCHAR } from '../../uri/characters.ts';
import { decodeOptional, decodeText } from '../../uri/decode.ts';
import { rewriteComponent } from '../../uri/percent.ts';
import type { Rewrite } from '../../uri/rewrite.ts';
import { policies, syntaxOf } from '../../uri/syntax.ts';
import { dropIdBrackets, messageIdDiagnostics } from '../message-id.ts';
import type { Parts, ResolutionOf, Scheme } from '../scheme.ts';
import { capital, quote } from '../sentence-parts.ts';
import { explanation } from './explanation.ts';

export interface MidDetails {
  /** Message-id without its angle brackets; `null` for cid. */
  readonly messageId: string | null;
  readonly contentId: string | null;
}

const syntax = syntaxOf({ authority: 'none', policies: policies({ path: PCHAR, decode: PCHAR }) });

/** A message-id and, after the first slash, a content-id. */
function midPath(pass: Rewrite, from: number): number {
  const slash = pass.text.indexOf('/', from);
  const to = idPath(pass, from, slash === -1 ? pass.text.length : slash);
  return to === slash ? idPath(pass, slash + 1, pass.text.length) : to;
}

/** Removes the brackets around one id. A slash in it is data. */
function idPath(pass: Rewrite, from: number, limit: number): number {
  const mark = pass.mark(from);
  const to = rewriteComponent(pass, from, limit, syntax.policies.path);
  if (pass.changedSince(mark, from) || pass.text.charCodeAt(from) === 0x25) dropIdBrackets(pass, mark, from, to);
  return to;
}

function midDetails({ path }: Parts): MidDetails {
  const [messageId = '', contentId = null] = path.split('/', 2);
  return { messageId: decodeText(messageId), contentId: decodeOptional(contentId) };
}

function sentence({ details: { messageId, contentId } }: ResolutionOf<'mid', MidDetails, never>): string {
  const part = contentId === null ? null : `the body part ${quote(contentId)}`;
  if (messageId === null) return `${capital(part ?? 'a body part')} of the message that contains the link.`;
  return part === null
    ? `The mail message ${quote(messageId)}.`
    : `${capital(part)} of the mail message ${quote(messageId)}.`;
}

export const mid: Scheme<'mid', MidDetails, never, keyof typeof messageIdDiagnostics> = {
  name: 'mid',
  kind: 'mid',
  title: 'Electronic mail message',
  defaultPort: null,
  specifications: [
    { document: 'RFC 2392', section: '2' },
    { document: 'draft-ietf-uri-url-03', section: 'BNF for specific URL schemes' },
  ],
  example: 'mid:960830.1639@host.example/partA.960830.1639@host.example',
  syntax,
  diagnostics: messageIdDiagnostics,
  path: midPath,
  details: midDetails,
  request: () => null,
  sentence,
  explanation,
  templateVariables: { messageId: 'the message-id without its angle brackets.' },
  linkable: true,
  gatewayPath: false,
  rewrittenByEmbed: false,
};

export const cid: Scheme<'mid', MidDetails, never, keyof typeof messageIdDiagnostics> = {
  ...mid,
  name: 'cid',
  title: 'Body part of an electronic mail message',
  example: 'cid:foo4%25foo1@bar.example',
  path: (pass, from) => idPath(pass, from, pass.text.length),
  details: ({ path }) => ({ messageId: null, contentId: decodeText(path) }),
  linkable: false,
};
