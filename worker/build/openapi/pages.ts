/** The pages for people, and the descriptions of the service. */
import { FORM_TYPE } from '../../http/headers.ts';
import { topics } from '../../pages/docs/topics.ts';
import { Health, Inspect, InspectWebhook } from '../../routes/schemas.ts';
import {
  html,
  json,
  notModified,
  ok,
  operation,
  operationParameters,
  parameter,
  text,
  textContent,
} from './operation.ts';
import * as s from './schema.ts';

/** The pages of the documentation, except its overview. */
const TOPICS = [...topics.keys()];

const page = { 200: ok('A page.', html), ...notModified };

export const pageOperations = {
  index: operation('GET /', 'List the addresses of this service', {
    description: 'With `Accept: text/html`, as browsers send it, the page that explains URLs.',
    answers: { 200: ok('A text, or the page.', { ...text, ...html }), ...notModified },
  }),
  inspect: operation('GET /inspect', 'Explain a URL on a page', {
    parameters: operationParameters(Inspect),
    answers: {
      200: ok('A page, also for a URL that is invalid.', html),
      303: 'A redirect to the page for lists, for a text with links.',
      ...notModified,
    },
    problems: ['invalid-parameter'],
  }),
  lists: operation('GET /check', 'List the links of a text on a page', {
    description: 'The page reads files and long texts in the browser, and checks their links when asked to.',
    parameters: operationParameters(Inspect),
    answers: { 200: ok('A page.', html), ...notModified },
    problems: ['invalid-parameter'],
  }),
  inspectWebhook: operation('GET /inspect/webhook', 'Check a webhook URL on a page', {
    description: 'The verdict of `/v1/validate` in words, what failed first. Without `url`, the form.',
    parameters: operationParameters(InspectWebhook),
    answers: { 200: ok('A page, also for a URL that is invalid.', html), ...notModified },
    problems: ['invalid-parameter', 'rate-limited'],
  }),
  submitWebhook: operation('POST /inspect/webhook', 'Submit the form for a webhook URL', {
    description: 'The page of the verdict. In a body, a URL with a password stays out of the history and of logs.',
    body: { [FORM_TYPE]: { schema: s.object({ url: 'The URL.' }), example: { url: 'https://0x7f.1/admin' } } },
    answers: { 200: ok('A page, also for a URL that is invalid.', html) },
    problems: ['invalid-parameter', 'body-too-large', 'unsupported-media-type', 'rate-limited'],
  }),
  docs: operation('GET /docs', 'Read the documentation', { answers: page }),
  docsTopic: operation('GET /docs/{topic}', 'Read one document', {
    parameters: [parameter('topic', true, s.oneOf(TOPICS, 'The name of its document.'), 'urls', 'path')],
    answers: page,
    problems: ['not-found'],
  }),
  llms: operation('GET /llms.txt', 'Get the description for language models', {
    answers: {
      200: ok('A text in Markdown, as llmstxt.org defines it.', textContent('text/markdown')),
      ...notModified,
    },
  }),
  opensearch: operation('GET /opensearch.xml', 'Get the OpenSearch description', {
    answers: { 200: ok('OpenSearch 1.1.', textContent('application/opensearchdescription+xml')), ...notModified },
  }),
  description: operation('GET /openapi.json', 'Get the OpenAPI description', {
    answers: { 200: ok('OpenAPI 3.1.', json({ type: 'object' })), ...notModified },
  }),
  problems: operation('GET /problems', 'Explain every problem and diagnostic', {
    answers: { 200: ok('A section for each code, as a page or as text.', { ...text, ...html }), ...notModified },
  }),
  health: operation('GET /health', 'Check the status and version', {
    parameters: operationParameters(Health),
    answers: { 200: ok('The service works.', json(s.ref('Health'))) },
    problems: ['invalid-parameter', 'not-ready'],
  }),
  metrics: operation('GET /metrics', 'Read what this process has answered, for Prometheus', {
    answers: { 200: ok('Metrics in the text format of Prometheus 0.0.4.', text) },
    problems: ['token-required', 'not-found'],
  }),
  owners: operation('GET /owners', 'Read how to mend the links of a site', { answers: page }),
  ownLinks: operation('GET /links', 'Manage your short links in a browser', { answers: page }),
  privacy: operation('GET /privacy', 'Read the privacy policy', { answers: { 200: ok('A page.', html) } }),
  favicon: operation('GET /favicon.ico', 'Get the icon', {
    answers: { 200: ok('An icon.', textContent('image/x-icon')) },
  }),
  touchIcon: operation('GET /apple-touch-icon.png', 'Get the icon for home screens', {
    answers: { 200: ok('A PNG.', textContent('image/png')) },
  }),
  robots: operation('GET /robots.txt', 'Get robots.txt', { answers: { 200: ok('RFC 9309.', text), ...notModified } }),
  securityTxt: operation('GET /.well-known/security.txt', 'Get security.txt', {
    answers: { 200: ok('RFC 9116.', text) },
    problems: ['not-found'],
  }),
};
