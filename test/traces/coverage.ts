/** The files of a bundle that are executed, as V8 counts them. */
import { Session } from 'node:inspector/promises';

/**
 * The files of the project of which a function is called meanwhile.
 *
 * @param begin - what the addresses of the bundle begin with
 */
export async function filesExecuted(begin: string, use: () => unknown): Promise<ReadonlySet<string>> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    // The text of a script is not always that of its file.
    await session.post('Debugger.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    await use();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const files = new Set<string>();
    for (const { scriptId, functions } of result.filter(({ url }) => url.startsWith(begin))) {
      const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
      const parts = partsOf(scriptSource);
      for (const offset of functions.flatMap(({ ranges: [whole] }) => (whole?.count ? [whole.startOffset] : []))) {
        const part = parts.findLast(({ index }) => index < offset);
        if (part !== undefined) files.add(part.file);
      }
    }
    return files;
  } finally {
    session.disconnect();
  }
}

/** Where each file of the project begins in a bundle: a comment before its code has its path. */
function partsOf(bundle: string): readonly { readonly index: number; readonly file: string }[] {
  const comments = bundle.matchAll(/^\/\/ ((?:src|worker|bin)\/\S+)$/gm);
  return [...comments].map(({ index, 1: file = '' }) => ({ index, file }));
}
