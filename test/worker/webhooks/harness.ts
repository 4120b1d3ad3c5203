/** Starts the Worker with a resolver whose answers a test chooses, and reads verdicts. */
import { expect } from 'vitest';
import { type Check, type CheckId, UNDETERMINED, type Undetermined } from '../../../src/webhooks/checks.ts';
import type { WebhookVerdict } from '../../../worker/webhooks/verdict.ts';
import { type RunningWorker, type RuntimeOptions, startWorker } from '../harness.ts';
import { type Answer, type DohServer, type Question, serveDoh } from '../net/doh-server.ts';

/** The answers of the resolver about a name: its addresses, or an answer to each question. */
type Known = readonly string[] | Exclude<Answer, { addresses: unknown }> | Readonly<Record<Question['type'], Answer>>;

const SERVFAIL = { rcode: 2 };
const HTTP_ERROR = { status: 500 };
const PUBLIC_IPV4 = { addresses: ['93.184.215.14'] };
const FOREIGN = { addresses: ['93.184.215.14'], owner: 'other.example.org' };
const ALIAS = { addresses: ['93.184.215.14'], alias: 'edge.example.net' };
/** An answer with an A record of two octets, which belongs to the root. */
const SHORT = { octets: Buffer.from('000081800000000100000000' + '00000100010000003c00025db8', 'hex') };
const PUBLIC_IPV6 = { addresses: ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'] };

export const names: Readonly<Record<string, Known>> = {
  'hooks.example.com': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'xn--bcher-kva.com': ['93.184.215.14'],
  'xn--80ak6aa92e.com': ['93.184.215.14'],
  'four.example.com': ['93.184.215.14'],
  'inside.example.com': ['10.0.0.7'],
  'one-of-two.example.com': ['93.184.215.14', '127.0.0.1'],
  'six.example.com': ['93.184.215.14', '::1'],
  'mapped.example.com': ['::ffff:169.254.169.254'],
  'nothing.example.com': { rcode: 3 },
  'broken.example.com': { rcode: 2 },
  'damaged.example.com': { octets: Uint8Array.of(1, 2, 3) },
  'refused.example.com': HTTP_ERROR,
  'a-fails.example.com': { A: SERVFAIL, AAAA: PUBLIC_IPV6 },
  'a-refused.example.com': { A: HTTP_ERROR, AAAA: PUBLIC_IPV6 },
  'aaaa-fails.example.com': { A: PUBLIC_IPV4, AAAA: SERVFAIL },
  'aaaa-refused.example.com': { A: PUBLIC_IPV4, AAAA: HTTP_ERROR },
  'a-foreign.example.com': { A: FOREIGN, AAAA: PUBLIC_IPV6 },
  'a-short.example.com': { A: SHORT, AAAA: PUBLIC_IPV6 },
  'a-alias.example.com': { A: ALIAS, AAAA: PUBLIC_IPV6 },
  'aaaa-silent.example.com': { A: PUBLIC_IPV4, AAAA: 'silence' },
  'a-fails-six-inside.example.com': { A: SERVFAIL, AAAA: { addresses: ['::1'] } },
  'a-fails-no-six.example.com': { A: SERVFAIL, AAAA: { addresses: [] } },
};

export interface Validator extends RunningWorker {
  readonly doh: DohServer;
  /** A verdict by GET; `query` has more parameters. */
  readonly verdict: (url: string, query?: Readonly<Record<string, string>>) => Promise<WebhookVerdict>;
}

export async function startValidator(vars: Record<string, string> = {}, options?: RuntimeOptions): Promise<Validator> {
  const doh = await serveDoh(answerTo);
  const worker = await startWorker({ DOH_URL: doh.url, ...vars }, options);
  return {
    ...worker,
    doh,
    async verdict(url, query = {}) {
      const response = await worker.fetch(`/v1/validate?${new URLSearchParams({ url, ...query })}`);
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
      return response.json();
    },
    async close() {
      await worker.close();
      await doh.close();
    },
  };
}

function answerTo({ name, type }: Question): Answer {
  const known = names[name] ?? (name.endsWith('.silent.example.com') ? 'silence' : { rcode: 3 });
  if (known === 'silence') return known;
  if ('AAAA' in known) return known[type];
  if (!isAddresses(known)) return known;
  return { addresses: known.filter((address) => address.includes(':') === (type === 'AAAA')) };
}

function isAddresses(known: Known): known is readonly string[] {
  return Array.isArray(known);
}

/** The checks that have no result although they apply, with the reason. */
export function undeterminedIn({ checks }: Pick<WebhookVerdict, 'checks'>): Partial<Record<CheckId, Undetermined>> {
  const found = checks.flatMap(({ id, undetermined }) => (undetermined === null ? [] : [[id, undetermined] as const]));
  for (const [, reason] of found) expect(UNDETERMINED).toContain(reason);
  return Object.fromEntries(found);
}

/** The checks that fail. */
export function failing({ checks }: Pick<WebhookVerdict, 'checks'>): CheckId[] {
  return checks.filter(({ pass }) => pass === false).map(({ id }) => id);
}

export function checkOf({ checks }: Pick<WebhookVerdict, 'checks'>, id: CheckId): Check {
  const check = checks.find((check) => check.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  expect([null, ...UNDETERMINED]).toContain(check.undetermined);
  return check;
}
