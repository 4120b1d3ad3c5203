/** Webhook validation and the webhook receiver: their operations, and the schemas of their bodies. */

import { CHALLENGE_OUTCOMES, CHALLENGE_STEPS } from '../../../src/webhooks/challenge.ts';
import { CHECK_IDS, UNDETERMINED } from '../../../src/webhooks/checks.ts';
import { Validate, ValidateItem, ValidateMany, ValidateOne } from '../../routes/schemas.ts';
import { CloudEvent, WebhookData, WebhookEvent } from '../../webhooks/event.ts';
import { Policy } from '../../webhooks/policy.ts';
import { Sender } from '../../webhooks/sender.ts';
import { json, lines, ok, operation, operationParameters, parameter } from './operation.ts';
import * as s from './schema.ts';

export const webhookSchemas = {
  ...s.derived({
    Policy,
    Sender,
    Validation: ValidateItem,
    ChallengedValidation: ValidateOne,
    WebhookData,
    WebhookEvent,
    CloudEvent,
  }),
  Check: s.object({
    id: s.oneOf(CHECK_IDS, 'The name of the check.'),
    pass: s.nullable(
      s.boolean(
        'Whether the URL passes; null if the check does not apply, or if `undetermined` says why it has no result.',
      ),
    ),
    undetermined: s.nullable(
      s.oneOf(
        UNDETERMINED,
        'Why there is no result although the check applies: the DNS resolver failed, or did not answer in time, the ' +
          'request had no lookups left, or this service looks up no names. Ask again; the URL may well be valid.',
      ),
    ),
    severity: s.oneOf(['error', 'warning'], 'A failed check with `warning` leaves the URL valid.'),
    detail: 'What the check found.',
    advice: s.nullable('What to do; null if there is nothing to do.'),
  }),
  Verdict: s.object({
    failed: s.list(
      s.oneOf(CHECK_IDS, 'The name of a check.'),
      'The checks that fail. A warning is among them, too, and leaves the URL valid.',
    ),
    unknown: s.list(s.oneOf(CHECK_IDS, 'The name of a check.'), 'The checks that are undetermined.'),
    valid: s.nullable(
      s.boolean(
        'False if a check fails, apart from warnings. Null if none fails but one is undetermined: it is not known ' +
          'whether the URL may be called back.',
      ),
    ),
    input: 'The URL as it was sent.',
    canonical: s.nullable(s.ref('Canonical')),
    checks: s.list(s.ref('Check'), 'Every check, always in this order.'),
    addresses: s.nullable(
      s.listOf(
        'The addresses that were judged. Connect to one of these: DNS may answer differently a second later. Null if ' +
          'they are not known.',
        {
          address: 'An IPv4 or IPv6 address, without brackets.',
          ttl: s.nullable(s.count('How long DNS allows to keep it, in seconds; null for the address in a URL.')),
        },
      ),
    ),
    challenge: s.nullable(s.ref('Challenge')),
    checkedAt: s.time('When the addresses were looked up, or else when the URL was judged.'),
  }),
  Challenge: s.object({
    wanted: s.nullable(
      s.boolean(
        'Whether the endpoint wants to be called. Null = it is not known: the endpoint did not answer, or may give its ' +
          'permission at the callback.',
      ),
    ),
    allowedRate: s.nullable(s.count('The messages a minute that it allows; null if it names no limit.')),
    steps: s.listOf('The requests that were sent, at most two.', {
      step: s.oneOf(CHALLENGE_STEPS, 'The handshake of CloudEvents, or the echo with a signature.'),
      status: s.nullable(s.count('The status of the answer; null if there was none.')),
      outcome: s.oneOf(
        CHALLENGE_OUTCOMES,
        '`granted`: it wants to be called. `refused`: it allows another sender only. `pending`: it may call the callback. ' +
          '`no-agreement`: an answer that agrees to nothing. `failed`: no answer.',
      ),
      detail: 'A sentence about it.',
    }),
  }),
  ValidationItem: {
    description: 'A URL, or an object with a policy, whose members override those of the query.',
    anyOf: [s.string('The URL.'), s.ref('Validation')],
  },
  WebhookReply: s.object({
    id: 'The identifier of the message.',
    type: 'The type of the message.',
    verdicts: s.list(s.ref('Verdict'), 'One for each URL.'),
  }),
};

const VALIDATION = { url: 'https://hooks.example.com:8443/in', policy: { ports: [443, 8443] } };
const EVENT = { type: 'endpoint.created', data: { url: 'https://hooks.example.com/in' } };
const CLOUD_EVENT = { specversion: '1.0', id: '1', source: '/endpoints', ...EVENT };

const answer = { anyOf: [s.ref('Verdict'), s.ref('Problem')] };

const header = (name: string, description: string, example?: string) =>
  parameter(name, false, s.string(description), example, 'header');

export const webhookOperations = {
  validate: operation('GET /v1/validate', 'Validate a webhook URL', {
    description:
      'The status is 200 for every URL, valid or not. `failed` names the checks that fail; ask for it alone with `fields=failed`.',
    parameters: operationParameters(Validate),
    answers: { 200: ok('The verdict.', json(s.ref('Verdict'))) },
    problems: ['invalid-parameter', 'rate-limited'],
  }),
  validateMany: operation('POST /v1/validate', 'Validate many webhook URLs', {
    description:
      'Send one item to get a verdict, an array of up to 1,000 items to get an array, or lines (NDJSON) to get lines. ' +
      'An object may have `challenge`: a valid URL is then asked whether it wants to be called, in at most two requests. ' +
      'This needs a token of `LINK_TOKENS`, and has a limit for each server. ' +
      'The policy of an item overrides the parameters. The platform limits the DNS lookups of a request (setting ' +
      '`SUBREQUESTS`). A URL beyond the limit is undetermined, with the reason `lookup-limit`.',
    parameters: operationParameters(ValidateMany),
    body: {
      ...json(
        {
          anyOf: [s.string('The URL.'), s.ref('ChallengedValidation'), s.list(s.ref('ValidationItem'), 'Up to 1,000.')],
        },
        VALIDATION,
      ),
      ...lines(s.ref('ValidationItem'), ['https://hooks.example.com/in', VALIDATION]),
    },
    answers: {
      200: ok('One verdict for each item.', {
        ...json({ anyOf: [s.ref('Verdict'), s.list(answer, 'In the order of the items.')] }),
        ...lines(answer),
      }),
    },
    problems: ['invalid-parameter', 'token-required', 'challenges-disabled', 'rate-limited'],
    tokenIsOptional: true,
  }),
  receiveWebhook: operation('POST /hooks', 'Receive a signed webhook', {
    description:
      'Standard Webhooks 1.0. The headers may also be called `svix-id`, `svix-timestamp` and `svix-signature`. Nothing ' +
      'is stored, so a repeated message is checked again.',
    parameters: [
      header('webhook-id', 'The identifier of the message.', 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'),
      header('webhook-timestamp', 'Seconds since 1970, at most 300 from now.', '1674087231'),
      header(
        'webhook-signature',
        '`v1,` and the base64 of HMAC-SHA256. Separate several with spaces.',
        'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      ),
    ],
    body: {
      ...json(s.ref('WebhookEvent'), EVENT),
      'application/cloudevents+json': { schema: s.ref('CloudEvent'), example: CLOUD_EVENT },
    },
    answers: { 200: ok('The verdicts.', json(s.ref('WebhookReply'))) },
    problems: ['invalid-parameter', 'signature-refused', 'rate-limited', 'hooks-disabled'],
  }),
  webhookHandshake: operation('OPTIONS /hooks', 'Answer the CloudEvents handshake', {
    description: 'HTTP 1.1 Web Hooks for Event Delivery, §4. Without the header, the answer is that of every OPTIONS.',
    parameters: [
      header('WebHook-Request-Origin', 'The sender that asks for permission.'),
      header('WebHook-Request-Rate', 'Messages a minute.'),
    ],
    answers: {
      200: 'The sender may send messages: see `WebHook-Allowed-Origin` and `WebHook-Allowed-Rate`.',
      204: 'The methods of this address.',
    },
    problems: ['hooks-disabled'],
  }),
};
