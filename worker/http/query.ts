/**
 * The query of a request: split and decoded as a form (`application/x-www-form-urlencoded`), but strict where
 * forms are lax, since a misspelt parameter or an octet that was lost would give a wrong answer quietly.
 */
import * as v from 'valibot';
import { type Fault, fault, RequestError } from '../problem.ts';

/** A schema whose members are the parameters that a route takes; a loose one lets others pass unread. */
type Parameters = v.ObjectSchema<v.ObjectEntries, undefined> | v.LooseObjectSchema<v.ObjectEntries, undefined>;

/**
 * The parameters of a request address, checked.
 *
 * @throws RequestError naming every parameter that is missing, repeated, unknown, wrong, or not UTF-8.
 * @example
 * ```ts
 * readQuery('https://waypost.example/v1/resolve?url=go:x', v.object({ url: v.string() })); // { url: 'go:x' }
 * ```
 */
export function readQuery<Schema extends Parameters>(address: string, schema: Schema): v.InferOutput<Schema> {
  const faults: Fault[] = [];
  const given: Record<string, string> = {};
  for (const [name, value] of pairs(address)) {
    if (!Object.hasOwn(schema.entries, name)) {
      if (schema.type === 'loose_object') continue;
      faults.push(unknownParameter(name, Object.keys(schema.entries)));
    } else if (Object.hasOwn(given, name)) {
      faults.push(parameterFault('parameter-repeated', name, `\`${name}\` is given more than once.`));
    } else if (value === null) {
      faults.push(parameterFault('parameter-not-utf-8', name, notUtf8(name)));
    } else {
      given[name] = value;
    }
  }
  const read = v.safeParse(schema, given);
  if (read.success && faults.length === 0) return read.output;
  const named = new Set(faults.map(({ parameter }) => parameter));
  const others = schemaFaults(read.issues ?? []).filter(({ parameter }) => !named.has(parameter));
  throw new RequestError('invalid-parameter', [...faults, ...others].slice(0, MOST_FAULTS));
}

/** So many faults tell the story; an address full of them must not become a long answer. */
const MOST_FAULTS = 5;
/** So much of a parameter's name is repeated to its author. */
const LONGEST_NAME = 40;

function parameterFault(code: string, parameter: string, message: string): Fault {
  return { code, parameter, at: null, message, spec: null };
}

function unknownParameter(name: string, known: readonly string[]): Fault {
  const short = shortened(name);
  const names = known.length === 0 ? 'nor any other' : `only ${known.join(', ')}`;
  const message = `There is no parameter \`${short}\` here, ${names}. A \`&\` inside a value is written \`%26\`.`;
  return parameterFault('parameter-unknown', short, message);
}

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}

function notUtf8(name: string): string {
  return `\`${name}\` is not UTF-8 once its escapes are decoded. A \`%\` inside a value is written \`%25\`.`;
}

/** What valibot found wrong with the members of an object. */
export function schemaFaults(issues: readonly v.BaseIssue<unknown>[]): Fault[] {
  return issues.map(schemaFault);
}

function schemaFault(issue: v.BaseIssue<unknown>): Fault {
  const name = v.getDotPath(issue);
  if (name === null) return fault('item-invalid', issue.message);
  if (issue.expected === 'never') return fault('item-invalid', `There is no member \`${shortened(name)}\` here.`);
  if (issue.received === 'undefined') return parameterFault('parameter-missing', name, `\`${name}\` is missing.`);
  return parameterFault('parameter-invalid', name, `\`${name}\` ${issue.message}.`);
}

/** Names and decoded values in order; a value that is not UTF-8 is `null`. */
function* pairs(address: string): Generator<[name: string, value: string | null]> {
  const from = address.indexOf('?') + 1;
  if (from === 0) return;
  const fragment = address.indexOf('#', from);
  for (const pair of address.slice(from, fragment === -1 ? undefined : fragment).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals === -1 ? pair : pair.slice(0, equals);
    yield [decode(name) ?? name, equals === -1 ? '' : decode(pair.slice(equals + 1))];
  }
}

/** `+` is a space; a `%` that begins no escape stands for itself, as in every browser's form decoder. */
function decode(text: string): string | null {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return decodeStray(spaced.replace(/%(?![\da-f]{2})/gi, '%25'));
  }
}

function decodeStray(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
