/**
 * Message-ids in URLs: they have no angle brackets (RFC 5538 §4, RFC 2392 §2), and consist of printable ASCII
 * (RFC 5536 §3.1.3) and UTF-8 (RFC 6532 §3.2). Programs of the time wrote ids raw, so an escape of anything else is not
 * one: its "%" is a character of the id. Every dialect reads an id as UTF-8.
 *
 * ```
 *   news:%F2o9.80056$Fw2@host  ──▶  news:%25F2o9.80056$Fw2@host     no id has the octet F2
 *   news:é@host                ──▶  news:%C3%A9@host                so this escape must be é, too
 *   news:NM%76.1197$BQ6@host   ──▶  news:NMv.1197$BQ6@host          RFC 3986 §2.3; the id may be NM%76.1197$BQ6@host
 * ```
 */

import { UNRESERVED } from '../uri/characters.ts';
import { defineErrors } from '../uri/diagnostic.ts';
import { ESCAPE, octetAt, type Policy, rewriteComponent } from '../uri/percent.ts';
import type { Piece } from '../uri/pieces.ts';
import { ABSENT, type Rewrite } from '../uri/rewrite.ts';

/** Why URLs are refused. */
export const messageIdErrors = /* @__PURE__ */ defineErrors({
  'message-id-cr-lf': ['This message-id contains a line break or NUL.', 'RFC 5536', '3.1.3'],
});

/** The diagnostics of these rules. */
export type MessageIdCode =
  | 'message-id-brackets'
  | 'message-id-form'
  | 'message-id-cr-lf'
  | 'message-id-literal'
  | 'message-id-unreserved';

/** The escapes of a character of UTF-8 beyond ASCII (RFC 3629 §4). */
const UTF8 =
  /%(?:c[2-9a-f]|d[\da-f]|e(?:0%[ab]|[1-9a-cef]%[89ab]|d%[89])[\da-f]|f(?:0%[9ab]|[1-3]%[89ab]|4%8)[\da-f]%[89ab][\da-f])%[89ab][\da-f]/iy;

const PERCENT = 0x25;

const unreserved: ReadonlySet<string> = /* @__PURE__ */ new Set(UNRESERVED);

/**
 * Makes the message-id in `pass.text[from, to)` canonical. No character in it ends it.
 *
 * @param lineBreak - the code of the error for CR, LF and NUL
 */
export function rewriteMessageId<Code extends string>(
  pass: Rewrite<Code | MessageIdCode>,
  from: number,
  to: number,
  policy: Policy,
  lineBreak: Code,
): void {
  const { latin1, text } = pass;
  // The octet of a Latin-1 letter would be no part of an id.
  pass.latin1 = false;
  let done = from;
  // A loop, because an id of 64 KiB may have 20,000 escapes, and the matches of an expression are slow.
  for (let at = from, end = from; at < to; at = end) {
    end = at + 1;
    const code = text.charCodeAt(at);
    // Raw characters beyond ASCII are UTF-8.
    if (code !== PERCENT && code > 0x1f && code !== 0x7f) continue;
    const octet = code === PERCENT ? octetAt(text, at) : code;
    if (octet === ABSENT) continue;
    if (code === PERCENT) end = at + '%00'.length;
    UTF8.lastIndex = at;
    if (octet > 0x7f && UTF8.test(text)) {
      end = UTF8.lastIndex;
      continue;
    }
    if (octet === 0 || octet === 0x0a || octet === 0x0d) pass.fail(lineBreak, at);
    const character = String.fromCharCode(octet);
    const isLiteral = octet < 0x20 || octet > 0x7e;
    if (!isLiteral && !unreserved.has(character)) continue;
    rewriteComponent(pass, done, at, policy);
    done = end;
    const digits = code === PERCENT ? text.slice(at + 1, end) : ESCAPE[octet]?.slice(1);
    if (isLiteral) pass.replace(at, end, `%25${digits}`, 'message-id-literal');
    else pass.replace(at, end, character, 'message-id-unreserved');
  }
  rewriteComponent(pass, done, to, policy);
  pass.latin1 = latin1;
}

/** An id that is not in angle brackets, which are escaped. */
export const plainId = { leaves: { octets: 'all but printable ASCII', beginning: '%' } } as const satisfies Piece;

const OPEN = '%3C';
const CLOSE = '%3E';

/** Removes the escaped brackets around a message-id that the pass wrote since `mark` for `text[from, to)`. */
export function dropIdBrackets(pass: Rewrite<MessageIdCode>, mark: number, from: number, to: number): void {
  const written = pass.written(mark, to);
  let pairs = 0;
  while (written.startsWith(OPEN, pairs * 3) && written.endsWith(CLOSE, written.length - pairs * 3)) pairs++;
  const id = written.slice(pairs * 3, written.length - pairs * 3);
  if (pairs > 0 && id.includes('@')) pass.rewrite(mark, from, to, id, 'message-id-brackets');
}
