/** The failures of openers whose servers take no passwords of visitors, as pages and problem details tell them. */
import { type FailureLink, GatewayError, gatewayErrorOf } from '../../../src/net/failure.ts';
import { ProtocolError, type Suggestion } from '../../../src/protocols/protocol-error.ts';
import type { ShapeContext } from './context.ts';

type FailureContext = Pick<ShapeContext, 'opener' | 'links'>;

/**
 * An error of a protocol, with the addresses of what it suggests, and with a challenge if the server wants a login.
 * Other errors stay as they are.
 */
export function publishedFailure(error: unknown, { opener, links }: FailureContext): unknown {
  if (!(error instanceof ProtocolError)) return error;
  const suggested = error.suggest.flatMap((suggestion) => suggestedLink(suggestion, links));
  const failure = gatewayErrorOf(error, suggested);
  const { code, message, headers } = failure;
  if (code !== 'unauthorized' || opener.protocol === null) return failure;
  // A 401 response needs a challenge (RFC 9110 §15.5.2). The name of a protocol is not an HTTP authentication scheme,
  // so browsers do not ask for a password, which they would also send elsewhere.
  const challenge = { 'WWW-Authenticate': opener.protocol };
  return new GatewayError(code, message, { ...failure, cause: error, headers: { ...headers, ...challenge } });
}

function suggestedLink(
  { text, url, isExample = false }: Suggestion,
  links: FailureContext['links'],
): readonly FailureLink[] {
  const href = isExample ? `/inspect?url=${encodeURIComponent(url)}` : links.hrefOf(url);
  return href === null ? [] : [{ text, href }];
}
