/**
 * CSO nameservers, also named ph or qi (RFC 2378), for reading: the fields of a phone book, queries, and its help.
 * Items of type 2 in gopher menus lead to them.
 */
export { type CsoQuery, type CsoTerm, isFieldName } from './query.ts';
export type { CsoLine, CsoReply } from './reply.ts';
export {
  type CsoAnswer,
  type CsoEntry,
  type CsoField,
  type CsoFields,
  type CsoHelp,
  type CsoOptions,
  CsoSession,
  type CsoValue,
} from './session.ts';
