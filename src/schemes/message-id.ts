/** Message-ids in URLs have no angle brackets (RFC 5538 §2.2, RFC 2392 §2). */
import type { Rewrite } from '../uri/rewrite.ts';

/** The diagnostics of these rules. */
export type MessageIdCode = 'message-id-brackets';

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
