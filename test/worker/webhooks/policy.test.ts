/** The policy of a request: both sides of each limit, in JSON and in a query, and what the description says of it. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { MAX_LENGTH } from '../../../src/index.ts';
import { derived } from '../../../worker/build/openapi/schema.ts';
import { parseQuery, readParameters } from '../../../worker/http/query.ts';
import { Policy, policyParameters } from '../../../worker/webhooks/policy.ts';

/** What a schema makes of a value, or its first message. */
function read(schema: v.GenericSchema, value: unknown): unknown {
  const { success, output, issues } = v.safeParse(schema, value);
  if (success) return output;
  expect(issues).toHaveLength(1);
  return issues[0].message;
}

const words = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);

const SCHEME = 'must be the name of a scheme, without its colon';
const PORT = 'must be a whole number from 1 to 65535';
const LENGTH = `must be a whole number from 1 to ${MAX_LENGTH}`;

describe('in JSON', () => {
  test.each<[policy: Record<string, unknown>, output?: Record<string, unknown>]>([
    [{}],
    [{ schemes: ['a'] }],
    [{ schemes: ['HTTPS', 'Z39.50r', 'web+x-1'] }, { schemes: ['https', 'z39.50r', 'web+x-1'] }],
    [{ schemes: words(100) }],
    [{ ports: [1, 65_535] }],
    [{ allowCredentials: true, allowFragment: false, requireDns: false }],
    [{ allowHosts: ['example.com', '=a.org', '*.b.org', '192.0.2.0/24'] }],
    [{ denyHosts: [] }],
    [{ denyHosts: ['2001:db8::/32'] }],
    [{ maxLength: 1 }],
    [{ maxLength: MAX_LENGTH }],
  ])('%j is a policy', (policy, output = policy) => {
    expect(read(Policy, policy)).toEqual(output);
  });

  test.each([
    [null, 'must be an object'],
    [{ schemes: ['1http'] }, SCHEME],
    [{ schemes: ['a*b'] }, SCHEME],
    [{ schemes: ['https:'] }, SCHEME],
    [{ schemes: [''] }, SCHEME],
    [{ schemes: [7] }, 'must be a string'],
    [{ allowHosts: [7] }, 'must be a string'],
    [{ schemes: 'https' }, 'must be a list'],
    [{ schemes: [] }, 'must not be empty'],
    [{ schemes: words(101) }, 'must have at most 100 entries'],
    [{ ports: [0] }, PORT],
    [{ ports: [65_536] }, PORT],
    [{ ports: [1.5] }, PORT],
    [{ ports: [] }, 'must not be empty'],
    [{ allowHosts: [] }, 'must not be empty'],
    [{ allowHosts: [7] }, 'must be a string'],
    [{ allowHosts: ['10.1.2.3/8'] }, 'must begin with the first address of the block: write `10.0.0.0/8`'],
    [{ denyHosts: ['10.1.2.3/8'] }, 'must begin with the first address of the block: write `10.0.0.0/8`'],
    [{ maxLength: 0 }, LENGTH],
    [{ maxLength: MAX_LENGTH + 1 }, LENGTH],
    [{ requireDns: 'true' }, 'must be true or false'],
  ])('%j is none: %s', (policy, message) => {
    expect(read(Policy, policy)).toBe(message);
  });
});

describe('in a query', () => {
  const inQuery = (query: string) =>
    readParameters(parseQuery(`https://w.example/${query}`), v.object(policyParameters));

  test.each([
    ['', {}],
    ['?schemes=HTTPS,http', { schemes: ['https', 'http'] }],
    ['?schemes=,https,', { schemes: ['https'] }],
    ['?ports=443,8443', { ports: [443, 8443] }],
    ['?allowCredentials=true&allowFragment=false', { allowCredentials: true, allowFragment: false }],
    ['?requireDns=false', { requireDns: false }],
    ['?allowHosts=a.org,192.0.2.0/24&denyHosts=b.org', { allowHosts: ['a.org', '192.0.2.0/24'], denyHosts: ['b.org'] }],
    ['?denyHosts=', { denyHosts: [] }],
    ['?maxLength=1', { maxLength: 1 }],
  ])('%s', (query, policy) => {
    expect(inQuery(query)).toEqual(policy);
  });

  test.each([
    ['?ports=0x1bb', '`ports.0` must be a number.'],
    ['?ports=0x11', '`ports.0` must be a number.'],
    ['?ports=443x', '`ports.0` must be a number.'],
    ['?ports=443,%2044', '`ports.1` must be a number.'],
    ['?maxLength=', '`maxLength` must be a number.'],
    ['?maxLength=1e2', '`maxLength` must be a number.'],
    ['?maxLength=0', `\`maxLength\` ${LENGTH}.`],
    ['?allowHosts=,', '`allowHosts` must not be empty.'],
    ['?requireDns=yes', '`requireDns` must be true or false.'],
  ])('%s is refused: %s', (query, message) => {
    expect(() => inQuery(query)).toThrow(expect.objectContaining({ faults: [expect.objectContaining({ message })] }));
  });
});

describe('the description', () => {
  const TEXT = expect.stringMatching(/^\S.*\.$/);
  /** A text that names the default: makers of clients take a member with `default` for one that is always there. */
  const byDefault = (value: string) => expect.stringMatching(new RegExp(`^\\S.*\\. By default \`${value}\`\\.$`));

  test('has each member of a policy with its default and its limits', () => {
    const { Policy: policy } = derived({ Policy });
    const lists = { description: TEXT, type: 'array', maxItems: 100 };
    const host = {
      description: expect.stringMatching(/ only the names below it\. Addresses and CIDR/),
      type: 'string',
    };
    expect(policy).toMatchObject({
      description: TEXT,
      additionalProperties: false,
      properties: {
        schemes: {
          ...lists,
          description: byDefault('\\["https"\\]'),
          minItems: 1,
          items: { description: TEXT, type: 'string' },
        },
        ports: { ...lists, minItems: 1, items: { description: TEXT, type: 'integer', minimum: 1, maximum: 65_535 } },
        allowCredentials: { description: byDefault('false'), type: 'boolean' },
        allowFragment: { description: byDefault('false'), type: 'boolean' },
        requireDns: { description: byDefault('true'), type: 'boolean' },
        allowHosts: { ...lists, minItems: 1, items: host },
        denyHosts: { ...lists, minItems: 0, items: host },
        maxLength: { description: byDefault('2048'), type: 'integer', minimum: 1, maximum: MAX_LENGTH },
      },
    });
  });

  test('has each parameter with its limits and an example', () => {
    const { object } = derived({ object: v.object(policyParameters) });
    const list = { description: expect.stringMatching(/\. Separate values with commas\.$/), type: 'string' };
    const boolean = { description: TEXT, enum: ['true', 'false'] };
    expect(object?.properties).toEqual({
      schemes: { ...list, examples: ['https,http'] },
      ports: { ...list, examples: ['443,8443'] },
      allowCredentials: boolean,
      allowFragment: boolean,
      requireDns: boolean,
      allowHosts: list,
      denyHosts: list,
      maxLength: { description: byDefault('2048'), type: 'integer', minimum: 1, maximum: MAX_LENGTH },
    });
  });
});
