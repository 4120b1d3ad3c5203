/** The code of a request in the languages of the documentation. Tests run all of it. */
import { shellQuoted } from '../../../src/schemes/sentence-parts.ts';
import { ORIGIN } from '../../pages/parts/assets.ts';

/** A request that a sample sends. */
export interface SampleRequest {
  /** In upper case. */
  readonly method: string;
  /** With its values filled in, such as `/v1/links/yadkkg582q`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the request needs a token. */
  readonly token: boolean;
  /** The body: a value that is sent as JSON, or a text. */
  readonly body: SampleBody | null;
  /** What the sample prints: the body, the target of a redirect, or only the status. */
  readonly prints: 'json' | 'text' | 'location' | 'status';
}

/** A body of a request. */
export type SampleBody = { readonly json: unknown } | { readonly text: string };

/** The languages, with the function that writes the code of a request. */
export const languages = {
  curl: { title: 'curl', write: curl },
  javascript: { title: 'JavaScript', write: javascript },
  python: { title: 'Python', write: python },
} as const;

/** A language of the samples. */
export type Language = keyof typeof languages;

/** Longer values of JSON are written on several lines. */
const LONGEST_LINE = 56;

/** A value as JSON, on one line if it is short. */
function jsonOf(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length > LONGEST_LINE ? JSON.stringify(value, null, 2) : line;
}

/** Every line but the first with blanks before it. */
const indented = (text: string, blanks: string): string => text.replaceAll('\n', `\n${blanks}`);

function curl({ method, path, query, headers, token, body, prints }: SampleRequest): string {
  const parameters = Object.entries(query);
  const options = [
    ...(prints === 'location' ? [String.raw`-s -o /dev/null -w '%{redirect_url}\n'`] : []),
    ...(prints === 'status' ? [String.raw`-s -o /dev/null -w '%{http_code}\n'`] : []),
    ...(method === 'GET' || (method === 'POST' && body !== null) ? [] : [`-X ${method}`]),
    ...(token ? ['-H "Authorization: Bearer $WAYPOST_TOKEN"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-binary ${shellQuoted('json' in body ? jsonOf(body.json) : body.text)}`]),
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
  const data = body === null || 'json' in body ? null : quoted(body.text);
  const json = body !== null && 'json' in body ? `JSON.stringify(${indented(jsonOf(body.json), '  ')})` : null;
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(prints === 'location' ? [`redirect: 'manual',`] : []),
    ...(fields.length === 0 ? [] : [`headers: {\n${fields.join('\n')}\n  },`]),
    ...(data === null && json === null ? [] : [`body: ${data ?? json},`]),
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
  return jsonOf(value).replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => words[token] ?? token);
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
  const isJson = body !== null && 'json' in body;
  const plain = method === 'GET' && fields.length === 0;
  const modules = [
    ...(isJson || prints === 'json' ? ['json'] : []),
    ...(token ? ['os'] : []),
    ...(prints === 'location' ? ['urllib.error'] : []),
    ...(parameters.length > 0 ? ['urllib.parse'] : []),
    'urllib.request',
  ];
  const data = isJson
    ? `json.dumps(${indented(pythonValue(body.json), '    ')}).encode()`
    : body === null
      ? null
      : `${pythonText(body.text)}.encode()`;
  const options = [
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(fields.length === 0 ? [] : [`    headers={\n${fields.join('\n')}\n    },`]),
    ...(data === null ? [] : [`    data=${data},`]),
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
