/** A client of the API as somebody else would write it. `npm run openapi` compiles it with the types in waypost.ts. */
import type { components, paths } from './waypost.ts';

type Json<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;
type Resolved = Json<paths['/v1/resolve']['get']['responses'][200]>;
type Verdict = Json<paths['/v1/validate']['get']['responses'][200]>;
type Problem = components['schemas']['Problem'];

const origin = 'https://waypost.example';

async function get<Body>(path: string, query: Readonly<Record<string, string>>): Promise<Body> {
  const response = await fetch(`${origin}${path}?${new URLSearchParams(query)}`);
  if (response.ok) return response.json();
  const problem: Problem = await response.json();
  throw new Error(`${problem.status} ${problem.title}: ${problem.errors.map(({ message }) => message).join(' ')}`);
}

/** The selector of a gopher link; `null` for every other link. */
export async function selectorOf(url: string): Promise<string | null> {
  const answer = await get<Resolved>('/v1/resolve', { url });
  // `kind` decides what the details are.
  return 'kind' in answer && answer.kind === 'gopher' ? answer.details.selector : null;
}

/** What the resolution of a URL says about it. */
export async function notesOn(url: string): Promise<readonly string[]> {
  const answer = await get<Resolved>('/v1/resolve', { url });
  if (!('kind' in answer)) return [];
  const notes = answer.diagnostics.map(({ severity, message }) => `${severity}: ${message}`);
  const { omittedDiagnostics = 0 } = answer;
  return omittedDiagnostics === 0 ? notes : [...notes, `and ${omittedDiagnostics} more`];
}

/** Whether a URL may be called back. */
export async function isCallable(url: string): Promise<boolean | null> {
  const { valid } = await get<Verdict>('/v1/validate', { url });
  return valid;
}

/** The body of a batch. */
export const batch: NonNullable<paths['/v1/resolve']['post']['requestBody']>['content']['application/json'] = [
  'GOPHER://h.example:70/1',
  { url: '../b', base: 'ftp://h.example/pub/a/' },
];
