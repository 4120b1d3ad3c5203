/**
 * The JSON of what links lead to, and the parameters of its pages. They are those of the openers: no kind of links is
 * named here.
 */
import { isInBrowser } from '../../../src/definition-of.ts';
import type { AnyOpener } from '../../../src/open/contract.ts';
import * as general from '../../../src/open/documentation.ts';
import { openers } from '../../../src/open/registry.ts';
import { describedParameters } from '../../gateway/shapes/parameters.ts';
import { definedKinds, readOpenedDocumentation } from '../beside-definitions.ts';
import { type OperationParameter, parameter } from './operation.ts';
import * as s from './schema.ts';

const read = await Promise.all(definedKinds.map(readOpenedDocumentation));
const documented: readonly general.OpenedDocumentation[] = [general, ...read.filter((one) => one !== null)];

/** The schemas of all answers. */
export const openedAnswers: general.Schemas = Object.assign({}, ...documented.map(({ answers }) => answers));

/** The same, with those that they refer to. */
export const openedSchemas: general.Schemas = Object.assign(
  { ...openedAnswers },
  ...documented.map(({ parts }) => parts),
);

/** The parameters that only some links have. A sentence begins with the openers that it is about. */
export const openedParameters: readonly OperationParameter[] = [
  ...Map.groupBy([...ofOpeners(), ...ofDocumentation()], ({ name }) => name),
].map(([name, alike]) => parameter(name, false, s.string(sentencesOf(alike))));

interface DescribedParameter {
  readonly name: string;
  readonly about: string;
  /** `null` = the sentence says it. */
  readonly opener: AnyOpener | null;
}

function ofOpeners(): readonly DescribedParameter[] {
  return openers
    .filter(({ schemes }) => !schemes.every(isInBrowser))
    .flatMap((opener) => describedParameters(opener).map(([name, about]) => ({ name, about, opener })));
}

function ofDocumentation(): readonly DescribedParameter[] {
  return documented.flatMap(({ parameters = {} }) =>
    Object.entries(parameters).map(([name, about]) => ({ name, about, opener: null })),
  );
}

/** Each sentence once, after the names of its openers: `FTP, Prospero: The page of a long list, from 1.` */
function sentencesOf(alike: readonly DescribedParameter[]): string {
  return [...Map.groupBy(alike, ({ about }) => about)]
    .map(([about, found]) => {
      const names = new Set(found.flatMap(({ opener }) => opener?.name ?? []));
      return names.size === 0 ? about : `${[...names].join(', ')}: ${about}`;
    })
    .join(' ');
}
