/**
 * `/hooks`: a receiver of webhooks (Standard Webhooks 1.0) that answers with verdicts on the URLs in a message. It
 * stores nothing, so a message that is sent again has the same answer. OPTIONS is the handshake in which senders of
 * CloudEvents ask for permission (HTTP 1.1 Web Hooks for Event Delivery §4).
 */

import * as v from 'valibot';
import { checkCount } from '../http/batch.ts';
import { bodyMediaType, decodeBody, parseJson, readOctets } from '../http/body.ts';
import { HEADERS } from '../http/headers.ts';
import { preflight } from '../http/methods.ts';
import * as parameter from '../http/parameters.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answerOnce, JSON_TYPE } from '../http/response.ts';
import { parameterFault, readValue } from '../http/schema.ts';
import { fault, RequestError } from '../problem.ts';
import { Policy } from '../webhooks/policy.ts';
import { type Message, rejectionReason, TOLERANCE_SECONDS } from '../webhooks/signature.ts';
import { judgeFor } from './validate.ts';

/** The most octets of a message. */
export const LARGEST_MESSAGE = 1024 * 1024;
/** The messages a minute that a sender of CloudEvents may send. */
const ALLOWED_RATE = 120;

const EVENT_SHAPE = 'A message is an object with `type` and `data`, and `data` has `url` or `urls`.';
const Event = v.looseObject(
  {
    type: v.string('must be a string'),
    data: v.pipe(
      v.object(
        {
          url: v.exactOptional(parameter.url),
          urls: v.exactOptional(v.array(parameter.url, 'must be a list of strings')),
          policy: v.exactOptional(Policy),
        },
        'must be an object',
      ),
      v.check(({ url, urls }) => (url === undefined) !== (urls === undefined), 'must have either `url` or `urls`'),
    ),
  },
  EVENT_SHAPE,
);

export const hooks: Route = {
  async POST(context) {
    const message = await readMessage(context);
    const { type, data } = readEvent(message.body);
    const { url, urls = url === undefined ? [] : [url], policy = {} } = data;
    checkCount(urls);
    context.notes.urls = urls.length;
    const judge = await judgeFor(context);
    const verdicts = await Promise.all(urls.map((url) => judge(url, policy)));
    return answerOnce(JSON_TYPE, `${JSON.stringify({ id: message.id, type, verdicts })}\n`);
  },

  OPTIONS(context) {
    const origin = context.request.headers.get('WebHook-Request-Origin');
    if (origin === null || !/^[\x21-\x7e]{1,255}$/.test(origin)) return preflight(hooks);
    if (context.environment.webhookSecrets.length === 0) throw disabled();
    const rate = context.request.headers.get('WebHook-Request-Rate') ?? '';
    const headers = {
      ...HEADERS,
      Allow: 'POST, OPTIONS',
      'WebHook-Allowed-Origin': origin,
      'WebHook-Allowed-Rate': String(/^[1-9]\d*$/.test(rate) ? Math.min(Number(rate), ALLOWED_RATE) : ALLOWED_RATE),
    };
    return new Response(null, { headers });
  },
};

/** Reads the message of a request and checks its signature. */
async function readMessage({ environment, request }: RequestContext): Promise<Message> {
  const { webhookSecrets } = environment;
  if (webhookSecrets.length === 0) throw disabled();
  bodyMediaType(request, [JSON_TYPE]);
  const id = headerOf(request, 'webhook-id', /^[\x21-\x7e]{1,255}$/);
  const timestamp = headerOf(request, 'webhook-timestamp', /^\d{1,12}$/);
  const signatures = headerOf(request, 'webhook-signature', /^[\x20-\x7e]{1,4096}$/);
  const message = { id, timestamp, signatures, body: await readOctets(request, LARGEST_MESSAGE) };
  const reason = await rejectionReason(message, webhookSecrets, Date.now());
  if (reason !== null) throw new RequestError('signature-refused', [fault(`webhook-${reason}`, REJECTIONS[reason])]);
  return message;
}

const REJECTIONS = {
  timestamp: `The clocks of sender and receiver may be ${TOLERANCE_SECONDS} seconds apart. The message is older, or newer.`,
  signature: 'No `v1` signature of the message was made with a secret that is known here.',
} as const;

function headerOf(request: Request, name: string, pattern: RegExp): string {
  const value = request.headers.get(name);
  if (value !== null && pattern.test(value)) return value;
  const code = value === null ? 'parameter-missing' : 'parameter-invalid';
  const message = `The header \`${name}\` is ${value === null ? 'missing' : 'not as Standard Webhooks has it'}.`;
  throw new RequestError('invalid-parameter', [parameterFault(code, name, message)]);
}

function readEvent(body: Uint8Array): v.InferOutput<typeof Event> {
  return readValue(Event, parseJson(decodeBody(body), 'invalid-body'), 'invalid-body');
}

function disabled(): RequestError {
  const message = 'The operator switches this on with the secret `WEBHOOK_SECRETS`: `whsec_` and base64.';
  return new RequestError('hooks-disabled', [fault('hooks-disabled', message)]);
}
