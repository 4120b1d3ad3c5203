/** Finds the commands that use the network. The other commands do not need them, so they are loaded on demand. */
import { accessSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The path of the module of these commands: the package has a bundle, a checkout the source.
 *
 * @throws the error of the system, with the path of the bundle, if the folder has neither
 */
export function networkModuleIn(folder: string): string {
  const bundle = join(folder, 'commands.js');
  const source = join(folder, 'commands.ts');
  if (!existsSync(bundle) && existsSync(source)) return source;
  accessSync(bundle);
  return bundle;
}
