/**
 * Validation of webhook targets, and the receiver of webhooks: their operations, and the values of these.
 */

import { MAX_LENGTH } from '../../src/index.ts';
import { CHECK_IDS } from '../../src/webhooks/checks.ts';
import { DEFAULT_LENGTH, DEFAULT_SCHEMES, type PolicyOptions } from '../../src/webhooks/policy.ts';
import { BOOLEANS } from '../http/parameters.ts';
import { failures, json, lines, ok, type Paths, parameter } from './operation.ts';
import { boolean, integer, list, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const port = integer('A port.', { minimum: 1, maximum: 65_535 });
const host = string('A host; `*.example.com` stands for everything below it.');
const filled = { minItems: 1 };
const length = { minimum: 1, maximum: MAX_LENGTH };

/** What may stand in a policy, and what holds where it does not. */
const policy: Readonly<Record<keyof PolicyOptions, Schema>> = {
  schemes: { ...list(string('A scheme.'), 'Schemes that are allowed.'), ...filled, default: DEFAULT_SCHEMES },
  ports: {
    ...list(port, 'Ports that are allowed; unless given, the scheme’s own and every user port that is not denied.'),
    ...filled,
  },
  allowCredentials: { ...boolean('Whether there may be a user name and a password.'), default: false },
  allowFragment: { ...boolean('Whether there may be a fragment.'), default: false },
  requireDns: { ...boolean('Whether the name is looked up, and all its addresses must be public.'), default: true },
  allowHosts: { ...list(host, 'The only hosts that are allowed.'), ...filled },
  denyHosts: list(host, 'Hosts that are not.'),
  maxLength: { ...integer('Characters of the canonical URL.', length), default: DEFAULT_LENGTH },
};

export const webhookSchemas: Readonly<Record<string, Schema>> = {
  Policy: { ...object(policy, 'What is asked of a URL; what is not given has its default.'), required: [] },
  Check: object({
    id: oneOf(CHECK_IDS, 'What was looked at.'),
    pass: nullable(boolean('Whether it is as it should be; null where there was nothing to look at.')),
    severity: oneOf(['error', 'warning'], 'A warning leaves the URL valid.'),
    detail: string('What was seen.'),
    advice: nullable(string('What to do; null where all is well.')),
  }),
  Verdict: object({
    valid: boolean('Whether no check failed but for warnings.'),
    url: string('As it was given.'),
    canonical: nullable(ref('Canonical')),
    checks: list(ref('Check'), 'Every check, always in this order.'),
  }),
  ValidationItem: {
    description: 'A URL, alone or with a policy of its own, whose members go before those of the query.',
    anyOf: [string('The URL.'), ref('Validation')],
  },
  Validation: { ...object({ url: string('The URL.'), policy: ref('Policy') }), required: ['url'] },
  WebhookEvent: {
    type: 'object',
    properties: {
      type: string('The type of the event.'),
      data: {
        type: 'object',
        properties: {
          url: string('The URL to judge.'),
          urls: list(string('A URL to judge.'), 'Up to 1,000, in place of `url`.'),
          policy: ref('Policy'),
        },
        oneOf: [{ required: ['url'] }, { required: ['urls'] }],
      },
    },
    required: ['type', 'data'],
  },
  WebhookReply: object({
    id: string('Of the message.'),
    type: string('Of the message.'),
    verdicts: list(ref('Verdict'), 'One for each URL.'),
  }),
};

const words = 'Commas between them.';
const flag = (name: keyof typeof policy) =>
  parameter(name, false, { ...oneOf(BOOLEANS, String(policy[name].description)) });

const policyParameters = [
  parameter('schemes', false, string(`${policy.schemes.description} ${words}`), 'https,http'),
  parameter('ports', false, string(`${policy.ports.description} ${words}`), '443,8443'),
  flag('allowCredentials'),
  flag('allowFragment'),
  flag('requireDns'),
  parameter('allowHosts', false, string(`${policy.allowHosts.description} ${words}`)),
  parameter('denyHosts', false, string(`${policy.denyHosts.description} ${words}`)),
  parameter('maxLength', false, policy.maxLength),
];

const VALIDATION = { url: 'https://hooks.example.com:8443/in', policy: { ports: [443, 8443] } };
const EVENT = { type: 'endpoint.created', data: { url: 'https://hooks.example.com/in' } };

const header = (name: string, required: boolean, description: string, example?: string) =>
  parameter(name, required, string(description), example, 'header');

export const webhookPaths: Paths = {
  '/v1/validate': {
    get: {
      operationId: 'validate',
      summary: 'Whether a URL may be called back',
      description: 'A URL that may not is a 200 as well: the verdict says why.',
      parameters: [parameter('url', true, string('The URL.'), 'https://hooks.example.com/in'), ...policyParameters],
      responses: { '200': ok('The verdict.', json(ref('Verdict'))), ...failures('invalid-parameter', 'rate-limited') },
    },
    post: {
      operationId: 'validateMany',
      summary: 'Whether each of many URLs may be called back',
      description:
        'An object is answered with a verdict, an array of up to 1,000 with an array, lines (NDJSON) with lines. The ' +
        'parameters hold for each item whose policy does not say otherwise.',
      parameters: policyParameters,
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
      summary: 'Receive a signed message with URLs to judge',
      description: 'Standard Webhooks 1.0. Nothing is kept: a message that comes again is answered as the first time.',
      parameters: [
        header('webhook-id', true, 'The identifier of the message.', 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W'),
        header('webhook-timestamp', true, 'Seconds since 1970, at most 300 from now.', '1674087231'),
        header(
          'webhook-signature',
          true,
          '`v1,` and the base64 of HMAC-SHA256; several with blanks between them.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: { required: true, content: json(ref('WebhookEvent'), EVENT) },
      responses: {
        '200': ok('The verdicts.', json(ref('WebhookReply'))),
        ...failures(
          ...(['invalid-parameter', 'invalid-body', 'signature-refused', 'body-too-large'] as const),
          ...(['unsupported-media-type', 'rate-limited', 'hooks-disabled'] as const),
        ),
      },
    },
    options: {
      operationId: 'greetWebhookSender',
      summary: 'The handshake of CloudEvents',
      description: 'HTTP 1.1 Web Hooks for Event Delivery, §4. Without the header, the answer to any OPTIONS.',
      parameters: [
        header('WebHook-Request-Origin', false, 'Who wants to send.'),
        header('WebHook-Request-Rate', false, 'Messages a minute.'),
      ],
      responses: {
        '200': { description: 'Messages are welcome: `WebHook-Allowed-Origin` and `WebHook-Allowed-Rate`.' },
        '204': { description: 'The methods of this address.' },
        ...failures('hooks-disabled'),
      },
    },
  },
};
