/**
 * The Common Name Resolution Protocol (RFC 3367): asks a service for a name, an id, or its description. The request is
 * that of a go link: the `request` of its resolution.
 */
export type { GoRequest } from '../../schemes/go/request.ts';
export type {
  CnrpAnswer,
  CnrpDataset,
  CnrpDeclaration,
  CnrpOrigin,
  CnrpPart,
  CnrpProperty,
  CnrpResult,
  CnrpService,
  CnrpStatus,
} from './answer.ts';
export { askService, refusalIn } from './client.ts';
