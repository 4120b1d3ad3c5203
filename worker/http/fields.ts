/** `fields`: the members of an answer that a client wants, in a parameter of every route that answers about a link. */
import * as v from 'valibot';
import { words } from './parameters.ts';
import { shortened } from './schema.ts';

/**
 * The parameter for answers with these members. It reads them in the order of the answer, each once.
 *
 * @param names - every member that an answer may have, in its order
 * @param more - what else a client must know of them, as sentences
 */
export function fieldsOf<const Name extends string>(names: readonly Name[], more = '') {
  const about = `The members of the answer. By default, it has all of them. ${more}`.trim();
  return v.exactOptional(
    v.pipe(
      words(about, [names.slice(0, 2).join(',')]),
      v.rawTransform(({ dataset, addIssue, NEVER }): readonly Name[] => {
        const asked = new Set<string>(dataset.value);
        const unknown = dataset.value.find((word) => names.every((name) => name !== word));
        if (asked.size > 0 && unknown === undefined) return names.filter((name) => asked.has(name));
        const fault = unknown === undefined ? 'must not be empty' : `cannot have \`${shortened(unknown)}\``;
        addIssue({ message: `${fault}. Allowed: ${names.join(', ')}` });
        return NEVER;
      }),
    ),
  );
}

/** The members of an answer that were asked for; `undefined` = all of them. */
export function onlyFields(answer: object, fields: readonly string[] | undefined): object {
  if (fields === undefined) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => fields.includes(name)));
}
