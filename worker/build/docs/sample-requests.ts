/** The request of each operation that the samples of the documentation send, made from its examples. */
import { ORIGIN } from '../../pages/parts/assets.ts';
import { filled } from '../markdown.ts';
import type { Operation } from '../openapi/operation.ts';
import { type Language, languages, type SampleBody, type SampleRequest } from './samples.ts';

/** An operation with its method and path. */
export interface PathOperation {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The link that the samples of the gateways open. Tests put a server in the place of this host. */
export const SAMPLE_HOST = 'museum.example';

type Change = Partial<Pick<SampleRequest, 'query' | 'path' | 'prints'>>;

/** The differences of a sample from the examples of its operation. */
const changes: Readonly<Record<string, Change>> = {
  open: { query: { url: `gopher://${SAMPLE_HOST}/1/about`, format: 'json' }, prints: 'json' },
  openGatewayPath: { path: `/gopher/${SAMPLE_HOST}/1/about`, query: { format: 'json' }, prints: 'json' },
  followLink: { prints: 'location' },
  redirect: { prints: 'location' },
  redirectPath: { prints: 'location' },
  deleteLink: { prints: 'status' },
  webhookHandshake: { prints: 'status' },
};

/** Forms, which only pages of this service submit, and metrics, which Prometheus reads. */
const WITHOUT_SAMPLES: ReadonlySet<string> = new Set(['submit', 'submitGatewayPath', 'metrics']);

/** The request of the samples; `null` for an operation without samples. */
export function sampleRequestOf({ method, path, operation }: PathOperation): SampleRequest | null {
  const { operationId, parameters = [], security, responses } = operation;
  const answers = Object.keys((responses['200'] ?? responses['201'])?.content ?? {});
  // No sample can print a picture.
  const isPicture = answers[0]?.startsWith('image/') ?? false;
  if (WITHOUT_SAMPLES.has(operationId) || isPicture) return null;
  const required = parameters.filter(({ required }) => required);
  const address = required
    .filter((parameter) => parameter.in === 'path')
    .reduce((path, { name, example = '' }) => path.replace(`{${name}}`, encodeURIComponent(example)), path);
  const query = required.filter((parameter) => parameter.in === 'query');
  const [example] = examplesOf(operation);
  return {
    method,
    path: address,
    query: Object.fromEntries(query.map(({ name, example = '' }) => [name, example])),
    headers: example === undefined ? {} : { 'Content-Type': example.type },
    token: security !== undefined,
    body: example?.body ?? null,
    prints: answers[0] === 'application/json' ? 'json' : 'text',
    ...changes[operationId],
  };
}

/**
 * The code of the samples of an operation; `null` for one without samples.
 *
 * @param signed - Markdown with the code that sends a signed message, which needs more than a request
 */
export function samplesOf(entry: PathOperation, signed: string): Readonly<Record<Language, string>> | null {
  const request = sampleRequestOf(entry);
  if (request === null) return null;
  const { curl, javascript, python } = languages;
  if (entry.operation.operationId === 'receiveWebhook' && request.body !== null && 'json' in request.body) {
    const text = filled(signed, { origin: ORIGIN, body: JSON.stringify(request.body.json) });
    const code = (language: Language) => new RegExp(`^\`\`\`${language}\n(.*?)\n\`\`\``, 'ms').exec(text)?.[1] ?? '';
    return { curl: code('curl'), javascript: code('javascript'), python: code('python') };
  }
  return { curl: curl.write(request), javascript: javascript.write(request), python: python.write(request) };
}

/** An example of a body. */
export interface BodyExample {
  readonly type: string;
  readonly body: SampleBody;
}

/** The examples of the body of an operation, by media type. */
export const examplesOf = ({ requestBody }: Operation): readonly BodyExample[] =>
  Object.entries(requestBody?.content ?? {}).flatMap(([type, { example }]) => {
    if (example === undefined) return [];
    return [{ type, body: typeof example === 'string' ? { text: example } : { json: example } }];
  });

/** The first request of a newcomer, which needs nothing but curl, and its answer. A test runs it. */
export const firstRequest = {
  code: `curl -G ${ORIGIN}/v1/resolve -H 'Accept: text/plain' \\
  --data-urlencode 'url=<URL:GOPHER://Gopher.Micro.UMN.EDU:70/1>'`,
  answer: 'gopher://gopher.micro.umn.edu/',
} as const;
