/** The schemes of URLs that a page may link to if a stranger wrote them. */
import { definitions } from './registry.ts';

/** A scheme without a definition. Its URLs name documents, so a link to one is harmless. */
const FOREIGN = 'gemini';

/** Names of schemes, in lower case. */
export const linkableSchemes: ReadonlySet<string> = new Set([
  ...definitions.filter(({ linkable }) => linkable).map(({ name }) => name),
  FOREIGN,
]);
