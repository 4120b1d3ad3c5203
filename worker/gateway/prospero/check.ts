/** Checks prospero links: asks the server for a directory, a file, or an object of other servers. */
import { linkedObject, lookUp } from '../../../src/protocols/prospero/client.ts';
import { refusalError } from '../../../src/protocols/prospero/refusal-error.ts';
import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';

export async function checkProspero(context: LinkContext<'prospero'>): Promise<LinkFinding> {
  const { askProspero, resolution } = context;
  const { answer, object } = await lookUp(askProspero, linkedObject(resolution), 'list');
  let { refusal } = answer;
  // As the gateway opens them: a directory, or a file, or an object that other servers have.
  for (const ask of ['contents', 'object'] as const) {
    if (refusal?.kind === 'not-a-directory') refusal = (await lookUp(askProspero, object, ask)).answer.refusal;
  }
  if (refusal !== null) throw refusalError(refusal);
  return ALIVE;
}
