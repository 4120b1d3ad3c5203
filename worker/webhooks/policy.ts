/**
 * What whoever asks for a verdict may decide: the policy, from JSON or from a query.
 */
import * as v from 'valibot';
import { explain, UrlError } from '../../src/index.ts';
import { type HostList, parseHosts } from '../gateway/core/settings.ts';
import * as parameter from '../http/parameters.ts';

const LARGEST_PORT = 65_535;
/** The longest URL that a policy may allow. */
export const LONGEST_URL = 65_536;
/** Schemes, ports or hosts in a policy. */
const MOST_ENTRIES = 100;

const Scheme = v.pipe(
  v.string('must be a string'),
  v.transform((scheme) => scheme.toLowerCase()),
  v.regex(/^[a-z][a-z\d+.-]*$/, 'must be the name of a scheme, without its colon'),
);

const Port = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be from 1 to 65535'),
  v.maxValue(LARGEST_PORT, 'must be from 1 to 65535'),
);

const Host = v.pipe(
  v.string('must be a string'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const host = canonicalHost(dataset.value);
    if (host !== null) return host;
    addIssue({ message: 'must be a host without its port; `*.example.com` stands for everything below it' });
    return NEVER;
  }),
);

/** A list of what is allowed has an entry: without one it would allow nothing. */
const list = <const Entry extends v.GenericSchema>(entry: Entry, least = 1) =>
  v.exactOptional(
    v.pipe(
      v.array(entry, 'must be a list'),
      v.minLength(least, 'must not be empty'),
      v.maxLength(MOST_ENTRIES, `may have ${MOST_ENTRIES} entries at most`),
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
    maxLength: v.exactOptional(
      v.pipe(
        v.number('must be a number'),
        v.integer('must be a whole number'),
        v.minValue(1, `must be from 1 to ${LONGEST_URL}`),
        v.maxValue(LONGEST_URL, `must be from 1 to ${LONGEST_URL}`),
      ),
    ),
  },
  'must be an object',
);

/** A policy as it is given: what is absent is the default. */
export type PolicyOptions = v.InferOutput<typeof Policy>;

const words = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').filter((word) => word !== '')),
);
const numbers = v.pipe(
  words,
  v.transform((words) => words.map(numberIn)),
);

/** `NaN` for what JavaScript takes for a number and nobody else does, such as `0x1bb`. */
function numberIn(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** The same in a query: lists have commas between their entries. */
export const policyParameters = {
  schemes: v.exactOptional(v.pipe(words, Policy.entries.schemes.wrapped)),
  ports: v.exactOptional(v.pipe(numbers, Policy.entries.ports.wrapped)),
  allowCredentials: parameter.laxWord,
  allowFragment: parameter.laxWord,
  requireDns: parameter.laxWord,
  allowHosts: v.exactOptional(v.pipe(words, Policy.entries.allowHosts.wrapped)),
  denyHosts: v.exactOptional(v.pipe(words, Policy.entries.denyHosts.wrapped)),
  maxLength: v.exactOptional(v.pipe(v.string(), v.transform(numberIn), Policy.entries.maxLength.wrapped)),
};

/** A host with nothing around it that belongs to other parts of a URL; below a domain with `*.` or a dot. */
const HOST = /^(\*?\.)?(\[[^\]]*\]|[^\s,/\\?#@:*]+)$/;

/** A host, or `*.` and a domain, as canonical URLs have it; `null` where it is none. */
function canonicalHost(text: string): string | null {
  const [, below = '', host = ''] = HOST.exec(text) ?? [];
  try {
    const { components } = explain(`https://${host}/`);
    return components.host === null ? null : below + components.host;
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

/** A policy with nothing left open. */
export interface ValidationPolicy {
  readonly schemes: readonly string[];
  /** `null` = as the egress policy has it. */
  readonly ports: readonly number[] | null;
  readonly allowCredentials: boolean;
  readonly allowFragment: boolean;
  /** Whether names are looked up, and must have public addresses. */
  readonly requireDns: boolean;
  /** `null` = every host. */
  readonly allowHosts: HostList | null;
  readonly denyHosts: HostList;
  /** In characters of the canonical URL. */
  readonly maxLength: number;
}

/** What a careful sender of webhooks wants. */
export const DEFAULT_SCHEMES = ['https'];
/** Servers differ in how much of a request line they take; this much, all of them. */
export const DEFAULT_LENGTH = 2048;

/** Fills in what is not given. */
export function policyOf(options: PolicyOptions): ValidationPolicy {
  const { schemes = DEFAULT_SCHEMES, ports = null, allowHosts, denyHosts = [], maxLength = DEFAULT_LENGTH } = options;
  return {
    schemes,
    ports,
    allowCredentials: options.allowCredentials ?? false,
    allowFragment: options.allowFragment ?? false,
    requireDns: options.requireDns ?? true,
    allowHosts: allowHosts === undefined ? null : parseHosts(allowHosts.join(' ')),
    denyHosts: parseHosts(denyHosts.join(' ')),
    maxLength,
  };
}
