/** Opens Prospero links: directories, files that the server itself gives, and searches of Archie. */
import { octetsOfLatin1 } from '../../octets/octets.ts';
import { archieSearch } from '../../protocols/prospero/archie.ts';
import { findObject, linkedObject, lookUp } from '../../protocols/prospero/client.ts';
import { type ObjectPlace, refusalError } from '../../protocols/prospero/links.ts';
import { ProtocolError } from '../../protocols/protocol-error.ts';
import { prosperoObject } from '../../schemes/prospero/request.ts';
import { ALIVE, type Link, type Opener } from '../contract.ts';
import { directorySteps } from '../trail.ts';
import { archieListing, submittedSearch } from './archie.ts';
import { linksInDirectory, listingOf, listingOfOther, rawListing } from './directory.ts';
import { fileOf } from './file.ts';

export const prospero: Opener<'prospero'> = {
  kind: 'prospero',
  schemes: ['prospero'],
  name: 'Prospero',
  protocol: null,
  usesDatagrams: true,
  trail: { steps: directorySteps },
  shapes: ['listing', 'file'],
  searchFields: {
    fields: { search: 'Words in names.', match: 'How the words match a name (`s`, `c`, `=` or `r`).' },
    unfit: 'An Archie search cannot contain these characters.',
  },

  search(link, form, { judgeServer }) {
    requestedObject(link);
    judgeServer();
    return submittedSearch(link, form);
  },

  async open(link, context) {
    const { askProspero, charset, wants } = context;
    const place = requestedObject(link);
    context.judgeServer();
    const search = archieSearch(link.details.hsoname);
    // Before there is a search, there is only its form.
    if (search?.words === '') return archieListing(link, search, { entries: [], unmerged: [] });
    const object = await findObject(askProspero, place);
    switch (object.kind) {
      case 'directory': {
        const { text, answer } = object.found;
        if (wants === 'octets') return rawListing(text);
        const found = await linksInDirectory(answer.links, context);
        return search === null ? listingOf(link, found) : archieListing(link, search, found);
      }
      case 'file':
        return fileOf(link, octetsOfLatin1(object.contents), charset);
      case 'other':
        return listingOfOther(link, object, context);
    }
  },

  /** Asks for a directory, a file, or an object that other servers have, as `open` does. */
  async check(link, { askProspero }) {
    const { answer, object } = await lookUp(askProspero, linkedObject(link), 'list');
    let { refusal } = answer;
    for (const ask of ['contents', 'object'] as const) {
      if (refusal?.kind === 'not-a-directory') refusal = (await lookUp(askProspero, object, ask)).answer.refusal;
    }
    if (refusal !== null) throw refusalError(refusal);
    return ALIVE;
  },
};

/** The object that a link names. @throws ProtocolError `invalid-request` if no question can name it */
function requestedObject({ components, details }: Link<'prospero'>): ObjectPlace {
  if (prosperoObject(components, details.version) === null) {
    throw new ProtocolError('invalid-request', 'A Prospero name has at most 4 KiB and no control characters.');
  }
  return linkedObject({ components, details });
}
