/**
 * What the statuses of a news server mean to HTTP (RFC 3977 §3.2, RFC 4643 §2, RFC 4642 §2.2).
 */
import type { Status } from '../../../src/schemes/news/response.ts';
import { type GatewayCode, GatewayError } from '../../net/errors.ts';

interface Meaning {
  readonly code: GatewayCode;
  readonly detail: string;
}

const unavailable: Meaning = { code: 'gateway-busy', detail: 'The news server serves nobody at the moment.' };
const expired: Meaning = {
  code: 'not-found',
  detail:
    'The news server does not have this article. It may have had it: most servers keep articles for a while only.',
};
const noArticle: Meaning = { code: 'not-found', detail: 'The group has no article there.' };
const login: Meaning = {
  code: 'unauthorized',
  detail: 'The news server asks for a name and a password. A link cannot carry them here.',
};
const refusedLogin: Meaning = { code: 'forbidden', detail: 'The news server does not accept the password.' };
const unknownCommand: Meaning = { code: 'not-implemented', detail: 'The news server does not know how to give this.' };

/** Every status that is no success, and that the commands of this gateway can meet. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  400: unavailable,
  401: login,
  403: unavailable,
  411: { code: 'not-found', detail: 'The news server does not have this group.' },
  420: noArticle,
  421: noArticle,
  422: noArticle,
  423: noArticle,
  430: expired,
  480: login,
  481: refusedLogin,
  482: refusedLogin,
  483: { code: 'gateway-tls', detail: 'The news server speaks of this only over TLS: try an nntps or snews link.' },
  500: unknownCommand,
  501: unknownCommand,
  502: { code: 'forbidden', detail: 'The news server does not let this gateway read.' },
  503: unknownCommand,
};

/** Statuses after which there is no article, rather than something wrong (RFC 3977 §8.3.2; XOVER has 420). */
export const noArticles: ReadonlySet<number> = new Set([420, 421, 422, 423]);

const LONGEST_QUOTE = 200;

/** A status that is no success, as the error that the client is told. */
export function statusError({ code, text }: Status): GatewayError {
  const { code: error, detail } = MEANINGS[code] ?? {
    code: 'gateway-protocol',
    detail: 'The news server gave an answer to another question.',
  };
  const words = text
    .replace(/[\p{C}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_QUOTE);
  const said = words === '' ? `Its answer is ${code}.` : `It says: “${code} ${words}”.`;
  // The challenge names no scheme of HTTP's, so no browser asks for a password that it would then send elsewhere too.
  const headers = error === 'unauthorized' ? { 'WWW-Authenticate': 'NNTP' } : {};
  return new GatewayError(error, `${detail} ${said}`, { headers });
}
