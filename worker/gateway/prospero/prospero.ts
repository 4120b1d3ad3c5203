/** The gateway to Prospero directories and files, and to Archie. A relay asks their servers, because Workers have no UDP. */

import { prosperoObject } from '../../../src/schemes/prospero/request.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { archieSearch, searchLink, submittedSearch } from './archie.ts';
import { checkProspero } from './check.ts';
import { lookUp, serverIn } from './look-up.ts';
import { archieForm, openDirectory } from './open-directory.tsx';
import { openFile, openObject } from './open-file.tsx';
import { Questions } from './relay.ts';
import { refusalError } from './status.ts';

export const prospero: Gateway<'prospero'> = {
  kind: 'prospero',
  protocol: null,
  check: checkProspero,
  schemes: ['prospero'],
  parameters: ['search', 'match'],

  async open(context) {
    const { components, details } = context.resolution;
    if (prosperoObject(components, details.version) === null) {
      throw new GatewayError('bad-request', 'A Prospero name has at most 4 KiB and no control characters.');
    }
    context.judgeServer();
    const form = archieSearch(details.hsoname);
    const submitted = form === null ? null : submittedSearch(context.view.query, form);
    if (submitted !== null) return redirectTo(context, searchLink(context, submitted));
    if (form?.words === '') return archieForm(context, form);
    return openObjectOf(context);
  },
};

function redirectTo({ links, view }: GatewayContext<'prospero'>, link: ReturnType<typeof searchLink>): Response {
  const format = view.query.get('format');
  const location = links.hrefOfCanonical(link, format === null ? undefined : { format });
  if (location === null) throw new GatewayError('bad-request', 'An Archie search cannot contain these characters.');
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } });
}

/** Opens a directory, or else a file, or else the page of an object that other servers have. */
async function openObjectOf(context: GatewayContext<'prospero'>): Promise<Response> {
  const questions = new Questions(context);
  const listed = await lookUp(questions, serverIn(context.resolution), 'list');
  const { refusal } = listed.answer;
  if (refusal === null) return openDirectory(context, questions, listed);
  if (refusal.kind !== 'not-a-directory') throw refusalError(refusal);
  const file = await lookUp(questions, listed.server, 'contents');
  const opened = openFile(context, file);
  if (opened !== null) return opened;
  const object = await lookUp(questions, listed.server, 'object');
  const page = object.answer.refusal === null ? await openObject(context, questions, object) : null;
  if (page !== null) return page;
  throw refusalError(file.answer.refusal ?? refusal);
}
