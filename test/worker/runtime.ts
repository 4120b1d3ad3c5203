/** One Worker in Miniflare: the platform's runtime with its bindings, on its own port. It starts in half a second. */
import type { V4WorkerOptionsShape } from 'miniflare';
import { authorityPath } from '../servers/certificates.ts';

// The runtime reads this variable when Miniflare is loaded, so the import comes later.
process.env.NODE_EXTRA_CA_CERTS = authorityPath;
const { convertV4MiniflareOptions, Miniflare } = await import('miniflare');

/** A running Worker. */
export interface RunningModule {
  /** The address at which it listens, without a slash at the end. */
  readonly origin: string;
  /** Stores objects, by their names, in the R2 bucket of a binding. */
  readonly store: (binding: string, objects: ReadonlyMap<string, Uint8Array<ArrayBuffer>>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a Worker.
 *
 * @param code - the text of its main module
 * @param settings - its bindings and flags
 * @param log - receives each message that it writes to its log
 * @param others - the texts of modules that it imports, by their names
 */
export async function startModule(
  code: string,
  settings: V4WorkerOptionsShape,
  log: (message: string) => void = () => {},
  others: Readonly<Record<string, string>> = {},
): Promise<RunningModule> {
  const all = Object.entries({ 'index.js': code, ...others });
  const modules = all.map(([name, contents]) => ({ type: 'ESModule' as const, path: `/${name}`, contents }));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      cf: false,
      handleStructuredLogs: ({ message }) => log(message),
      workers: [{ ...settings, name: 'worker', rootPath: '/', modulesRoot: '/', modules }],
    }),
  );
  const { origin } = await miniflare.ready;
  return {
    origin,
    async store(binding, objects) {
      const bucket = await miniflare.getR2Bucket(binding, 'worker');
      for (const [name, octets] of objects) await bucket.put(name, octets);
    },
    close: () => miniflare.dispose(),
  };
}
