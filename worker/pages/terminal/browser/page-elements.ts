/** The elements that the server has put into the page. */

/** The element with this id. */
export function elementById<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no ${id}`);
  return element;
}

/** Moves the focus from the screen of a terminal to the first button below it. */
export function focusControls(frame: HTMLElement): void {
  frame.querySelector<HTMLElement>('#screen ~ .terminal-controls button:not([hidden])')?.focus();
}
