/** Addresses on the Web in settings: URLs, and the templates of gateways and archives (RFC 6570). */
import { definitions } from '../schemes/registry.ts';

/** @throws TypeError if a text is not the URL of a host on the Web */
export function webUrl(text: string): string {
  if (!/^https?:\/\/[^/?#\s]\S*$/.test(text) || !URL.canParse(text)) throw new TypeError('not an http(s) URL');
  return text;
}

/** The variables that every URL has. */
export const PART_VARIABLES = ['url', 'scheme', 'host', 'port', 'authority', 'path', 'query'] as const;

/** With the details that the definitions of schemes offer. */
const VARIABLES: ReadonlySet<string> = new Set([
  ...PART_VARIABLES,
  ...definitions.flatMap(({ templateVariables = {} }) => Object.keys(templateVariables)),
]);

const EXPRESSION = /\{[+#./;?&]?([\w.%,:*]+)\}/g;

/**
 * @param entry - the key of its entry in the setting, for the message
 * @param more - variables in addition to those of links
 * @throws TypeError if a text is not a template of http(s) URLs, or has a variable that no link has
 */
export function webTemplate(text: string, entry: string, more: readonly string[] = []): string {
  // A number can stand for a part of any component, the port included.
  const example = text.replace(EXPRESSION, '1');
  if (/[{}]/.test(example)) throw new TypeError('not a template');
  webUrl(example);
  const known = new Set([...VARIABLES, ...more]);
  if (!variablesIn(text).every((name) => known.has(name))) {
    throw new TypeError(`entry ${entry} must have no other variables than ${[...known].join(', ')}`);
  }
  return text;
}

/** The names of the variables in a template, without their modifiers (RFC 6570 §2.4). */
export function variablesIn(template: string): readonly string[] {
  return [...template.matchAll(EXPRESSION)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/(?::\d+|\*)$/, '')),
  );
}
