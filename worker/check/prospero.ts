/** Checks prospero links: the relay asks the server for the object's directory, or else for the object itself. */
import { lookUp, serverIn } from '../gateway/prospero/look-up.ts';
import { Questions } from '../gateway/prospero/relay.ts';
import { refusalError } from '../gateway/prospero/status.ts';
import { ALIVE, type Finding, type LinkContext } from './contract.ts';

export async function checkProspero(context: LinkContext<'prospero'>): Promise<Finding> {
  const questions = new Questions(context);
  const { answer, server } = await lookUp(questions, serverIn(context.resolution), 'list');
  const { refusal } =
    answer.refusal?.kind === 'not-a-directory' ? (await lookUp(questions, server, 'object')).answer : answer;
  if (refusal !== null) throw refusalError(refusal);
  return ALIVE;
}
