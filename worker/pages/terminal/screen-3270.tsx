/**
 * The frame of a 3270 terminal: the screen, the operator line, and every key that a PC keyboard lacks. The build
 * renders it.
 */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Reconnect, Status } from './frame.tsx';

const MODELS: readonly (readonly [model: string, name: string])[] = [
  ['2', '24 × 80'],
  ['3', '32 × 80'],
  ['4', '43 × 80'],
  ['5', '27 × 132'],
];

/** The keys that send, by their names in the terminal model. */
const sendingKeys: readonly (readonly [key: string, name: string])[] = [
  ['enter', 'Enter'],
  ['clear', 'Clear'],
  ['pa1', 'PA1'],
  ['pa2', 'PA2'],
  ['pa3', 'PA3'],
];

const editingKeys: readonly (readonly [key: string, name: string])[] = [
  ['reset', 'Reset'],
  ['erase-eof', 'Erase EOF'],
  ['erase-input', 'Erase input'],
  ['insert', 'Insert'],
  ['duplicate', 'Dup'],
  ['field-mark', 'Field mark'],
];

const FUNCTION_KEYS = Array.from({ length: 24 }, (_, index) => index + 1);

/** The frame of a 3270 terminal. */
function Frame3270(): VNode {
  return (
    <>
      <div id="screen" class="screen-3270" dir="ltr" />
      <p class="operator-line">
        <span id="operator" role="status" />
        <span id="insert-mode" />
        <span id="cursor-place" />
      </p>
      <p id="host-text" class="host-text" hidden />
      <Status />
      <div class="terminal-controls">
        <Reconnect />
        {sendingKeys.map(([key, name]) => (
          <Key kind="send" value={key} name={name} />
        ))}
        <button type="button" class="quiet" id="attention">
          Attn
        </button>
        {editingKeys.map(([key, name]) => (
          <Key kind="edit" value={key} name={name} />
        ))}
      </div>
      <fieldset class="terminal-controls function-keys" aria-label="Function keys">
        {FUNCTION_KEYS.map((number) => (
          <Key kind="send" value={`pf${number}`} name={`PF${number}`} />
        ))}
      </fieldset>
      <div class="terminal-controls">
        <button type="button" class="quiet" id="whole-window" aria-pressed="false">
          Full window
        </button>
        <label for="model">Screen</label>
        <select id="model">
          {MODELS.map(([model, name]) => (
            <option value={model}>{name}</option>
          ))}
        </select>
        <label for="code-page">Code page</label>
        <select id="code-page">
          <option value="37">037</option>
          <option value="1047">1047</option>
        </select>
      </div>
      <details class="keyboard-help">
        <summary>Keys</summary>
        <p>
          Enter sends; F1 to F12 are PF1 to PF12, and with Shift PF13 to PF24. Tab and Shift+Tab go from field to field,
          the arrow keys anywhere. Alt+1 to Alt+3 are PA1 to PA3, Alt+C is Clear, Alt+A is Attn, Escape is Reset, End
          erases to the end of the field, Home goes to the first field, Shift+Enter to the next line. Alt+L leaves the
          screen.
        </p>
      </details>
    </>
  );
}

/** Renders the frame of a 3270 terminal as HTML: the content of the section `terminal`. */
export function write3270Frame(): string {
  return renderToString(<Frame3270 />);
}

function Key({ kind, value, name }: { readonly kind: 'send' | 'edit'; readonly value: string; readonly name: string }) {
  const data = kind === 'send' ? { 'data-send': value } : { 'data-edit': value };
  return (
    <button type="button" class="quiet" {...data}>
      {name}
    </button>
  );
}
