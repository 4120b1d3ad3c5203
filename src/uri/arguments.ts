/**
 * Arguments of public functions besides URLs. A wrong one is an error of the program, so it is a `TypeError`, which the
 * safe forms throw too; a wrong URL is a `UrlError`.
 */
/**
 * What an argument may be: one of the values, or of the type whose name is in the text. The error says the text.
 */
export type Allowed = readonly [text: string, ...values: readonly unknown[]];

/** What each member of an argument may be; `null` = its reader checks it, as that of a URL. */
export type AllowedMembers = Readonly<Record<string, Allowed | null>>;

export const FLAG: Allowed = ['true or false', true, false];

/**
 * Checks options, or another argument with members.
 *
 * @param allowed - every member that there is
 * @param noun - what a member is called
 * @throws TypeError that names the member, and what is allowed
 */
export function checkMembers(members: unknown, allowed: AllowedMembers, noun = 'option'): void {
  if (typeof members !== 'object' || members === null) refuse(`${noun}s`, 'an object');
  const object: Readonly<Record<string, unknown>> = Object(members);
  // No texts and no lists are made for options that are right.
  for (const name of Object.keys(object)) {
    if (!Object.hasOwn(allowed, name)) refuse(`${noun} ${name}`, `one of ${Object.keys(allowed).join(', ')}`);
    const values = allowed[name];
    const value = object[name];
    if (values && value !== undefined && !isOne(value, values)) refuse(`${noun} ${name}`, values[0]);
  }
}

/**
 * Checks one argument.
 *
 * @param name - as in the documentation
 * @throws TypeError that names the argument, and what is allowed
 */
export function checkArgument(name: string, value: unknown, allowed: Allowed): void {
  if (!isOne(value, allowed)) refuse(name, allowed[0]);
}

function isOne(value: unknown, allowed: Allowed): boolean {
  return allowed.includes(value, 1) || (value !== null && allowed[0].includes(typeof value));
}

function refuse(name: string, what: string): never {
  throw new TypeError(`The ${name} must be ${what}.`);
}

/**
 * Checks an argument by a question about it.
 *
 * @param what - what it must be
 * @throws TypeError that names the argument, and what it must be
 */
export function requireThat(isRight: boolean, name: string, what: string): void {
  if (!isRight) refuse(name, what);
}

/** Whether a value is an object with these members. */
export function hasMembers(value: unknown, ...members: readonly string[]): boolean {
  return members.every((member) => member in Object(value));
}

/** @throws TypeError if the argument is not a list of definitions of schemes */
export function requireDefinitions(definitions: unknown): void {
  const areRight = Array.isArray(definitions) && definitions.every((one) => hasMembers(one, 'name', 'syntax'));
  requireThat(areRight, 'definitions', 'a list of definitions of schemes');
}

/** @throws TypeError if the argument lacks what is needed of a library */
export function requireLibrary(library: unknown, ...members: readonly string[]): void {
  requireThat(hasMembers(library, ...members), 'library', 'what createWaypost returns');
}
