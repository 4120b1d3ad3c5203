/**
 * Arguments of public functions besides URLs. A wrong one is an error of the program, so it is a `TypeError`, which the
 * safe forms throw too; a wrong URL is a `UrlError`.
 */
/**
 * What an argument may be: one of the values, or of the type whose name is in the text. The error says the text.
 * `null` = the reader of the argument checks it, as that of a URL.
 */
export type Allowed = readonly [text: string, ...values: readonly unknown[]] | null;

/** What each member of an argument may be. */
export type AllowedMembers = Readonly<Record<string, Allowed>>;

export const FLAG: Allowed = ['true or false', true, false];

/**
 * Checks options, or another argument with members.
 *
 * @param allowed - every member that there is
 * @param noun - what a member is called
 * @throws TypeError that names the member, and what is allowed
 */
export function checkMembers(members: unknown, allowed: AllowedMembers, noun = 'option'): void {
  checkArgument(`${noun}s`, members, ['an object']);
  for (const [name, value] of Object.entries(Object(members))) {
    const known = Object.hasOwn(allowed, name);
    if (!known) checkArgument(`${noun} ${name}`, null, [`one of ${Object.keys(allowed).join(', ')}`]);
    if (value !== undefined) checkArgument(`${noun} ${name}`, value, allowed[name]);
  }
}

/**
 * Checks one argument.
 *
 * @param name - as in the documentation
 * @throws TypeError that names the argument, and what is allowed
 */
export function checkArgument(name: string, value: unknown, allowed: Allowed = null): void {
  if (allowed && !allowed.includes(value, 1) && (value === null || !allowed[0].includes(typeof value)))
    throw new TypeError(`The ${name} must be ${allowed[0]}.`);
}

/**
 * Checks an argument by a question about it.
 *
 * @param what - what it must be
 * @throws TypeError that names the argument, and what it must be
 */
export function requireThat(isRight: boolean, name: string, what: string): void {
  checkArgument(name, isRight, [what, true]);
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
