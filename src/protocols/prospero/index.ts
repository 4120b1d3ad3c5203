/**
 * Prospero (ARDP over UDP) and Archie: directories with the directories that are merged into them, files, and the
 * access methods of files on other servers. The client takes a transport for questions in place of a connection.
 */
export type { Ask } from '../../schemes/prospero/request.ts';
export type { ProtocolVersion } from '../../schemes/prospero/tokens.ts';
export { ARCHIE_MATCHES, type ArchieMatch, type ArchieSearch, archieName, archieSearch } from './archie.ts';
export {
  ArdpExchange,
  type ArdpFailure,
  type ArdpOutcome,
  type ArdpQuestion,
  ardpError,
  GIVEN_UP,
  LARGEST_ANSWER,
} from './ardp.ts';
export {
  type AskProspero,
  type Found,
  type FoundObject,
  findObject,
  linkedObject,
  lookUp,
  type MergedLinks,
  mergeUnions,
  type UnmergedLink,
} from './client.ts';
export {
  type Attribute,
  accessMethodsOf,
  changedOf,
  contentsOf,
  modesOf,
  type ObjectPlace,
  type ProsperoAnswer,
  type ProsperoLink,
  type ProsperoRefusal,
  prosperoUrl,
  sizeOf,
  urlOf,
} from './links.ts';
