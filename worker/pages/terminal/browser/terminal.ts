/** The script of a terminal's page: xterm.js on the WebSocket of a telnet or rlogin session. */
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { CharsetDecoder, encodeCharset } from '../../../../src/octets/charset.ts';
import { LineEditor } from '../../../../src/protocols/telnet/line-editor.ts';
import { basePath } from '../../parts/browser/base-path.ts';
import { KEYS } from '../messages.ts';
import { SequenceGuard } from './sequence-guard.ts';
import { elementById, focusControls, frame, onReconnect, Session } from './session-page.ts';
import { allowInlineStyles, disarm, typeKeylessText } from './xterm.ts';

/** Leaves the screen of a program that fills the window. On the usual screen it would move the cursor. */
const LEAVE_SCREEN = '\x1b[?1049l';
/** Undoes what else a program may have left: mouse reports, bracketed paste, colours (xterm’s modes, DECSTR). */
const SOFT_RESET = '\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?2004l\x1b[!p\x1b[0m';

/** The longest title that is shown, in characters. */
const LONGEST_TITLE = 120;
const SCROLLBACK = 5000;
/** After this long without a pause, the page offers to end a session, in milliseconds. */
const BUSY_MS = 2000;

const charset = elementById('charset', HTMLSelectElement);
const title = elementById('terminal-title', HTMLElement);
/** The name that rlogin suggests, whose protocol begins with a name; absent for telnet. */
const { user: suggestedUser } = frame.dataset;
const busy = elementById('busy', HTMLElement);
const login = elementById('login', HTMLFormElement);
const user = elementById('user', HTMLInputElement);

allowInlineStyles(frame.dataset.nonce ?? '');

const terminal = new Terminal({
  cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  fontFamily: getComputedStyle(frame).getPropertyValue('--mono'),
  fontSize: 15,
  scrollback: SCROLLBACK,
  screenReaderMode: true,
  minimumContrastRatio: 4.5,
  theme: { background: '#101214', foreground: '#e6e3db' },
});
const fit = new FitAddon();
terminal.loadAddon(fit);
disarm(terminal);
terminal.open(elementById('screen', HTMLElement));
typeKeylessText(terminal);
// The server gets the Tab key, so another key has to leave the terminal (WCAG 2.2 §2.1.2).
terminal.attachCustomKeyEventHandler((event) => {
  if (event.key !== 'Tab' || !event.shiftKey) return true;
  event.preventDefault();
  if (event.type === 'keydown') focusControls();
  return false;
});
fit.fit();

/** Keeps the beginning of a character until the rest of it arrives. */
let decoder = new CharsetDecoder(charset.value);
let guard = new SequenceGuard();
const lines = new LineEditor();
let session: Session | null = null;
/** Parts of the output that the screen has not taken, and since when there are any. */
let waiting = 0;
let waitingSince = 0;
let echo: 'terminal' | 'server' = 'terminal';

function connect(): void {
  session?.close();
  lines.flush();
  // An rlogin server echoes from the start.
  echo = suggestedUser === undefined ? 'terminal' : 'server';
  decoder = new CharsetDecoder(charset.value);
  guard = new SequenceGuard();
  if (terminal.buffer.active.type === 'alternate') terminal.write(LEAVE_SCREEN);
  terminal.write(SOFT_RESET);
  title.textContent = '';
  session = new Session(frame.dataset.socket ?? '', {
    octets(octets, taken) {
      const size = { columns: terminal.cols, rows: terminal.rows };
      if (waiting === 0) waitingSince = performance.now();
      waiting += 1;
      terminal.write(guard.filter(decoder.decode(octets), size), () => {
        waiting -= 1;
        taken();
      });
    },
    opened() {
      // After its first octets, an rlogin server takes sizes.
      if (suggestedUser !== undefined) session?.tell({ type: 'user', user: user.value });
      tellSize();
    },
    echo: setEcho,
  });
}

function setEcho(by: 'terminal' | 'server'): void {
  echo = by;
  const unfinished = lines.flush();
  if (by === 'server' && unfinished !== '') send(unfinished);
}

function send(text: string): void {
  session?.type(encodeCharset(text, charset.value));
}

function tellSize(): void {
  session?.tell({ type: 'size', columns: terminal.cols, rows: terminal.rows });
}

terminal.onData((typed) => {
  if (echo === 'server') {
    send(typed);
    return;
  }
  const edit = lines.type(typed);
  terminal.write(edit.echo);
  if (edit.send !== '') send(edit.send);
});
terminal.onResize(tellSize);
// The server chooses the title, so it is text in a place of its own.
terminal.onTitleChange((text) => {
  title.textContent = text.replace(/\p{Cc}/gu, '').slice(0, LONGEST_TITLE);
});
new ResizeObserver(() => fit.fit()).observe(elementById('screen', HTMLElement));
onReconnect(() => {
  connect();
  terminal.focus();
});
charset.addEventListener('change', () => {
  decoder = new CharsetDecoder(charset.value);
  terminal.focus();
});
elementById('whole-window', HTMLButtonElement).addEventListener('click', () => terminal.focus());
for (const key of KEYS) {
  frame.querySelector(`[data-key="${key}"]`)?.addEventListener('click', () => {
    session?.tell({ type: 'key', key });
    terminal.focus();
  });
}

/** A server that sends without a pause must not keep a person here. */
setInterval(() => {
  busy.hidden = waiting === 0 || performance.now() - waitingSince < BUSY_MS;
}, BUSY_MS / 4);
elementById('leave', HTMLButtonElement).addEventListener('click', () => session?.leave());

login.addEventListener('submit', (event) => {
  event.preventDefault();
  connect();
  terminal.focus();
});

if (suggestedUser === undefined) {
  connect();
  terminal.focus();
} else {
  login.hidden = false;
  user.value = suggestedUser;
  // The same host at the port of telnet.
  const [, host = ''] =
    /^\/rlogin\/(\[[^\]]*\]|[^:/]*)/.exec((frame.dataset.socket ?? '').slice(basePath().length)) ?? [];
  elementById('telnet', HTMLAnchorElement).href = `${basePath()}/telnet/${host}/`;
  user.focus();
}
