/**
 * The samples of the documentation: the request of each operation, made from its examples, and its code in each
 * language. Tests run all of it.
 */
import { shellQuoted } from '../../../src/schemes/sentence-parts.ts';
import { ORIGIN } from '../../pages/parts/origin.ts';
import { filled } from '../markdown.ts';
import type { Operation } from '../openapi/operation.ts';
import type { CatalogueEntry } from './catalogue.ts';

export interface SampleRequest {
  /** In upper case. */
  readonly method: string;
  /** With its values filled in, such as `/v1/links/yadkkg582q`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the request needs a token. */
  readonly token: boolean;
  /** A text, or a value that is sent as JSON. Absent = no body. */
  readonly body?: unknown;
  /** What the sample prints: the body, the target of a redirect, or only the status. */
  readonly prints: 'json' | 'text' | 'location' | 'status';
}

/** The languages, with the function that writes the code of a request. */
export const languages = {
  curl: { title: 'curl', write: curl },
  javascript: { title: 'JavaScript', write: javascript },
  python: { title: 'Python', write: python },
} as const;

export type SampleLanguage = keyof typeof languages;

/** Longer values of JSON are written on several lines. */
const LONGEST_LINE = 56;

function sampleJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length > LONGEST_LINE ? JSON.stringify(value, null, 2) : line;
}

/** Every line but the first with blanks before it. */
const indentedLines = (text: string, blanks: string): string => text.replaceAll('\n', `\n${blanks}`);

function curl({ method, path, query, headers, token, body, prints }: SampleRequest): string {
  const parameters = Object.entries(query);
  const options = [
    ...(prints === 'location' ? [String.raw`-s -o /dev/null -w '%{redirect_url}\n'`] : []),
    ...(prints === 'status' ? [String.raw`-s -o /dev/null -w '%{http_code}\n'`] : []),
    ...(method === 'GET' || (method === 'POST' && body !== undefined) ? [] : [`-X ${method}`]),
    ...(token ? ['-H "Authorization: Bearer $WAYPOST_TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${shellQuoted(typeof body === 'string' ? body : sampleJson(body))}`]),
    ...parameters.map(([name, value]) => `--data-urlencode ${shellQuoted(`${name}=${value}`)}`),
  ];
  return [`curl ${parameters.length > 0 ? '-G ' : ''}${ORIGIN}${path}`, ...options].join(' \\\n  ');
}

/** A text as a literal of JavaScript. */
const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`).replaceAll('\n', String.raw`\n`)}'`;

function javascript({ method, path, query, headers, token, body, prints }: SampleRequest): string {
  const parameters = Object.entries(query);
  const fields = [
    ...(token ? [['Authorization', "'Bearer ' + process.env.WAYPOST_TOKEN"] as const] : []),
    ...Object.entries(headers).map(([name, value]) => [name, quoted(value)] as const),
  ].map(([name, value]) => `    ${/^\w+$/.test(name) ? name : quoted(name)}: ${value},`);
  const data = () =>
    typeof body === 'string' ? quoted(body) : `JSON.stringify(${indentedLines(sampleJson(body), '  ')})`;
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(prints === 'location' ? [`redirect: 'manual',`] : []),
    ...(fields.length === 0 ? [] : [`headers: {\n${fields.join('\n')}\n  },`]),
    ...(body === undefined ? [] : [`body: ${data()},`]),
  ].map((option) => `  ${option}`);
  const address = parameters.length === 0 ? quoted(`${ORIGIN}${path}`) : 'url';
  return [
    ...(parameters.length === 0 ? [] : [`const url = new URL(${quoted(`${ORIGIN}${path}`)});`]),
    ...parameters.map(([name, value]) => `url.searchParams.set(${quoted(name)}, ${quoted(value)});`),
    `const response = await fetch(${address}${options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`});`,
    {
      json: 'console.log(await response.json());',
      text: 'console.log(await response.text());',
      location: `console.log(response.headers.get('Location'));`,
      status: 'console.log(response.status);',
    }[prints],
  ].join('\n');
}

/** A text as a literal of Python; its escapes are those of JSON. */
const pythonText = (text: string): string => JSON.stringify(text);

/** A value of JSON as a literal of Python. */
function pythonValue(value: unknown): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  // Outside of strings, these words are the only difference. A string is matched first, and kept.
  return sampleJson(value).replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => words[token] ?? token);
}

/** Python follows redirects by itself, unless a handler says no. */
const NO_REDIRECT = `class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments):
        return None

opener = urllib.request.build_opener(NoRedirect)
try:
    opener.open(ADDRESS)
except urllib.error.HTTPError as redirect:
    print(redirect.headers["Location"])`;

function python({ method, path, query, headers, token, body, prints }: SampleRequest): string {
  const parameters = Object.entries(query);
  const address = `${pythonText(`${ORIGIN}${path}${parameters.length === 0 ? '' : '?'}`)}${parameters.length === 0 ? '' : ' + query'}`;
  const fields = [
    ...(token ? ['        "Authorization": "Bearer " + os.environ["WAYPOST_TOKEN"],'] : []),
    ...Object.entries(headers).map(([name, value]) => `        ${pythonText(name)}: ${pythonText(value)},`),
  ];
  const data = () =>
    typeof body === 'string' ? pythonText(body) : `json.dumps(${indentedLines(pythonValue(body), '    ')})`;
  const plain = method === 'GET' && fields.length === 0;
  const modules = [
    ...(typeof body === 'object' || prints === 'json' ? ['json'] : []),
    ...(token ? ['os'] : []),
    ...(prints === 'location' ? ['urllib.error'] : []),
    ...(parameters.length > 0 ? ['urllib.parse'] : []),
    'urllib.request',
  ];
  const options = [
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(fields.length === 0 ? [] : [`    headers={\n${fields.join('\n')}\n    },`]),
    ...(body === undefined ? [] : [`    data=${data()}.encode(),`]),
  ];
  const values = parameters.map(([name, value]) => `    ${pythonText(name)}: ${pythonText(value)},`);
  const print = {
    json: 'json.load(response)',
    text: 'response.read().decode()',
    status: 'response.status',
    location: '',
  }[prints];
  return [
    `import ${modules.join(', ')}`,
    '',
    ...(values.length === 0 ? [] : [`query = urllib.parse.urlencode({\n${values.join('\n')}\n})`]),
    ...(plain ? [] : [`request = urllib.request.Request(\n    ${address},\n${options.join('\n')}\n)`]),
    prints === 'location'
      ? NO_REDIRECT.replace('ADDRESS', () => (plain ? address : 'request'))
      : `with urllib.request.urlopen(${plain ? address : 'request'}) as response:\n    print(${print})`,
  ].join('\n');
}

/** The link that the samples of the gateways open. Tests put a server in the place of this host. */
export const SAMPLE_HOST = 'museum.example';

/** The differences of a sample from the examples of its operation. */
const changes: Readonly<Record<string, Partial<SampleRequest>>> = {
  open: { query: { url: `gopher://${SAMPLE_HOST}/1/about`, format: 'json' }, prints: 'json' },
  openGatewayPath: { path: `/gopher/${SAMPLE_HOST}/1/about`, query: { format: 'json' }, prints: 'json' },
  followLink: { prints: 'location' },
  redirect: { prints: 'location' },
  redirectPath: { prints: 'location' },
  deleteLink: { prints: 'status' },
  webhookHandshake: { prints: 'status' },
};

/** Forms, which only pages of this service submit, and metrics, which Prometheus reads. */
const WITHOUT_SAMPLES: ReadonlySet<string> = new Set(['submit', 'submitGatewayPath', 'submitWebhook', 'metrics']);

/** The request of the samples; `null` for an operation without samples. */
export function sampleRequestOf({ method, path, operation }: CatalogueEntry): SampleRequest | null {
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
  const [[type, body] = []] = examplesOf(operation);
  return {
    method,
    path: address,
    query: Object.fromEntries(query.map(({ name, example = '' }) => [name, example])),
    headers: type === undefined ? {} : { 'Content-Type': type },
    token: security !== undefined,
    body,
    prints: answers[0] === 'application/json' ? 'json' : 'text',
    ...changes[operationId],
  };
}

/**
 * The code of the samples of an operation; `null` for one without samples.
 *
 * @param signed - Markdown with the code that sends a signed message, which needs more than a request
 */
export function samplesOf(entry: CatalogueEntry, signed: string): Readonly<Record<SampleLanguage, string>> | null {
  const request = sampleRequestOf(entry);
  if (request === null) return null;
  const { curl, javascript, python } = languages;
  if (entry.operation.operationId === 'receiveWebhook') {
    const text = filled(signed, { origin: ORIGIN, body: JSON.stringify(request.body) });
    const code = (language: SampleLanguage) =>
      new RegExp(`^\`\`\`${language}\n(.*?)\n\`\`\``, 'ms').exec(text)?.[1] ?? '';
    return { curl: code('curl'), javascript: code('javascript'), python: code('python') };
  }
  return { curl: curl.write(request), javascript: javascript.write(request), python: python.write(request) };
}

/** The examples of the body of an operation, by media type: texts, or values of JSON. */
export const examplesOf = ({ requestBody }: Operation): readonly (readonly [type: string, example: unknown])[] =>
  Object.entries(requestBody?.content ?? {}).flatMap(([type, { example }]) =>
    example === undefined ? [] : [[type, example]],
  );
