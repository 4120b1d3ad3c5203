/** The gateway to Prospero directories and files, and to Archie. */
import { type Canonical, canonicalize } from '../../../src/index.ts';
import { type ArchieSearch, archieMatch, archieName, archieSearch } from '../../../src/protocols/prospero/archie.ts';
import { findObject, linkedObject, lookUp } from '../../../src/protocols/prospero/client.ts';
import { refusalError } from '../../../src/protocols/prospero/links.ts';
import { ALIVE } from '../contract/check.ts';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { redirectToSearch } from '../shared/page-parts.tsx';
import { requestedObject } from './entries.ts';
import { archieForm, openDirectory, openFile, openOther } from './open-object.tsx';

type Context = GatewayContext<'prospero'>;

const UNFIT = 'An Archie search cannot contain these characters.';

export const prospero: Gateway<'prospero'> = {
  kind: 'prospero',
  protocol: null,
  schemes: ['prospero'],
  parameters: ['search', 'match'],

  /** Asks for a directory, a file, or an object that other servers have, as the page does. */
  async check({ askProspero, resolution }) {
    const { answer, object } = await lookUp(askProspero, linkedObject(resolution), 'list');
    let { refusal } = answer;
    for (const ask of ['contents', 'object'] as const) {
      if (refusal?.kind === 'not-a-directory') refusal = (await lookUp(askProspero, object, ask)).answer.refusal;
    }
    if (refusal !== null) throw refusalError(refusal);
    return ALIVE;
  },

  async open(context) {
    const { resolution, askProspero } = context;
    const place = requestedObject(resolution);
    context.judgeServer();
    const form = archieSearch(resolution.details.hsoname);
    const submitted = form === null ? null : submittedSearch(context.view.query, form);
    if (submitted !== null) return redirectToSearch(context, searchLink(context, submitted), UNFIT);
    if (form?.words === '') return archieForm(context, form);
    const object = await findObject(askProspero, place);
    switch (object.kind) {
      case 'directory':
        return openDirectory(context, object.found);
      case 'file':
        return openFile(context, object.contents);
      case 'other':
        return openOther(context, object);
    }
  },
};

/** The search that a submitted form asks for; `null` if it has no words. */
function submittedSearch(query: URLSearchParams, form: ArchieSearch): ArchieSearch | null {
  const words = query.get('search')?.trim() ?? '';
  return words === '' ? null : { ...form, words, match: archieMatch(query.get('match') ?? '') ?? form.match };
}

/** The canonical link to a search at the server of this link. */
function searchLink({ resolution }: Pick<Context, 'resolution'>, search: ArchieSearch): Canonical {
  const [server = ''] = /^[^:]+:\/\/[^/]*/.exec(resolution.canonical) ?? [];
  return canonicalize(`${server}/${encodeURIComponent(archieName(search).toWellFormed()).replaceAll('%2F', '/')}`);
}
