/** A client for dictionary servers. */
export { type DictDefinition, type DictMatch, type DictName, DictSession } from './client.ts';
