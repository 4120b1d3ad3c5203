/** The frame of a terminal: the status line, the controls, and the place of the screen. Its script shows it. */
import type { VNode } from 'preact';

/** The charsets to choose from, with the names that people know; UTF-8 first. */
const charsets: readonly (readonly [label: string, name: string])[] = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Latin-1'],
  ['cp437', 'CP437 (PC)'],
  ['iso-8859-2', 'Latin-2'],
  ['iso-8859-15', 'Latin-9'],
  ['ibm866', 'CP866'],
  ['koi8-r', 'KOI8-R'],
  ['windows-1251', 'Cyrillic (1251)'],
  ['macintosh', 'Mac Roman'],
  ['big5', 'Big5'],
  ['gbk', 'GBK'],
  ['euc-jp', 'EUC-JP'],
  ['shift_jis', 'Shift JIS'],
  ['euc-kr', 'EUC-KR'],
];

interface FrameProps {
  /** The path and query of the WebSocket. */
  readonly socket: string;
  /** The nonce of the page's policy for style elements. */
  readonly nonce: string;
  /** For rlogin: the name to log in with that the page suggests. `null` = the protocol sends no name. */
  readonly user: string | null;
}

/** The frame of a terminal for octets. It is hidden until the script runs. */
export function TerminalFrame({ socket, nonce, user }: FrameProps): VNode {
  return (
    <section id="terminal" class="terminal" hidden aria-label="Terminal" data-socket={socket} data-nonce={nonce}>
      {user !== null && <Login user={user} />}
      <p id="terminal-title" class="terminal-title" />
      <div id="screen" class="terminal-screen" />
      <Status />
      <div class="terminal-controls">
        <Reconnect />
        <button type="button" class="quiet" data-key="break">
          Break
        </button>
        <button type="button" class="quiet" data-key="interrupt">
          Interrupt
        </button>
        <button type="button" class="quiet" data-key="are-you-there">
          Are you there?
        </button>
        <button type="button" class="quiet" id="whole-window" aria-pressed="false">
          Full window
        </button>
        <label for="charset">Charset</label>
        <select id="charset">
          {charsets.map(([label, name]) => (
            <option value={label}>{name}</option>
          ))}
        </select>
      </div>
    </section>
  );
}

/** rlogin sends the name before everything else, so a person has to confirm it. */
function Login({ user }: { readonly user: string }): VNode {
  return (
    <form id="login" class="terminal-controls">
      <label for="user">Log in as</label>
      <input id="user" name="user" value={user} required autocomplete="off" spellcheck={false} />
      <button type="submit">Connect</button>
    </form>
  );
}

/** The state of the session, then its time and octets. */
export function Status(): VNode {
  return (
    <p class="terminal-status">
      <span id="status" role="status" />
      <span id="traffic" class="terminal-traffic" />
    </p>
  );
}

/** The button that appears when a session has ended. */
export function Reconnect(): VNode {
  return (
    <button type="button" id="reconnect" hidden>
      Reconnect
    </button>
  );
}
