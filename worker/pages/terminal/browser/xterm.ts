/** What xterm.js needs on a page whose server may be hostile, and whose policy forbids inline styles. */
import type { Terminal } from '@xterm/xterm';

/** Operating system commands that are ignored. */
const HYPERLINK = 8;
const CLIPBOARD = 52;
/** Colours: of the palette, special attributes, text, background, cursor and more. Setting them is harmless. */
const COLOURS = [4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];

/**
 * Disarms the escape sequences that a server must not use (xterm's control sequences): the clipboard, links with a
 * hidden target, and questions whose answers would carry what the server chose before. xterm.js has no window
 * operations, title reports or images unless a page switches them on, and this one does not.
 */
export function disarm({ parser }: Terminal): void {
  for (const command of [HYPERLINK, CLIPBOARD]) parser.registerOscHandler(command, () => true);
  for (const command of COLOURS) parser.registerOscHandler(command, (text) => text.includes('?'));
  // Requests for settings (DECRQSS), terminfo capabilities (XTGETTCAP): text in the question would come back.
  for (const intermediates of ['$', '+']) parser.registerDcsHandler({ intermediates, final: 'q' }, () => true);
  // Title reports and everything else about windows.
  parser.registerCsiHandler({ final: 't' }, () => true);
}

/**
 * From now on, style elements that a script creates have the nonce of the policy, and style attributes are set through
 * the CSSOM, which a policy without `unsafe-inline` allows (CSP 3 §6.1.3). xterm.js makes three style elements without
 * an option for a nonce, and sets style attributes for colours outside the palette.
 */
export function allowInlineStyles(nonce: string): void {
  const createElement = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = createElement(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  HTMLElement.prototype.setAttribute = function (name: string, value: string): void {
    if (name === 'style') this.style.cssText = value;
    else Element.prototype.setAttribute.call(this, name, value);
  };
}

/**
 * Types text that arrives without keys: from emoji panels, dictation and the suggestions of phone keyboards. xterm.js
 * takes such text for that of a key and drops it: always in its mode for screen readers, otherwise after a key whose
 * release it has not seen. Call this after `terminal.open`.
 *
 * @param screen - the element around the terminal: what it sees first, xterm.js may not see at all
 */
export function typeKeylessText(terminal: Terminal, screen: HTMLElement): void {
  let keyIsDown = false;
  const note = (type: string, isDown: boolean): void =>
    screen.addEventListener(
      type,
      () => {
        keyIsDown = isDown;
      },
      { capture: true },
    );
  note('keydown', true);
  for (const type of ['keyup', 'blur']) note(type, false);
  screen.addEventListener(
    'input',
    (event) => {
      if (!(event instanceof InputEvent) || keyIsDown) return;
      // The end of a composition is an event of its own, which xterm.js takes.
      if (event.inputType !== 'insertText' || event.isComposing || event.data === null) return;
      event.stopPropagation();
      terminal.input(event.data);
    },
    { capture: true },
  );
}
