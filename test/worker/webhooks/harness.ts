/** Starts the Worker with a resolver whose answers a test chooses, and reads verdicts. */
import type { Check, CheckId } from '../../../src/webhooks/checks.ts';
import type { Verdict } from '../../../worker/webhooks/verdict.ts';
import { type RunningWorker, startWorker } from '../harness.ts';
import { type Answer, type DohServer, type Question, serveDoh } from '../net/doh-server.ts';

/** The answers of the resolver: the addresses of a name, or another answer. */
export const names: Readonly<Record<string, readonly string[] | Exclude<Answer, { addresses: unknown }>>> = {
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
  'refused.example.com': { status: 500 },
};

export interface Validator extends RunningWorker {
  readonly doh: DohServer;
  /** A verdict by GET; `query` has more parameters. */
  readonly verdict: (url: string, query?: Readonly<Record<string, string>>) => Promise<Verdict>;
}

export async function startValidator(vars: Record<string, string> = {}): Promise<Validator> {
  const doh = await serveDoh(answerTo);
  const worker = await startWorker({ DOH_URL: doh.url, ...vars });
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
  if (!isAddresses(known)) return known;
  return { addresses: known.filter((address) => address.includes(':') === (type === 'AAAA')) };
}

function isAddresses(known: readonly string[] | Answer): known is readonly string[] {
  return Array.isArray(known);
}

/** The checks that fail. */
export function failing({ checks }: Pick<Verdict, 'checks'>): CheckId[] {
  return checks.filter(({ pass }) => pass === false).map(({ id }) => id);
}

export function checkOf({ checks }: Pick<Verdict, 'checks'>, id: CheckId): Check {
  const check = checks.find((check) => check.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  return check;
}
