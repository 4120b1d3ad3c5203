/** What the rules of names and exports leave alone, each with its reason. */
import { ENTRIES as PACKAGE } from '../../worker/build/package/entries.ts';
import type { SharedName } from './names.ts';

/** Files whose exports are read by something other than an `import`. */
export interface Entry {
  readonly files: RegExp;
  readonly by: string;
}

export const ENTRIES: readonly Entry[] = [
  { files: new RegExp(`^(?:${PACKAGE.map(([, path]) => path).join('|')})\\.tsx?$`), by: 'programs of others' },
  { files: /^src\/schemes\/\w+\/definition\.ts$/, by: 'programs of others, as `waypost/schemes/<name>`' },
  { files: /^src\/(?:schemes|open)\/\w+\/documentation\.ts$/, by: 'worker/build/beside-definitions.ts, by their path' },
  { files: /^worker\/mounted\/[\w-]+\.ts$/, by: 'worker/build/package/bundle-gateways.ts, as entries of the package' },
  { files: /^worker\/build\/package\/node-20\.ts$/, by: 'the bundler, in place of what Node 20 does not have' },
  { files: /^worker\/pages\/explorer\/browser\/on-demand\.ts$/, by: 'the bundler, in place of parts of the library' },
  { files: /^worker\/self-host\/disk-cache\.ts$/, by: 'workerd, which configuration.ts tells the name of its class' },
  { files: /^bin\/network\/commands\.ts$/, by: 'bin/network-module.ts, by its path' },
];

export const SHARED_NAMES: readonly SharedName[] = [
  {
    name: 'UrlError',
    files: ['src/uri/bare-error.ts', 'src/uri/error.ts'],
    because: 'two entries of the package have it: one without messages, and a subclass with them',
  },
  { name: 'Safe', files: ['src/uri/bare-error.ts', 'src/uri/error.ts'], because: 'as UrlError' },
  {
    name: 'Cell',
    files: ['src/text/csv.ts', 'src/protocols/tn3270/screen.ts'],
    because: 'entries of the package have both',
  },
  {
    name: 'LineReader',
    files: ['src/lines/line-functions.ts', 'src/protocols/lines.ts'],
    because: 'entries of the package have both',
  },
];

/** How many names outside of the folders of kinds are exported although only tests import them. It only falls. */
export const MOST_FOR_TESTS = 55;
