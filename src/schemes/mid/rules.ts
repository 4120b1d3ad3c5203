/**
 * mid and cid: messages and their body parts (RFC 2392 §2, draft-ietf-uri-url-03).
 *
 * ```
 *   mid:<message-id>[/<content-id>]          cid:<content-id>
 * ```
 * In an id only the slash is reserved, and neither scheme has a query: `?` is data.
 */
import { PCHAR } from '../../uri/characters.ts';
import { ABSENT, type Rewrite } from '../../uri/rewrite.ts';
import type { SchemeRules } from '../../uri/scheme-rules.ts';
import { policies, syntaxOf } from '../../uri/syntax.ts';
import { dropIdBrackets, type MessageIdCode, plainId, rewriteMessageId } from '../message-id.ts';

const syntax = syntaxOf({
  authority: 'none',
  query: false,
  policies: policies({ path: PCHAR, decode: PCHAR, query: false }),
});

/** A message-id and, after the first slash, a content-id. */
function midPath(pass: Rewrite<MessageIdCode>, from: number): number {
  const slash = pass.text.indexOf('/', from);
  const to = idPath(pass, from, slash === ABSENT ? pass.text.length : slash);
  return to === slash ? idPath(pass, slash + 1, pass.text.length) : to;
}

/** Where an id ends: at a fragment, or at the limit. */
function endOfId(text: string, from: number, limit: number): number {
  const hash = text.indexOf('#', from);
  return hash === ABSENT || hash > limit ? limit : hash;
}

/** Makes one id canonical, without brackets around it. A slash in it is data. */
function idPath(pass: Rewrite<MessageIdCode>, from: number, limit: number): number {
  const mark = pass.mark(from);
  const to = endOfId(pass.text, from, limit);
  rewriteMessageId(pass, from, to, syntax.policies.path, 'message-id-cr-lf');
  if (pass.changedSince(mark, from) || pass.text.charCodeAt(from) === 0x25) dropIdBrackets(pass, mark, from, to);
  return to;
}

export const mid: SchemeRules<MessageIdCode> = {
  name: 'mid',
  defaultPort: null,
  syntax,
  opaque: { document: 'RFC 2392', section: '2' },
  octets: { path: { message: { ...plainId, next: { '/': 'part' } }, part: plainId } },
  path: midPath,
};

export const cid: SchemeRules<MessageIdCode> = {
  name: 'cid',
  defaultPort: null,
  syntax,
  opaque: { document: 'RFC 2392', section: '2' },
  octets: { path: { id: plainId } },
  path: (pass, from) => idPath(pass, from, pass.text.length),
};
