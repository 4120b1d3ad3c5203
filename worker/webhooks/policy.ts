/** The policy for verdicts in a request: as JSON or in a query. */
import * as v from 'valibot';
import { faultOfHostEntry } from '../../src/egress/host-list.ts';
import { MAX_LENGTH } from '../../src/index.ts';
import { DEFAULT_LENGTH, DEFAULT_SCHEMES, type PolicyOptions } from '../../src/webhooks/policy.ts';
import { booleanWord, text, trueOrFalse, wholeNumber, words } from '../http/parameters.ts';

const LARGEST_PORT = 65_535;
/** The most schemes, ports or hosts in a policy. */
const MOST_ENTRIES = 100;

const Scheme = v.pipe(
  text('A scheme.'),
  v.transform((scheme) => scheme.toLowerCase()),
  v.regex(/^[a-z][a-z\d+.-]*$/, 'must be the name of a scheme, without its colon'),
);

const Port = wholeNumber(1, LARGEST_PORT, { description: 'A port.' });

const Host = v.pipe(
  text(
    'A host and every name below it. `=example.com` is this host alone, `*.example.com` only the names below it. ' +
      'Addresses and CIDR blocks, such as `192.0.2.0/24`, also match the addresses that a name resolves to.',
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? faultOfHostEntry(dataset.value) : null;
    if (message !== null) addIssue({ message });
  }),
);

/** A list of allowed values must have an entry: an empty list would allow nothing. */
const list = <const Entry extends v.GenericSchema>(
  entry: Entry,
  description: string,
  { least = 1, ...keywords }: { readonly least?: number; readonly default?: readonly string[] } = {},
) =>
  v.exactOptional(
    v.pipe(
      v.array(entry, 'must be a list'),
      v.minLength(least, 'must not be empty'),
      v.maxLength(MOST_ENTRIES, `must have at most ${MOST_ENTRIES} entries`),
      v.metadata({ description, ...keywords }),
    ),
  );

/** What the members of a policy say, in JSON and in a query. */
const ABOUT = {
  schemes: 'The schemes that are allowed.',
  ports: 'The ports that are allowed. Default: the port of the scheme, and every user port that is not denied.',
  allowCredentials: 'Whether the URL may have a user name and a password.',
  allowFragment: 'Whether the URL may have a fragment.',
  requireDns: 'Whether the host is looked up in DNS; all its addresses must then be public.',
  allowHosts: 'The only hosts that are allowed.',
  denyHosts: 'Hosts that are not allowed.',
  maxLength: 'The most characters of the canonical URL.',
} as const satisfies Record<keyof PolicyOptions, string>;

const LENGTH = { description: ABOUT.maxLength, default: DEFAULT_LENGTH };

/** A policy in JSON. */
export const Policy = v.pipe(
  v.strictObject(
    {
      schemes: list(Scheme, ABOUT.schemes, { default: DEFAULT_SCHEMES }),
      ports: list(Port, ABOUT.ports),
      allowCredentials: v.exactOptional(trueOrFalse(ABOUT.allowCredentials, { default: false })),
      allowFragment: v.exactOptional(trueOrFalse(ABOUT.allowFragment, { default: false })),
      requireDns: v.exactOptional(trueOrFalse(ABOUT.requireDns, { default: true })),
      allowHosts: list(Host, ABOUT.allowHosts),
      denyHosts: list(Host, ABOUT.denyHosts, { least: 0 }),
      maxLength: v.exactOptional(wholeNumber(1, MAX_LENGTH, LENGTH)),
    },
    'must be an object',
  ),
  v.description('The rules for a URL. Each absent member has its default.'),
);

/** `NaN` for text that only JavaScript reads as a number, such as `0x1bb`. */
function numberIn(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** The policy in a query. Commas separate the entries of a list. */
export const policyParameters = {
  schemes: v.exactOptional(v.pipe(words(ABOUT.schemes, ['https,http']), Policy.entries.schemes.wrapped)),
  ports: v.exactOptional(
    v.pipe(
      words(ABOUT.ports, ['443,8443']),
      v.transform((words) => words.map(numberIn)),
      Policy.entries.ports.wrapped,
    ),
  ),
  allowCredentials: booleanWord(ABOUT.allowCredentials),
  allowFragment: booleanWord(ABOUT.allowFragment),
  requireDns: booleanWord(ABOUT.requireDns),
  allowHosts: v.exactOptional(v.pipe(words(ABOUT.allowHosts), Policy.entries.allowHosts.wrapped)),
  denyHosts: v.exactOptional(v.pipe(words(ABOUT.denyHosts), Policy.entries.denyHosts.wrapped)),
  maxLength: v.exactOptional(
    v.pipe(
      text(ABOUT.maxLength, { ...LENGTH, type: 'integer', minimum: 1, maximum: MAX_LENGTH }),
      v.transform(numberIn),
      Policy.entries.maxLength.wrapped,
    ),
  ),
};
