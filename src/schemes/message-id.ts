/**
 * Message-ids in URLs: they have no angle brackets (RFC 5538 §2.2, RFC 2392 §2), and consist of printable ASCII
 * (RFC 5536 §3.1.3). Programs of the time wrote ids raw, so an escape of anything else is not one: its "%" is a
 * character of the id.
 *
 * ```
 *   news:%F2o9.80056$Fw2@host  ──▶  news:%25F2o9.80056$Fw2@host     no id has the octet F2
 *   news:NM%76.1197$BQ6@host   ──▶  news:NMv.1197$BQ6@host          RFC 3986 §2.3; the id may be NM%76.1197$BQ6@host
 * ```
 */
import { UNRESERVED } from '../uri/characters.ts';
import { octetAt, type Policy, rewriteComponent } from '../uri/percent.ts';
import type { Piece } from '../uri/pieces.ts';
import { ABSENT, type Rewrite } from '../uri/rewrite.ts';

/** The diagnostics of these rules. */
export type MessageIdCode =
  | 'message-id-brackets'
  | 'message-id-form'
  | 'message-id-cr-lf'
  | 'message-id-literal'
  | 'message-id-unreserved';

/** Whether an escape or a raw character may need more than {@link rewriteComponent}. */
const SUSPECT = /[%\0-\x1f\x7f-\uffff]/;

// Without the flag `i`, which would find `s` and `k` as well: U+017F and U+212A have them as their lower case.
const ESCAPE_OR_SUSPECT = /%[\da-fA-F]{2}|[\0-\x1f\x7f-\u{10ffff}]/gu;

const PRINTABLE = /[ -~]/;

const encoder = /* @__PURE__ */ new TextEncoder();

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
  const written = pass.text.slice(from, to);
  let done = from;
  if (SUSPECT.test(written)) {
    for (const { 0: unit, index } of written.matchAll(ESCAPE_OR_SUSPECT)) {
      const at = from + index;
      const octet = octetAt(unit, 0);
      const character = octet === ABSENT ? unit : String.fromCharCode(octet);
      if (/[\0\r\n]/.test(character)) pass.fail(lineBreak, at);
      const isLiteral = !PRINTABLE.test(character);
      if (!isLiteral && !unreserved.has(character)) continue;
      rewriteComponent(pass, done, at, policy);
      done = at + unit.length;
      if (isLiteral) pass.replace(at, done, literal(pass, unit), 'message-id-literal');
      else pass.replace(at, done, character, 'message-id-unreserved');
    }
  }
  rewriteComponent(pass, done, to, policy);
}

/** An escape, or the escapes that other programs write for a raw character, with a "%" of its own. */
function literal(pass: Rewrite<MessageIdCode>, unit: string): string {
  if (unit.startsWith('%')) return `%25${unit.slice(1)}`;
  const octets = pass.latin1 ? [unit.charCodeAt(0)] : encoder.encode(unit);
  return Array.from(octets, (octet) => `%25${octet.toString(16).toUpperCase().padStart(2, '0')}`).join('');
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
