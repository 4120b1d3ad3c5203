/** The policy for verdicts in a request: as JSON or in a query. */
import * as v from 'valibot';
import { faultOfHostEntry } from '../../src/egress/host-list.ts';
import { MAX_LENGTH } from '../../src/index.ts';
import * as parameter from '../http/parameters.ts';
import { wholeNumber } from '../http/parameters.ts';

const LARGEST_PORT = 65_535;
/** The most schemes, ports or hosts in a policy. */
const MOST_ENTRIES = 100;

const Scheme = v.pipe(
  v.string('must be a string'),
  v.transform((scheme) => scheme.toLowerCase()),
  v.regex(/^[a-z][a-z\d+.-]*$/, 'must be the name of a scheme, without its colon'),
);

const Port = wholeNumber(1, LARGEST_PORT);

const Host = v.pipe(
  v.string('must be a string'),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? faultOfHostEntry(dataset.value) : null;
    if (message !== null) addIssue({ message });
  }),
);

/** A list of allowed values must have an entry: an empty list would allow nothing. */
const list = <const Entry extends v.GenericSchema>(entry: Entry, least = 1) =>
  v.exactOptional(
    v.pipe(
      v.array(entry, 'must be a list'),
      v.minLength(least, 'must not be empty'),
      v.maxLength(MOST_ENTRIES, `must have at most ${MOST_ENTRIES} entries`),
    ),
  );

const yesOrNo = v.exactOptional(v.boolean('must be true or false'));

/** A policy in JSON. */
export const Policy = v.strictObject(
  {
    schemes: list(Scheme),
    ports: list(Port),
    allowCredentials: yesOrNo,
    allowFragment: yesOrNo,
    requireDns: yesOrNo,
    allowHosts: list(Host),
    denyHosts: list(Host, 0),
    maxLength: v.exactOptional(wholeNumber(1, MAX_LENGTH)),
  },
  'must be an object',
);

const words = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').filter((word) => word !== '')),
);
const numbers = v.pipe(
  words,
  v.transform((words) => words.map(numberIn)),
);

/** `NaN` for text that only JavaScript reads as a number, such as `0x1bb`. */
function numberIn(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** The policy in a query. Commas separate the entries of a list. */
export const policyParameters = {
  schemes: v.exactOptional(v.pipe(words, Policy.entries.schemes.wrapped)),
  ports: v.exactOptional(v.pipe(numbers, Policy.entries.ports.wrapped)),
  allowCredentials: parameter.booleanWord,
  allowFragment: parameter.booleanWord,
  requireDns: parameter.booleanWord,
  allowHosts: v.exactOptional(v.pipe(words, Policy.entries.allowHosts.wrapped)),
  denyHosts: v.exactOptional(v.pipe(words, Policy.entries.denyHosts.wrapped)),
  maxLength: v.exactOptional(v.pipe(v.string(), v.transform(numberIn), Policy.entries.maxLength.wrapped)),
};
