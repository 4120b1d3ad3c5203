/** The API in Markdown for language models, served as `/llms.txt` (llmstxt.org). */
import { definitions } from '../../../src/schemes/registry.ts';
import { filled } from '../markdown.ts';
import type { ApiDescription } from './document.ts';
import type { Operation, Paths } from './operation.ts';

/**
 * The file.
 *
 * @param markdown - its text, without what follows from the description
 * @param opened - the schemes that the gateways of this Worker open
 */
export function describeForModels(
  markdown: string,
  { info, paths, tags }: ApiDescription,
  opened: ReadonlySet<string>,
): string {
  const names = definitions.map(({ name }) => name);
  return filled(markdown, {
    title: info.title,
    summary: info.summary,
    schemes: names.join(', '),
    opened: names.filter((name) => opened.has(name)).join(', '),
    operations: tags.map(({ name }) => `## ${name}\n\n${operationsOf(name, paths).join('\n')}\n`).join('\n'),
  });
}

function operationsOf(group: string, paths: Paths): readonly string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(group))
      .map(([method, operation]) => describe(method.toUpperCase(), path, operation)),
  );
}

function describe(method: string, path: string, { summary, parameters = [], security }: Operation): string {
  const listed = (start: string, isRequired: boolean) => {
    const names = parameters.filter(({ required }) => required === isRequired).map(({ name }) => `\`${name}\``);
    return names.length === 0 ? '' : ` ${start}: ${names.join(', ')}.`;
  };
  // An empty requirement is one that is met without a token.
  const needsToken = security?.every((one) => Object.keys(one).length > 0);
  const takes = listed('Parameters', true) + listed('Optional parameters', false);
  return `- \`${method} ${path}\`: ${summary}.${takes}${needsToken ? ' Needs a token.' : ''}`;
}
