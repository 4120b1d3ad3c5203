/**
 * The frames of terminals: the place of the screen, the status line, and the controls. The build renders them as the
 * content of the section `terminal`, and the script of the page shows them.
 */
import type { ComponentProps, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { CHARSETS } from './charsets.ts';

/** The values of buttons and choices, with their names for people. */
type KeyNames = Readonly<Record<string, string>>;

/** The keys that are commands of telnet. */
const SIGNALS: KeyNames = { break: 'Break', interrupt: 'Interrupt', 'are-you-there': 'Are you there?' };

/** The keys that the keyboards of phones lack. Ctrl holds for the next character. */
const TYPED_KEYS: KeyNames = {
  ...{ escape: 'Esc', tab: 'Tab', control: 'Ctrl' },
  ...{ left: '←', up: '↑', down: '↓', right: '→', paste: 'Paste' },
};
const MOVING_KEYS: KeyNames = { backtab: 'Back tab', tab: 'Tab', left: '←', up: '↑', down: '↓', right: '→' };

/** What screen readers say for a key that is a sign. */
const SPOKEN: KeyNames = { left: 'Left', up: 'Up', down: 'Down', right: 'Right' };

/** The keys of a 3270 that send, and those that edit, by their names in the terminal model. */
const sendingKeys: KeyNames = { enter: 'Enter', clear: 'Clear', pa1: 'PA1', pa2: 'PA2', pa3: 'PA3' };
const functionKeys: KeyNames = Object.fromEntries(
  Array.from({ length: 24 }, (_, index) => [`pf${index + 1}`, `PF${index + 1}`]),
);
const editingKeys: KeyNames = {
  ...{ reset: 'Reset', 'erase-eof': 'Erase EOF', 'erase-input': 'Erase input' },
  ...{ insert: 'Insert', duplicate: 'Dup', 'field-mark': 'Field mark' },
};

const MODELS: KeyNames = { 2: '24 × 80', 3: '32 × 80', 4: '43 × 80', 5: '27 × 132' };
/** Those of the terminal model, by their names for people. */
const CODE_PAGES: KeyNames = { 37: '037', bracket: 'bracket', 1047: '1047' };

/** Renders the frame of a terminal for octets as HTML. */
export function writeTerminalFrame(): string {
  return renderToString(
    <>
      <Login />
      <p id="terminal-title" class="terminal-title" />
      <div id="screen" class="terminal-screen" />
      <div id="spoken" class="visually-hidden" role="log" aria-label="New output" />
      <div class="terminal-controls touch-keys">
        <Controls data="typed" names={TYPED_KEYS} />
      </div>
      <form id="line-form" class="terminal-controls" hidden>
        <label for="line">Your line</label>
        <input id="line" autocomplete="off" autocapitalize="off" spellcheck={false} enterkeyhint="send" />
        <button type="submit">Send</button>
      </form>
      <Status />
      <p id="busy" class="terminal-status" role="status" hidden>
        The server sends more than this page can show. Press Leave to end the session.
      </p>
      <div class="terminal-controls">
        <Control id="screen-reader" aria-pressed="false">
          Screen reader
        </Control>
        <Controls data="key" names={SIGNALS} />
        <WholeWindow />
        <Leave />
        <Control id="save-text">Save text</Control>
        <form id="find-form" class="choice">
          <input
            id="find"
            type="search"
            size={12}
            aria-label="Find on the screen"
            placeholder="Find text"
            autocomplete="off"
            spellcheck={false}
            required
          />
          <button type="submit" class="quiet">
            Find
          </button>
          <span id="found" class="terminal-traffic" role="status" />
        </form>
        <Choice id="charset" label="Charset" options={CHARSETS} />
      </div>
      <p id="screen-help" class="aside for-keyboards">
        Shift+Tab leaves the screen. Other keys go to the session. While you type a line, ↑ and ↓ recall the lines that
        you sent. “Find” goes from the newest line to the oldest, and Shift+Enter back. Press “Screen reader” to have
        new output read aloud.
      </p>
    </>,
  );
}

/** Renders the frame of a 3270 terminal as HTML, with every key that a PC keyboard lacks. */
export function write3270Frame(): string {
  return renderToString(
    <>
      <div id="screen" class="screen-3270" dir="ltr" />
      <div class="terminal-controls touch-keys">
        <Controls data="edit" names={MOVING_KEYS} />
        <Control id="paste">Paste</Control>
        <Control id="larger-letters" aria-pressed="false" hidden>
          Larger text
        </Control>
      </div>
      <p class="operator-line">
        <span id="operator" role="status" />
        <span id="insert-mode" />
        <span id="cursor-place" />
      </p>
      {/* Text in line mode is on the screen; this is for who listens. */}
      <p id="host-text" class="visually-hidden" role="log" aria-label="Text of the host" />
      <form id="host-line" class="terminal-controls" hidden>
        <label for="line">This host is in line mode. Your line</label>
        <input id="line" autocomplete="off" autocapitalize="off" spellcheck={false} />
        <button type="submit">Send</button>
      </form>
      <Status />
      <div class="terminal-controls">
        <Controls data="send" names={sendingKeys} />
        <Control id="attention">Attn</Control>
        <Control id="system-request">SysReq</Control>
        <Controls data="edit" names={editingKeys} />
      </div>
      <fieldset class="terminal-controls function-keys" aria-label="Function keys">
        <Controls data="send" names={functionKeys} />
      </fieldset>
      <div class="terminal-controls">
        <WholeWindow />
        <Leave />
        <Control id="copy-screen">Copy screen</Control>
        <Choice id="model" label="Screen" options={Object.entries(MODELS)} />
        <span class="choice">
          <label for="lu">LU name</label>
          <input id="lu" size={8} maxLength={17} autocomplete="off" autocapitalize="characters" spellcheck={false} />
        </span>
        <Choice id="code-page" label="Code page" options={Object.entries(CODE_PAGES)} />
      </div>
      <details class="keyboard-help for-keyboards">
        <summary>Keys</summary>
        <p>
          Enter sends; F1 to F12 are PF1 to PF12, and with Shift PF13 to PF24. Tab and Shift+Tab go from field to field,
          the arrow keys anywhere. Alt+1 to Alt+3 are PA1 to PA3, Alt+C is Clear, Alt+A is Attn, Alt+R is SysReq, Escape
          is Reset, End erases to the end of the field, Home goes to the first field, Shift+Enter to the next line.
          Alt+L leaves the screen. Drag with the mouse to select a rectangle, and copy it with Ctrl+C.
        </p>
      </details>
    </>,
  );
}

/**
 * rlogin sends the name before everything else, so a person has to confirm it. The script shows this on pages of rlogin
 * links, and fills in the name and the address of the link.
 */
function Login(): VNode {
  return (
    <form id="login" hidden>
      <div class="terminal-controls">
        <label for="user">Log in as</label>
        <input id="user" name="user" required autocomplete="off" spellcheck={false} />
        <button type="submit">Connect</button>
      </div>
      <p class="aside">
        Most rlogin servers refuse web gateways. If this one refuses, try{' '}
        <a id="telnet" href="/">
          telnet
        </a>
        . If the output stops after Ctrl+C, press another key.
      </p>
    </form>
  );
}

function Status(): VNode {
  return (
    <p class="terminal-status">
      <span id="status" role="status" />
      <button type="button" id="reconnect" hidden>
        Reconnect
      </button>
      <span id="traffic" class="terminal-traffic" />
    </p>
  );
}

function WholeWindow(): VNode {
  return (
    <Control id="whole-window" aria-pressed="false">
      Full window
    </Control>
  );
}

function Leave(): VNode {
  return (
    <Control id="leave" hidden>
      Leave
    </Control>
  );
}

function Control(attributes: ComponentProps<'button'>): VNode {
  return <button type="button" class="quiet" {...attributes} />;
}

/** A button for each name, which the script finds by its data. */
function Controls({ data, names }: { readonly data: string; readonly names: KeyNames }): VNode {
  return (
    <>
      {Object.entries(names).map(([value, name]) => (
        <Control {...{ [`data-${data}`]: value }} aria-label={SPOKEN[value]}>
          {name}
        </Control>
      ))}
    </>
  );
}

interface TerminalChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, name: string])[];
}

function Choice({ id, label, options }: TerminalChoiceProps): VNode {
  return (
    <span class="choice">
      <label for={id}>{label}</label>
      <select id={id}>
        {options.map(([value, name]) => (
          <option value={value}>{name}</option>
        ))}
      </select>
    </span>
  );
}
