/** Starts the harness Worker in the real runtime, with a certificate authority of our own. */
import { authorityPath } from '../../servers/certificates.ts';
import type { Operation, Report } from './harness/operations.ts';

export interface Harness {
  /** Performs an operation that answers with a report. */
  perform(operation: Operation): Promise<Report & { readonly status: number; readonly headers: Headers }>;
  /** The URL of an operation, for clients of another kind. */
  urlOf(operation: Operation): string;
  /** How the pumps have ended since the last look. */
  outcomes(): Promise<{ octets: number; code: string | null }[]>;
  /** Promises that were rejected and that nobody looked after. */
  rejections(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startHarness(): Promise<Harness> {
  process.env.WRANGLER_SEND_METRICS = 'false';
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  // The runtime trusts what is named here when wrangler is loaded, hence the late import.
  process.env.NODE_EXTRA_CA_CERTS = authorityPath;
  const { createTestHarness } = await import('wrangler');
  const harness = createTestHarness({ workers: [{ configPath: new URL('harness/wrangler.toml', import.meta.url) }] });
  const { url } = await harness.listen();
  const urlOf = (operation: Operation) => {
    const target = new URL(url);
    target.searchParams.set('operation', JSON.stringify(operation));
    return target.href;
  };
  return {
    urlOf,
    async perform(operation) {
      const response = await fetch(urlOf(operation));
      const report: Report = await response.json();
      return { ...report, status: response.status, headers: response.headers };
    },
    async outcomes() {
      return (await fetch(urlOf({ kind: 'outcomes' }))).json();
    },
    async rejections() {
      return (await fetch(urlOf({ kind: 'rejections' }))).json();
    },
    close: () => harness.close(),
  };
}
