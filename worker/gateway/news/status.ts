/**
 * The error that each status of a news server becomes for an HTTP client (RFC 3977 §3.2, RFC 4643 §2, RFC 4642 §2.2).
 */

import type { Status } from '../../../src/protocols/nntp/response.ts';
import { type FailureLink, GatewayError } from '../../errors/gateway-error.ts';
import type { GatewayCode } from '../../errors/table.ts';

interface Meaning {
  readonly code: GatewayCode;
  readonly detail: string;
  /** What a visitor can try next; `null` = the usual advice for this error code. */
  readonly advice: string | null;
}

const OTHER_NUMBERS = 'It may have expired. Other servers have other numbers for the same article.';
const TRY_ANOTHER_SERVER = 'Another news server may still have it. Put its name into the link.';
const ALL_GROUPS = 'Its name may have changed. Look in the list of all groups.';
const OWN_ACCOUNT = 'If you have an account there, use a news reader on your own computer.';

const meaning = (code: GatewayCode, detail: string, advice: string | null = null): Meaning => ({
  code,
  detail,
  advice,
});

const unavailable = meaning('gateway-busy', 'The news server is not available at the moment.');
const noArticle = meaning('not-found', 'The group has no article with this number.', OTHER_NUMBERS);
const login = meaning('unauthorized', 'The news server requires a login, which a link cannot contain.', OWN_ACCOUNT);
const refusedLogin = meaning('forbidden', 'The news server rejected the password.', OWN_ACCOUNT);
const unknownCommand = meaning('not-implemented', 'The news server does not support this request.');
const nonsense = meaning('gateway-protocol', 'The news server sent an unexpected reply.');

/** The error statuses of the commands that this gateway sends. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  400: unavailable,
  401: login,
  403: unavailable,
  411: meaning('not-found', 'The news server does not have this group.', ALL_GROUPS),
  420: noArticle,
  421: noArticle,
  422: noArticle,
  423: noArticle,
  430: meaning(
    'not-found',
    'The news server does not have this article. Most servers delete articles after a while.',
    TRY_ANOTHER_SERVER,
  ),
  480: login,
  481: refusedLogin,
  482: refusedLogin,
  483: meaning('gateway-tls', 'The news server requires TLS. Try an nntps or snews link.'),
  500: unknownCommand,
  501: unknownCommand,
  502: meaning('forbidden', 'The news server does not let this gateway read.', OWN_ACCOUNT),
  503: unknownCommand,
};

/** The statuses of a range without articles, which is not an error (RFC 3977 §8.3.2; XOVER answers 420). */
export const noArticles: ReadonlySet<number> = new Set([420, 421, 422, 423]);

const LONGEST_QUOTE = 200;

/**
 * The error for a status other than success, with the server's text in it.
 *
 * @param links - to what a person can try next
 */
export function statusError({ code, text }: Status, links: readonly FailureLink[] = []): GatewayError {
  const { code: error, detail, advice } = MEANINGS[code] ?? nonsense;
  const words = text
    .replace(/[\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_QUOTE);
  const reply = `${code} ${words}`.trimEnd();
  const quoted = words === '' ? `It answered ${code}.` : `It says: “${reply}”.`;
  // `NNTP` is not an HTTP authentication scheme, so browsers do not ask for a password, which they would also send
  // elsewhere.
  const headers = error === 'unauthorized' ? { 'WWW-Authenticate': 'NNTP' } : {};
  return new GatewayError(error, `${detail} ${quoted}`, {
    headers,
    links,
    reply,
    ...(advice === null ? {} : { advice }),
  });
}
