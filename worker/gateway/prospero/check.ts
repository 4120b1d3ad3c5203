/** Checks prospero links: the relay asks the server for a directory, a file, or an object of other servers. */

import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';
import { lookUp, serverIn } from './look-up.ts';
import { Questions } from './relay.ts';
import { refusalError } from './status.ts';

export async function checkProspero(context: LinkContext<'prospero'>): Promise<LinkFinding> {
  const questions = new Questions(context);
  const { answer, server } = await lookUp(questions, serverIn(context.resolution), 'list');
  let { refusal } = answer;
  // As the gateway opens them: a directory, or a file, or an object that other servers have.
  for (const kind of ['contents', 'object'] as const) {
    if (refusal?.kind === 'not-a-directory') refusal = (await lookUp(questions, server, kind)).answer.refusal;
  }
  if (refusal !== null) throw refusalError(refusal);
  return ALIVE;
}
