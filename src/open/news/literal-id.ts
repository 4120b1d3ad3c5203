/**
 * The second reading of a message-id. In `news:NM%76.1@h.example`, `%76` is the letter v (RFC 3986 §2.3), but mail
 * programs of the 1990s wrote ids raw, and then the id has a "%". So a server that does not know the first id is asked
 * for the second one, once.
 */
import { explain, type Resolution, UrlError } from '../../index.ts';
import type { ArticleTarget } from '../../protocols/nntp/commands.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { isMessageId } from '../../schemes/news/request.ts';
import { octetAt } from '../../uri/percent.ts';

/** The parameter with the second reading: an address that is made from the canonical link has only the first. */
export const LITERAL_ID = 'literal';

type ExplainedLink = Pick<Resolution, 'input' | 'canonical' | 'diagnostics'>;

/** The id of a link with each "%" as itself; `null` if it is written in one way only. */
export function literalIdOf({ input, canonical, diagnostics }: ExplainedLink): string | null {
  const decoded = diagnostics.filter(({ code }) => code === 'message-id-unreserved').flatMap(({ at }) => at?.[0] ?? []);
  if (decoded.length === 0) return null;
  let spelled = '';
  let done = 0;
  for (const index of decoded) {
    spelled += `${input.slice(done, index)}%25`;
    done = index + 1;
  }
  try {
    const link = explain(spelled + input.slice(done), { base: canonical });
    return link.kind === 'news' || link.kind === 'mid' ? link.details.messageId : null;
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

/**
 * The second target of a link to an article; `null` if there is none.
 *
 * @param parameter - the second id from the address of the request; absent = it is read from the link
 * @throws ProtocolError `invalid-request` if the parameter names another article
 */
export function literalTarget(link: ExplainedLink, target: ArticleTarget, parameter?: string): ArticleTarget | null {
  if (target.kind !== 'message') return null;
  const messageId = parameter ?? literalIdOf(link);
  if (messageId === null || !isMessageId(messageId)) return null;
  if (parameter !== undefined && unescapedId(parameter) !== unescapedId(target.messageId)) {
    throw new ProtocolError('invalid-request', `\`${LITERAL_ID}\` must be the same message-id with its escapes.`);
  }
  return { kind: 'message', messageId };
}

/** An id with its escapes decoded. */
function unescapedId(messageId: string): string {
  return messageId.replace(/%[\da-f]{2}/gi, (triplet) => String.fromCharCode(octetAt(triplet, 0)));
}

const NO_SUCH_MESSAGE = 430;

/** Asks for an article, and for its second target if the server does not know the first one. */
export async function askForEither<Target extends ArticleTarget, Result>(
  target: Target,
  literal: Target | null,
  ask: (target: Target) => Promise<Result>,
): Promise<{ readonly found: Target; readonly result: Result }> {
  try {
    return { found: target, result: await ask(target) };
  } catch (error) {
    if (literal === null || !(error instanceof ProtocolError) || error.status !== NO_SUCH_MESSAGE) throw error;
    try {
      return { found: literal, result: await ask(literal) };
    } catch (second) {
      // What the link says comes first: its failure tells more.
      throw second instanceof ProtocolError && second.status === NO_SUCH_MESSAGE ? error : second;
    }
  }
}
