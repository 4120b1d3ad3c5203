/** Resolvers of names, which the setting `URN_RESOLVERS` switches on by their namespaces. */
import { definitions } from '../schemes/registry.ts';

/** What the addresses of the resolvers of a namespace begin with. */
type Fronts = ReadonlyMap<string, readonly string[]>;

const known = definitions.flatMap(({ resolvers = [] }) =>
  resolvers.map(({ namespace, front }) => [namespace, front] as const),
);
const all: Fronts = new Map(
  [...Map.groupBy(known, ([namespace]) => namespace)].map(([namespace, fronts]) => [
    namespace,
    fronts.map(([, front]) => front),
  ]),
);

/** The namespaces with a resolver, in the order of the table. */
export const RESOLVED_NAMESPACES: readonly string[] = [...all.keys()];

/**
 * Reads `URN_RESOLVERS`: namespaces with blanks or commas between them, or `*` for all. Empty = none.
 *
 * @returns the namespaces whose names are resolved
 * @throws TypeError for a namespace without a resolver
 */
export function parseResolvers(text: string): Fronts {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '');
  if (words.length === 1 && words[0] === '*') return all;
  return new Map(
    words.map((word) => {
      const fronts = all.get(word);
      if (fronts === undefined) throw new TypeError(`${word} has no resolver`);
      return [word, fronts] as const;
    }),
  );
}
