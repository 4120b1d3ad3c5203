/** The script of a terminal's page: xterm.js on the WebSocket of a telnet or rlogin session. */
import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { displayText } from '../../../../src/octets/ansi.ts';
import { CharsetDecoder, encodeCharset } from '../../../../src/octets/charset.ts';
import { DOS_COLUMNS, DosText, isDos, withGlyphs } from '../../../../src/octets/dos-text.ts';
import { LineEditor, localEcho } from '../../../../src/protocols/telnet/line-editor.ts';
import { type Echo, takesLines } from '../../../../src/protocols/telnet/telnet.ts';
import { basePath } from '../../parts/browser/base-path.ts';
import { KEYS } from '../messages.ts';
import { CharsetChoice } from './charset-choice.ts';
import { disarm } from './disarm.ts';
import { dosLetters } from './dos-letters.ts';
import { coloursOf, DOS_ROWS } from './dos-screen.ts';
import { FramePace } from './frame-pace.ts';
import { keep, kept } from './kept.ts';
import { LineField } from './line-field.ts';
import { OutputSlicer } from './output-cost.ts';
import { OutputQueue } from './output-queue.ts';
import { startScreenTools } from './screen-tools.ts';
import { SequenceGuard } from './sequence-guard.ts';
import { elementById, focusControls, frame, onReconnect, PageSession } from './session-page.ts';
import { ShownOutput } from './shown-output.ts';
import { SpokenOutput } from './spoken-output.ts';
import { startTouchKeys, withControl } from './touch-keys.ts';
import { alignScreen, allowInlineStyles, renderInParts, takePastes, typeKeylessText } from './xterm.ts';

/** Leaves the screen of a program that fills the window. On the usual screen it would move the cursor. */
const LEAVE_SCREEN = '\x1b[?1049l';
/** Ends a control sequence whose end was left out (ECMA-48 §8.3.6). */
const CANCEL = '\x18';
/** Empties the screen and the scrollback, and undoes all settings (RIS). */
const RESET = '\x1bc';
/** Undoes what else a program may have left: mouse reports, bracketed paste, colours (xterm’s modes, DECSTR). */
const SOFT_RESET = '\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?2004l\x1b[!p\x1b[0m';

/** The longest title that is shown, in characters. */
const LONGEST_TITLE = 120;
const SCROLLBACK = 5000;
/** The name under which this device keeps that a person wants output read aloud. */
const SCREEN_READER = 'waypost-screen-reader';
/** While a person drags the edge of a window, the server gets its size when it stays for so long, in milliseconds. */
const SIZE_MS = 100;
/** How long to wait for an animation frame, in milliseconds: longer than a slow browser takes for one. */
const FRAME_MS = 1000;
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

let session: PageSession | null = null;
/** Whether the screen gets once more what it had. What the server asked in it was answered. */
let isRepainting = false;
/** How often an input method began to compose, or ended. */
let compositions = 0;
/** Whether the terminal is answering a question of the server: the answer is no key, and nobody edits it. */
let isAnswering = false;
const screen = elementById('screen', HTMLElement);
const monospace = getComputedStyle(frame).getPropertyValue('--mono');
const terminal = new Terminal({
  cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  fontFamily: monospace,
  scrollback: SCROLLBACK,
  // What a server erases stays in the scrollback: boards and games erase the screen for each page.
  scrollOnEraseInDisplay: true,
  minimumContrastRatio: 4.5,
  // It would report each broken sequence of a server in the console.
  logLevel: 'off',
});
const fit = new FitAddon();
terminal.loadAddon(fit);
disarm(terminal, {
  isBehind: () => isRepainting || (session?.isBehind ?? false),
  answering() {
    isAnswering = true;
    // The terminal answers in this task, or not at all.
    queueMicrotask(() => {
      isAnswering = false;
    });
  },
});
terminal.open(screen);
const pace = new FramePace(nextFrame);
renderInParts(terminal, pace);
typeKeylessText(terminal, screen);
takePastes(terminal, screen);
terminal.textarea?.setAttribute('aria-describedby', 'screen-help');
// The server gets the Tab key, so another key has to leave the terminal (WCAG 2.2 §2.1.2).
terminal.attachCustomKeyEventHandler((event) => {
  if (event.key !== 'Tab' || !event.shiftKey) return true;
  event.preventDefault();
  if (event.type === 'keydown') focusControls();
  return false;
});

/** The screens of old systems have 80 columns. */
const LEAST_COLUMNS = 80;
/** In pixels, from the largest. */
const USUAL_LETTERS = [15, 14, 13, 12, 11, 10];

/** Fits the screen into its box: with smaller letters if 80 columns need them; beyond that, the box pans. */
function fitScreen(): void {
  alignScreen(terminal);
  const isWide = !isDos(choice.charset);
  const letters = isWide ? USUAL_LETTERS : dosLetters(monospace);
  for (const [index, size] of letters.entries()) {
    terminal.options.fontSize = size;
    const proposed = fit.proposeDimensions();
    if (proposed === undefined || Number.isNaN(proposed.cols)) return;
    const { cols, rows } = proposed;
    const isLast = index === letters.length - 1;
    if (!isLast && (cols < LEAST_COLUMNS || (!isWide && rows < DOS_ROWS))) continue;
    terminal.resize(isWide ? Math.max(cols, LEAST_COLUMNS) : DOS_COLUMNS, rows);
    return;
  }
}

/** Gives the screen the size and the colours of its charset. */
function adaptScreen(): void {
  charset.value = choice.charset;
  const { theme, fontWeightBold } = coloursOf(choice.charset);
  Object.assign(terminal.options, { theme, fontWeightBold });
  screen.classList.toggle('dos-screen', isDos(choice.charset));
  fitScreen();
}

/** Pans to the cursor. */
function revealCursor(): void {
  const { scrollWidth, clientWidth, scrollLeft } = screen;
  if (scrollWidth <= clientWidth) return;
  const column = (scrollWidth / terminal.cols) * terminal.buffer.active.cursorX;
  if (column < scrollLeft || column > scrollLeft + clientWidth * 0.9) screen.scrollLeft = column - clientWidth / 2;
}

const spoken = new SpokenOutput(terminal, elementById('spoken', HTMLElement), pace);

terminal.onCursorMove(revealCursor);

/** The address of the WebSocket at this origin, whose path begins with the protocol and the server. */
const address = frame.dataset.socket ?? '';
/** The name under which this device keeps the charset of the server. */
const charsetName = `waypost-charset ${address.slice(basePath().length).split('/', 3).join('/')}`;
const isOffered = (label: string | null | undefined): boolean =>
  [...charset.options].some(({ value }) => value === label);
const choice = new CharsetChoice([frame.dataset.charset, kept(charsetName)].find(isOffered) ?? null);
adaptScreen();
const shownOutput = new ShownOutput();
/** Keeps the beginning of a character until the rest of it arrives. */
let decoder = new CharsetDecoder(charset.value);
let guard = new SequenceGuard();
let dosText = new DosText();
const slicer = new OutputSlicer();
const lines = new LineEditor();
const lineField = new LineField(lines.history, (text) => terminal.input(text));
let output = newQueue();
/** Since when output waits for the screen. */
let waitingSince = 0;
let echo: Echo = 'terminal';
/** Whether output came behind the beginning of a line that is being typed. */
let wasInterrupted = false;
/** Whether a line was sent since the terminal hides what is typed. */
let hasSentHidden = false;

function connect(): void {
  session?.close();
  lines.flush();
  lineField.restart();
  // An rlogin server echoes from the start.
  setEcho(suggestedUser === undefined ? 'terminal' : 'server');
  choice.restart();
  startDecoding();
  output.clear();
  output = newQueue();
  show((terminal.buffer.active.type === 'alternate' ? LEAVE_SCREEN : '') + SOFT_RESET);
  title.textContent = '';
  session = new PageSession(frame.dataset.socket ?? '', {
    octets(octets, taken) {
      if (output.isEmpty) waitingSince = performance.now();
      lineField.serverSpoke();
      wasInterrupted ||= lines.text !== '';
      shownOutput.add(octets);
      output.add(octets, taken);
      if (choice.examine(octets)) repaint();
    },
    leaveOut() {
      shownOutput.dropLast(output.clear());
      startDecoding();
      show(CANCEL);
    },
    prompt() {
      // The line that is being typed goes on behind it.
      output.add('', () => {
        if (wasInterrupted && takesLines(echo)) show(lines.text);
        wasInterrupted = false;
      });
    },
    charset(agreed) {
      if (isOffered(agreed) && choice.agree(agreed)) repaint();
    },
    opened() {
      // After its first octets, an rlogin server takes sizes.
      if (suggestedUser !== undefined) session?.tell({ type: 'user', user: user.value });
      tellSize();
    },
    echo: setEcho,
    ended() {
      lineField.restart();
      return null;
    },
  });
}

function newQueue(): OutputQueue {
  return new OutputQueue(
    {
      slices(shown) {
        const size = { columns: terminal.cols, rows: terminal.rows };
        if (typeof shown === 'string') return slicer.slices(shown, size);
        const text = guard.filter(decoder.decode(shown), size);
        return slicer.slices(isDos(choice.charset) ? dosText.rewrite(withGlyphs(text)) : text, size);
      },
      write: (text, shown) => terminal.write(text, shown),
    },
    nextFrame,
  );
}

function startDecoding(): void {
  decoder = new CharsetDecoder(choice.charset);
  guard = new SequenceGuard();
  dosText = new DosText();
}

/** Shows text of the page itself. */
function show(text: string): void {
  shownOutput.add(text);
  terminal.write(text);
}

/** Shows everything once more, in the charset of now. */
function repaint(): void {
  adaptScreen();
  const hasUntold = !output.isEmpty;
  output.clear();
  spoken.beginRepaint(hasUntold);
  startDecoding();
  isRepainting = true;
  for (const part of [CANCEL + RESET, ...shownOutput.parts]) output.add(part, () => {});
  output.add('', () => {
    isRepainting = false;
    spoken.endRepaint();
  });
}

/** Calls a function before the next animation frame. A window that is hidden has none, so after a moment at most. */
function nextFrame(run: () => void): void {
  const frame = requestAnimationFrame(end);
  const moment = setTimeout(end, FRAME_MS);
  function end(): void {
    cancelAnimationFrame(frame);
    clearTimeout(moment);
    run();
  }
}

/**
 * An unfinished line stays in the editor, or is sent if the server takes characters from now on. A password that the
 * server no longer asks for is dropped: it must not begin the next line.
 */
function setEcho(by: Echo): void {
  if (echo === 'nobody' && by === 'terminal' && !hasSentHidden) lines.forgetHidden();
  hasSentHidden = false;
  echo = by;
  frame.classList.toggle('hides-input', by === 'nobody');
  lineField.setEcho(by);
  if (takesLines(by)) return;
  const unfinished = lines.flush();
  if (unfinished !== '') send(unfinished);
}

function send(text: string): void {
  session?.type(encodeCharset(text, charset.value));
}

function tellSize(): void {
  session?.tell({ type: 'size', columns: terminal.cols, rows: terminal.rows });
}

terminal.onData((key) => {
  if (isAnswering) {
    send(key);
    return;
  }
  const typed = withControl(key);
  wasInterrupted = false;
  if (echo !== 'nobody') spoken.type(typed);
  if (!takesLines(echo)) {
    if (echo === 'characters') show(localEcho(typed));
    send(typed);
    return;
  }
  const edit = lines.type(typed, echo === 'terminal');
  show(edit.echo);
  if (edit.send === '') return;
  hasSentHidden = echo === 'nobody';
  send(edit.send);
});
// xterm.js leaves what is typed in its text field, for input methods, and there a screen reader finds it. It sees the
// end of a composition before this, and never sees some of the text that is typed without a key.
screen.addEventListener('input', forgetHiddenInput, { capture: true });
for (const type of ['compositionstart', 'compositionend'])
  screen.addEventListener(type, (event) => {
    compositions += 1;
    if (type === 'compositionend') forgetHiddenInput(event);
  });

function forgetHiddenInput(event: Event): void {
  if (echo !== 'nobody' || (event instanceof InputEvent && event.isComposing)) return;
  const before = compositions;
  // xterm.js reads the field in its next task, and what an input method began or ended since in a later one.
  setTimeout(() => {
    if (compositions !== before) return;
    if (terminal.textarea) terminal.textarea.value = '';
    screen.querySelector('.composition-view')?.replaceChildren();
  });
}

let resized: ReturnType<typeof setTimeout> | undefined;
terminal.onResize(() => {
  clearTimeout(resized);
  resized = setTimeout(tellSize, SIZE_MS);
});
// The server chooses the title, so it is text in a place of its own.
terminal.onTitleChange((text) => {
  title.textContent = displayText(text.slice(0, LONGEST_TITLE));
});
new ResizeObserver(fitScreen).observe(screen);
onReconnect(() => {
  connect();
  terminal.focus();
});
charset.addEventListener('change', () => {
  choice.choose(charset.value);
  keep(charsetName, charset.value);
  const named = new URL(location.href);
  named.searchParams.set('charset', charset.value);
  history.replaceState(null, '', named);
  repaint();
  terminal.focus();
});

const screenReader = elementById('screen-reader', HTMLButtonElement);

/** Has new output read aloud, or not. */
function readAloud(wanted: boolean): void {
  spoken.switch(wanted);
  screenReader.setAttribute('aria-pressed', String(wanted));
}

readAloud(kept(SCREEN_READER) !== null);
screenReader.addEventListener('click', () => {
  const wanted = !spoken.isOn;
  readAloud(wanted);
  keep(SCREEN_READER, wanted ? 'on' : null);
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
  busy.hidden = output.isEmpty || performance.now() - waitingSince < BUSY_MS;
}, BUSY_MS / 4);

startTouchKeys(terminal);
startScreenTools(terminal, address.slice(basePath().length).split('/').slice(1, 3).join('-'));

login.addEventListener('submit', (event) => {
  event.preventDefault();
  frame.classList.remove('before-login');
  connect();
  terminal.focus();
});

if (suggestedUser === undefined) {
  connect();
  terminal.focus();
} else {
  login.hidden = false;
  frame.classList.add('before-login');
  user.value = suggestedUser;
  // The same host at the port of telnet.
  const [, host = ''] = /^\/rlogin\/(\[[^\]]*\]|[^:/]*)/.exec(address.slice(basePath().length)) ?? [];
  elementById('telnet', HTMLAnchorElement).href = `${basePath()}/telnet/${host}/`;
  user.focus();
}
