/**
 * The frame of a terminal: the status line, the controls, and the place of the screen. The build renders it, and the
 * script of the page shows it.
 */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { CHARSETS } from './charsets.ts';

/** The frame of a terminal for octets. */
function TerminalFrame(): VNode {
  return (
    <>
      <Login />
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
          {CHARSETS.map(([label, name]) => (
            <option value={label}>{name}</option>
          ))}
        </select>
      </div>
      <p class="aside">Shift+Tab leaves the screen. All other keys are sent.</p>
    </>
  );
}

/** Renders the frame of a terminal for octets as HTML: the content of the section `terminal`. */
export function writeTerminalFrame(): string {
  return renderToString(<TerminalFrame />);
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
        Most rlogin servers accept only connections from the ports 512 to 1023, which no gateway on the Web can choose.
        If this one refuses, try{' '}
        <a id="telnet" href="/">
          telnet
        </a>
        .
      </p>
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
