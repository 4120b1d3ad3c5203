/** What xterm.js needs where a policy forbids inline styles, people paste, phones type, and blocks have to join. */
import type { Terminal } from '@xterm/xterm';
import { type FramePace, layoutCost } from './frame-pace.ts';

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

type RowRenderer = (first: number, last: number) => void;

/** What is used of the inside of xterm.js, which has no options for it. */
interface Inside {
  readonly _core: {
    readonly _renderService: { readonly _renderer: { readonly value: { renderRows: RowRenderer } } };
    readonly _accessibilityManager: {
      readonly value?: {
        readonly _liveRegionDebouncer: { _renderCallback: RowRenderer };
        _handleChar: (character: string) => void;
        _handleKey: (key: string) => void;
      };
    };
  };
}

const insideOf = (terminal: Terminal): Inside['_core'] => (terminal as unknown as Inside)._core;

/** Makes one job of a pace of each row. */
function inParts(render: RowRenderer, pace: FramePace, name: string, cost: (row: number) => number): RowRenderer {
  return (first, last) => {
    for (let row = first; row <= last; row++) {
      pace.add(`${name} ${row}`, () => {
        render(row, row);
        return cost(row);
      });
    }
  };
}

/**
 * From now on, a terminal renders its rows in parts. It would render all of them in one frame, and again at once when
 * the focus leaves it. Call this after `terminal.open`.
 */
export function renderInParts(terminal: Terminal, pace: FramePace): void {
  const renderer = insideOf(terminal)._renderService._renderer.value;
  const rows = terminal.element?.querySelector('.xterm-rows')?.children;
  renderer.renderRows = inParts(renderer.renderRows.bind(renderer), pace, 'row', (row) => {
    const element = rows?.[row];
    return (element?.childElementCount ?? 0) + layoutCost(element?.textContent ?? '');
  });
}

/**
 * Leaves screen readers only the rows, and renders them in parts, too: xterm.js would collect all output and all keys,
 * to tell them in a region of its own. Call this whenever `screenReaderMode` is switched on.
 */
export function tellRowsOnly(terminal: Terminal, pace: FramePace): void {
  const manager = insideOf(terminal)._accessibilityManager.value;
  if (manager === undefined) return;
  manager._handleChar = manager._handleKey = () => {};
  const rows = terminal.element?.querySelector('.xterm-accessibility-tree')?.children;
  const { _liveRegionDebouncer: debouncer } = manager;
  debouncer._renderCallback = inParts(debouncer._renderCallback, pace, 'spoken row', (row) =>
    layoutCost(rows?.[row]?.textContent ?? ''),
  );
}

/** Controls, but no tab and no end of a line, which are keys. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/**
 * Pastes a text without its controls: the page that it was copied from must not press Ctrl+C, or end a paste that the
 * server asked to be marked (xterm's control sequences, bracketed paste), so that a shell runs the rest.
 */
export function pasteText(terminal: Terminal, text: string): void {
  terminal.paste(text.replace(CONTROLS, ''));
}

/** Has {@link pasteText} paste what a person pastes with a key or the mouse, before xterm.js does. */
export function takePastes(terminal: Terminal, screen: HTMLElement): void {
  screen.addEventListener(
    'paste',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      pasteText(terminal, event.clipboardData?.getData('text/plain') ?? '');
    },
    { capture: true },
  );
}

/**
 * Moves the screen by less than a pixel, so that it begins at a whole one: a browser rounds the edges of a row and the
 * letters in it apart, which cuts blocks, and leaves seams between them.
 */
export function alignScreen({ element }: Terminal): void {
  if (element === undefined) return;
  element.style.margin = '';
  const { x, y } = element.getBoundingClientRect();
  const missing = (place: number): number => Math.ceil(place * devicePixelRatio) / devicePixelRatio - place;
  element.style.margin = `${missing(y + scrollY)}px 0 0 ${missing(x + scrollX)}px`;
}
