/** The API in Markdown for language models, served as `/llms.txt` (llmstxt.org). */
import { definitions } from '../../../src/schemes/registry.ts';
import type { ApiDescription } from './document.ts';
import type { Operation, Paths } from './operation.ts';

const INTRODUCTION = `Waypost reads URLs of any scheme, in particular those that browsers no longer open. It knows these schemes:
${definitions.map(({ name }) => name).join(', ')}.
For each URL it answers with the canonical form, its parts and what they mean, the octets that a client sends, and a diagnostic
for each change. A diagnostic cites its specification.

- Percent-encode every parameter value: \`curl -G --data-urlencode 'url=gopher://h.example/7a%09b' …/v1/resolve\`.
- Answers are JSON; \`Accept: text/plain\` at \`/v1/resolve\` gives the canonical URL alone.
- Errors are problem details (RFC 9457); each entry of \`errors\` has a \`code\`, a place (\`at\`) and a sentence.
- For many URLs at once, POST a JSON array or lines of JSON (\`application/x-ndjson\`) to \`/v1/resolve\`.
`;

/**
 * The file.
 *
 * @param opened - the schemes that the gateways of this Worker open
 */
export function describeForModels({ info, paths, tags }: ApiDescription, opened: ReadonlySet<string>): string {
  const groups = tags.map(({ name }) => `## ${name}\n\n${operationsOf(name, paths).join('\n')}\n`);
  return `# ${info.title}

> ${info.summary}

${INTRODUCTION}
Its gateways open links of these schemes by default; \`gateway\` in \`GET /v1/schemes\` says what this operator chose:
${definitions.flatMap(({ name }) => (opened.has(name) ? [name] : [])).join(', ')}.

${groups.join('\n')}
## More

- [OpenAPI description](/openapi.json): every parameter, header, answer and error
- [Documentation](/docs): the same for people
- [Problems](/problems): what can go wrong, and what to do
`;
}

function operationsOf(group: string, paths: Paths): readonly string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags?.includes(group))
      .map(([method, operation]) => describe(method.toUpperCase(), path, operation)),
  );
}

function describe(method: string, path: string, { summary, parameters = [], security }: Operation): string {
  const namesOf = (required: boolean) =>
    parameters.flatMap((parameter) => (parameter.required === required ? [`\`${parameter.name}\``] : [])).join(', ');
  const [required, optional] = [namesOf(true), namesOf(false)];
  const takes =
    (required === '' ? '' : ` Parameters: ${required}.`) +
    (optional === '' ? '' : ` Optional parameters: ${optional}.`);
  const token = security === undefined ? '' : ' Needs a token.';
  return `- \`${method} ${path}\`: ${summary}.${takes}${token}`;
}
