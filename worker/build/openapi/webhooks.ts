/** Webhook validation and the webhook receiver: their operations, and the schemas of their bodies. */
import { CHECK_IDS, UNDETERMINED } from '../../../src/webhooks/checks.ts';
import { Validate, ValidateItem, ValidateMany } from '../../routes/schemas.ts';
import { CloudEvent, WebhookData, WebhookEvent } from '../../webhooks/event.ts';
import { Policy } from '../../webhooks/policy.ts';
import { failures, json, lines, ok, type Paths, parameter, parametersOf } from './operation.ts';
import { boolean, derived, integer, list, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

export const webhookSchemas: Readonly<Record<string, Schema>> = {
  ...derived({ Policy, Validation: ValidateItem, WebhookData, WebhookEvent, CloudEvent }),
  Check: object({
    id: oneOf(CHECK_IDS, 'The name of the check.'),
    pass: nullable(
      boolean(
        'Whether the URL passes; null if the check does not apply, or if `undetermined` says why it has no result.',
      ),
    ),
    undetermined: nullable(
      oneOf(
        UNDETERMINED,
        'Why there is no result although the check applies: the DNS resolver failed, or did not answer in time, the ' +
          'request had no lookups left, or this service looks up no names. Ask again; the URL may well be valid.',
      ),
    ),
    severity: oneOf(['error', 'warning'], 'A failed check with `warning` leaves the URL valid.'),
    detail: string('What the check found.'),
    advice: nullable(string('What to do; null if there is nothing to do.')),
  }),
  Verdict: object({
    valid: nullable(
      boolean(
        'False if a check fails, apart from warnings. Null if none fails but one is undetermined: it is not known ' +
          'whether the URL may be called back.',
      ),
    ),
    url: string('The URL as it was sent.'),
    canonical: nullable(ref('Canonical')),
    checks: list(ref('Check'), 'Every check, always in this order.'),
    addresses: nullable(
      list(
        object({
          address: string('An IPv4 or IPv6 address, without brackets.'),
          ttl: nullable(
            integer('How long DNS allows to keep it, in seconds; null for the address in a URL.', { minimum: 0 }),
          ),
        }),
        'The addresses that were judged. Connect to one of these: DNS may answer otherwise a second later. Null if ' +
          'they are not known.',
      ),
    ),
    checkedAt: {
      ...string('When the addresses were looked up, or else when the URL was judged.'),
      format: 'date-time',
    },
  }),
  ValidationItem: {
    description: 'A URL, or an object with a policy, whose members override those of the query.',
    anyOf: [string('The URL.'), ref('Validation')],
  },
  WebhookReply: object({
    id: string('The identifier of the message.'),
    type: string('The type of the message.'),
    verdicts: list(ref('Verdict'), 'One for each URL.'),
  }),
};

const VALIDATION = { url: 'https://hooks.example.com:8443/in', policy: { ports: [443, 8443] } };
const EVENT = { type: 'endpoint.created', data: { url: 'https://hooks.example.com/in' } };

const CLOUD_EVENT = { specversion: '1.0', id: '1', source: '/endpoints', ...EVENT };

const header = (name: string, required: boolean, description: string, example?: string) =>
  parameter(name, required, string(description), example, 'header');

export const webhookPaths: Paths = {
  '/v1/validate': {
    get: {
      operationId: 'validate',
      summary: 'Validate a webhook URL',
      description: 'The status is 200 for every URL, valid or not. The verdict says which checks failed.',
      parameters: parametersOf(Validate),
      responses: { '200': ok('The verdict.', json(ref('Verdict'))), ...failures('invalid-parameter', 'rate-limited') },
    },
    post: {
      operationId: 'validateMany',
      summary: 'Validate many webhook URLs',
      description:
        'Send an object to get a verdict, an array of up to 1,000 items to get an array, or lines (NDJSON) to get lines. ' +
        'The policy of an item overrides the parameters. The platform limits the DNS lookups of a request (setting ' +
        '`SUBREQUESTS`). A URL beyond the limit is undetermined, with the reason `lookup-limit`.',
      parameters: parametersOf(ValidateMany),
      requestBody: {
        required: true,
        content: {
          ...json({ anyOf: [ref('Validation'), list(ref('ValidationItem'), 'Up to 1,000.')] }, VALIDATION),
          ...lines(ref('ValidationItem'), ['https://hooks.example.com/in', VALIDATION]),
        },
      },
      responses: {
        '200': ok('One verdict for each item.', {
          ...json({
            anyOf: [ref('Verdict'), list({ anyOf: [ref('Verdict'), ref('Problem')] }, 'In the order of the items.')],
          }),
          ...lines({ anyOf: [ref('Verdict'), ref('Problem')] }),
        }),
        ...failures(
          ...([
            'invalid-parameter',
            'invalid-body',
            'body-too-large',
            'unsupported-media-type',
            'rate-limited',
          ] as const),
        ),
      },
    },
  },
  '/hooks': {
    post: {
      operationId: 'receiveWebhook',
      summary: 'Receive a signed webhook',
      description:
        'Standard Webhooks 1.0. The headers may also be called `svix-id`, `svix-timestamp` and `svix-signature`. Nothing ' +
        'is stored, so a repeated message is checked again.',
      parameters: [
        header('webhook-id', false, 'The identifier of the message.', 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'),
        header('webhook-timestamp', false, 'Seconds since 1970, at most 300 from now.', '1674087231'),
        header(
          'webhook-signature',
          false,
          '`v1,` and the base64 of HMAC-SHA256. Separate several with blanks.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: {
        required: true,
        content: {
          ...json(ref('WebhookEvent'), EVENT),
          'application/cloudevents+json': { schema: ref('CloudEvent'), example: CLOUD_EVENT },
        },
      },
      responses: {
        '200': ok('The verdicts.', json(ref('WebhookReply'))),
        ...failures(
          ...(['invalid-parameter', 'invalid-body', 'signature-refused', 'body-too-large'] as const),
          ...(['unsupported-media-type', 'rate-limited', 'hooks-disabled'] as const),
        ),
      },
    },
    options: {
      operationId: 'webhookHandshake',
      summary: 'Answer the CloudEvents handshake',
      description:
        'HTTP 1.1 Web Hooks for Event Delivery, §4. Without the header, the answer is that of every OPTIONS.',
      parameters: [
        header('WebHook-Request-Origin', false, 'The sender that asks for permission.'),
        header('WebHook-Request-Rate', false, 'Messages a minute.'),
      ],
      responses: {
        '200': {
          description: 'The sender may send messages: see `WebHook-Allowed-Origin` and `WebHook-Allowed-Rate`.',
        },
        '204': { description: 'The methods of this address.' },
        ...failures('hooks-disabled'),
      },
    },
  },
};
