/** The pages for people, and the descriptions of the service. */
import { isTopic, topics } from '../../pages/docs/topics.ts';
import { Inspect } from '../../routes/schemas.ts';
import { html, json, notModified, type OperationRows, ok, parameter, parametersOf, text, textOf } from './operation.ts';
import { oneOf, ref } from './schema.ts';

/** The pages of the documentation, except its overview. */
const TOPICS = Object.keys(topics).filter((name) => isTopic(name) && name !== 'overview');

const page = { 200: ok('A page.', html), ...notModified };

export const pageOperations: OperationRows = {
  index: {
    at: 'GET /',
    summary: 'List the addresses of this service',
    description: 'With `Accept: text/html`, as browsers send it, the page that explains URLs.',
    answers: { 200: ok('A text, or the page.', { ...text, ...html }), ...notModified },
  },
  inspect: {
    at: 'GET /inspect',
    summary: 'Explain a URL on a page',
    description: 'For a text, a table of the URLs in it whose schemes browsers forgot.',
    parameters: parametersOf(Inspect),
    answers: { 200: ok('A page, also for a URL that is invalid.', html), ...notModified },
    problems: ['invalid-parameter'],
  },
  docs: { at: 'GET /docs', summary: 'Read the documentation', answers: page },
  docsTopic: {
    at: 'GET /docs/{topic}',
    summary: 'Read the documentation of one task',
    parameters: [parameter('topic', true, oneOf(TOPICS, 'The task.'), 'resolve', 'path')],
    answers: page,
    problems: ['not-found'],
    failsWithPage: true,
  },
  llms: {
    at: 'GET /llms.txt',
    summary: 'Get the description for language models',
    answers: { 200: ok('A text in Markdown, as llmstxt.org defines it.', textOf('text/markdown')), ...notModified },
  },
  opensearch: {
    at: 'GET /opensearch.xml',
    summary: 'Get the OpenSearch description',
    answers: { 200: ok('OpenSearch 1.1.', textOf('application/opensearchdescription+xml')), ...notModified },
  },
  description: {
    at: 'GET /openapi.json',
    summary: 'Get the OpenAPI description',
    answers: { 200: ok('OpenAPI 3.1.', json({ type: 'object' })), ...notModified },
  },
  problems: {
    at: 'GET /problems',
    summary: 'Explain every problem and diagnostic',
    answers: { 200: ok('A section for each code, as a page or as text.', { ...text, ...html }), ...notModified },
  },
  health: {
    at: 'GET /health',
    summary: 'Check the status and version',
    answers: { 200: ok('The service works.', json(ref('Health'))) },
  },
  metrics: {
    at: 'GET /metrics',
    summary: 'Read what this process has answered, for Prometheus',
    answers: { 200: ok('Metrics in the text format of Prometheus 0.0.4.', text) },
    problems: ['token-required', 'not-found'],
  },
  owners: { at: 'GET /owners', summary: 'Read how to mend the links of a site', answers: page },
  ownLinks: { at: 'GET /links', summary: 'Manage your short links in a browser', answers: page },
  privacy: { at: 'GET /privacy', summary: 'Read the privacy policy', answers: { 200: ok('A page.', html) } },
  favicon: {
    at: 'GET /favicon.ico',
    summary: 'Get the icon',
    answers: { 200: ok('An icon.', textOf('image/x-icon')) },
  },
  touchIcon: {
    at: 'GET /apple-touch-icon.png',
    summary: 'Get the icon for home screens',
    answers: { 200: ok('A PNG.', textOf('image/png')) },
  },
  robots: {
    at: 'GET /robots.txt',
    summary: 'Get robots.txt',
    answers: { 200: ok('RFC 9309.', text), ...notModified },
  },
  securityTxt: {
    at: 'GET /.well-known/security.txt',
    summary: 'Get security.txt',
    answers: { 200: ok('RFC 9116.', text) },
    problems: ['not-found'],
  },
};
