/** Elements that the page of a script has. */

/** @throws TypeError if the page has none */
export function elementOf<Kind extends Element>(selector: string, kind: new () => Kind): Kind {
  const element = document.querySelector(selector);
  if (element instanceof kind) return element;
  throw new TypeError(`The page has no ${selector}.`);
}
