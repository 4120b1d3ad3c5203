/** Reads the options that several commands have: how URLs are read, and what servers are asked. */
import { canonicalize, type Options, UrlError } from '../src/index.ts';
import type { GivenOptions } from './arguments.ts';
import { UsageError } from './options.ts';

/** The settings of the gateways that a person may have, by the keys that the Worker has for them. */
const SETTINGS = [
  ['news-server', 'NEWS_SERVER'],
  ['name-service', 'CNRP_SERVICES'],
  ['deadlines', 'DEADLINES'],
] as const;

export function networkSettings(given: GivenOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(
    SETTINGS.filter(([name]) => given.has(name)).map(([name, key]) => [key, given.get(name) ?? '']),
  );
}

/** How URLs are read. */
export function libraryOptions(given: GivenOptions): Options {
  const dialect = given.get('dialect') === 'url-1994' ? 'url-1994' : 'current';
  const base = given.get('base');
  if (base !== undefined) checkBase(base, dialect);
  return { base, dialect, lax: given.has('lax') };
}

/** An invalid base is an error of the command line, not of every line of the input. */
function checkBase(base: string, dialect: Options['dialect']): void {
  try {
    canonicalize(base, { dialect });
  } catch (error) {
    throw error instanceof UrlError ? new UsageError(`--base: ${error.message} (${error.code})`) : error;
  }
}
