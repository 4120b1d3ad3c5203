/** Who asks an endpoint whether it wants to be called, in a request. */
import * as v from 'valibot';
import { CALLBACK, ORIGIN } from '../../src/webhooks/challenge.ts';
import { secretOctets } from '../../src/webhooks/signature.ts';
import { text, wholeNumber } from '../http/parameters.ts';

const MOST_MESSAGES = 1_000_000;

/** What the endpoint learns of the sender. */
export const Sender = v.pipe(
  v.strictObject(
    {
      origin: v.exactOptional(
        v.pipe(
          text('The DNS name of the system that will send the messages. Default: the host of this service.'),
          v.regex(ORIGIN, 'must be a DNS name'),
        ),
      ),
      rate: v.exactOptional(
        wholeNumber(1, MOST_MESSAGES, { description: 'The messages a minute that it wants to send.' }),
      ),
      callback: v.exactOptional(
        v.pipe(text('Where the endpoint may give its permission later.'), v.regex(CALLBACK, 'must be an https URL')),
      ),
      secret: v.exactOptional(
        v.pipe(
          text('The secret of this endpoint, `whsec_` and base64: an echo that it signs proves it, too.'),
          v.check((secret) => secretOctets(secret) !== null, 'must be `whsec_` and the base64 of 24 to 64 octets'),
        ),
      ),
    },
    'must be an object',
  ),
  v.description('What the endpoint learns of the sender, and the secret for an echo.'),
);
export type Sender = v.InferOutput<typeof Sender>;
