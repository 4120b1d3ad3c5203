/** The script of a 3270 terminal's page: the model of the display, its view, and the keyboard. */

import type { Echo } from '../../../../src/protocols/telnet/telnet.ts';
import { rowsOf, screenText } from '../../../../src/protocols/tn3270/appearance.ts';
import { CODE_PAGES, type CodePage } from '../../../../src/protocols/tn3270/code-pages.ts';
import { AID_KEYS, type AidKey } from '../../../../src/protocols/tn3270/codes.ts';
import type { EditKey, Inhibition } from '../../../../src/protocols/tn3270/input.ts';
import { encodeLine } from '../../../../src/protocols/tn3270/line-mode.ts';
import { MODEL_SIZES } from '../../../../src/protocols/tn3270/screen.ts';
import { Terminal3270, type TerminalEvent } from '../../../../src/protocols/tn3270/terminal.ts';
import { paste } from '../../parts/browser/buttons.ts';
import { modelOf, requiredModel } from './required-model.ts';
import { startCopying } from './screen-copy.ts';
import { startFitting } from './screen-fit.ts';
import { ScreenView } from './screen-view.ts';
import { elementById, focusControls, frame, onReconnect, PageSession } from './session-page.ts';

/** The keys of a PC keyboard that edit. */
const edits: ReadonlyMap<string, EditKey> = new Map([
  ['Tab', 'tab'],
  ['Shift+Tab', 'backtab'],
  ['Shift+Enter', 'newline'],
  ['Home', 'home'],
  ['End', 'erase-eof'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['Backspace', 'backspace'],
  ['Delete', 'delete'],
  ['Insert', 'insert'],
  ['Escape', 'reset'],
]);

/** Those that send, beside the function keys. */
const sends: ReadonlyMap<string, AidKey> = new Map([
  ['Enter', 'enter'],
  ['Alt+KeyC', 'clear'],
  ['Alt+Digit1', 'pa1'],
  ['Alt+Digit2', 'pa2'],
  ['Alt+Digit3', 'pa3'],
]);

/** Keys that are commands of telnet. */
type SystemKey = 'attention' | 'system-request';
const SYSTEM_KEYS: ReadonlyMap<string, SystemKey> = new Map([
  ['Alt+KeyA', 'attention'],
  ['Alt+KeyR', 'system-request'],
]);

/** What the operator line shows while the keyboard is inhibited. */
const INHIBITED: Readonly<Record<Inhibition, string>> = {
  system: 'X 🕓 The host is working',
  protected: 'X Protected field',
  numeric: 'X Only digits here',
  overflow: 'X The field is full',
  character: 'X No such character',
  'data-check': 'X Invalid data from the host',
};

const UNSUPPORTED = {
  'double-byte': 'The host sent double-byte characters, which this terminal does not show.',
  'file-transfer': 'The host began a file transfer, which this terminal does not support.',
  'structured-field': 'The host sent a structured field that this terminal does not support.',
} as const;

/** The text of a host in line mode that a screen reader gets at once, in characters. */
const LONGEST_TEXT = 4000;

const place = elementById('screen', HTMLElement);
const model = elementById('model', HTMLSelectElement);
const logicalUnit = elementById('lu', HTMLInputElement);
const codePage = elementById('code-page', HTMLSelectElement);
const operator = elementById('operator', HTMLElement);
const hostText = elementById('host-text', HTMLElement);
const hostLine = elementById('host-line', HTMLFormElement);
const line = elementById('line', HTMLInputElement);
const view = new ScreenView(place);
const fitScreen = startFitting(place, elementById('larger-letters', HTMLButtonElement));
const asked = new URL(location.href).searchParams;
model.value = String(modelOf(asked.get('model')) ?? 2);
logicalUnit.value = asked.get('lu') ?? '';
let terminal = newTerminal();
let session: PageSession | null = null;
/** What an event of the host says beside the screen, until the next record. */
let remark = '';
/** The columns that the letters fit. */
let shownColumns = 0;
/** Who shows what a person types in line mode. */
let echo: Echo = 'terminal';

function newTerminal(): Terminal3270 {
  return new Terminal3270({ model: modelOf(model.value) ?? 2, page: codePageOf(codePage.value) });
}

function codePageOf(value: string): CodePage {
  return CODE_PAGES.find((page) => String(page) === value) ?? 37;
}

function connect(): void {
  session?.close();
  terminal = newTerminal();
  remark = '';
  hostText.textContent = '';
  echo = 'terminal';
  show();
  const address = new URL(frame.dataset.socket ?? '', location.href);
  nameChoices(address);
  session = new PageSession(address.pathname + address.search, {
    octets(record, taken) {
      const { replies, events } = terminal.receive(record);
      for (const reply of replies) session?.type(new Uint8Array(reply));
      remark = '';
      for (const event of events) note(event);
      const { activeElement } = document;
      const isHere = place.contains(activeElement) || activeElement === line || activeElement === document.body;
      show();
      if (isHere) focusInput();
      taken();
    },
    echo(by) {
      echo = by;
    },
    ended() {
      const wanted = requiredModel(screenText(terminal.screen, terminal.page).join('\n'));
      if (wanted === null || String(wanted) === model.value) return null;
      model.value = String(wanted);
      const { rows, columns } = MODEL_SIZES[wanted];
      return `It wants model ${wanted}, a screen of ${rows} × ${columns}, which is now chosen.`;
    },
  });
}

/** Adds the model and the logical unit to an address. */
function nameChoices({ searchParams }: URL): void {
  searchParams.set('model', model.value);
  if (logicalUnit.value === '') searchParams.delete('lu');
  else searchParams.set('lu', logicalUnit.value);
}

function note(event: TerminalEvent): void {
  switch (event.kind) {
    case 'alarm':
      remark = 'The host rings the alarm.';
      break;
    case 'unsupported':
      remark = UNSUPPORTED[event.what];
      break;
    case 'data-check':
      remark = `${INHIBITED['data-check']} (${event.reason}).`;
      break;
    case 'text':
      hostText.textContent = event.text.slice(-LONGEST_TEXT);
  }
}

/** Shows the field for a line while the host is in line mode. What follows a question for a password is hidden. */
function showLine(): void {
  const { screen, mode, page } = terminal;
  hostLine.hidden = mode !== 'line';
  frame.classList.toggle('line-mode', mode === 'line');
  const question = screenText(screen, page)[Math.floor(screen.cursor / screen.size.columns)] ?? '';
  line.type = /pass(?:word|phrase|code)|kennwort|mot de passe/i.test(question) ? 'password' : 'text';
}

function show(): void {
  showLine();
  const { screen, keyboard, page, mode } = terminal;
  view.show(screen, page, mode !== 'line');
  const { columns } = screen.size;
  if (columns !== shownColumns) {
    shownColumns = columns;
    place.classList.toggle('wide-screen', columns > 80);
    fitScreen();
  }
  operator.textContent = remark || (keyboard.inhibited === null ? '' : INHIBITED[keyboard.inhibited]);
  elementById('insert-mode', HTMLElement).textContent = keyboard.insert ? 'Insert' : '';
  const row = Math.floor(screen.cursor / columns) + 1;
  elementById('cursor-place', HTMLElement).textContent = `${row}/${(screen.cursor % columns) + 1}`;
}

/** Puts the focus where a person types. */
function focusInput(): void {
  if (terminal.mode === 'line') line.focus();
  else focusCursor();
}

function focusCursor(): void {
  view.focus(terminal.screen.cursor);
}

function edit(key: EditKey): void {
  remark = '';
  terminal.press(key);
  show();
  focusCursor();
}

function send(key: AidKey): void {
  const record = terminal.send(key);
  if (record !== null) session?.type(new Uint8Array(record));
  remark = '';
  show();
  focusCursor();
}

/** Types text at the cursor, where the end of a line goes to the next line; in line mode, into the field for a line. */
function type(text: string): void {
  if (terminal.mode === 'line') {
    line.value += text.replace(/[\r\n].*/s, '');
    line.focus();
    return;
  }
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (index > 0) terminal.press('newline');
    terminal.type(line);
  }
  show();
  focusCursor();
}

/** Takes the place of the caret in an input as that of the cursor. */
function followCaret(target: EventTarget | null): void {
  const address = view.addressIn(target);
  if (address !== null) terminal.screen.cursor = address;
}

/** The action of a key; `null` = the key types a character, or is for the browser. */
function actionOf({ key, code, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): (() => void) | null {
  if (ctrlKey || metaKey) return null;
  const name = altKey ? `Alt+${code}` : shiftKey ? `Shift+${key}` : key;
  const systemKey = SYSTEM_KEYS.get(name);
  if (systemKey !== undefined) return () => press(systemKey);
  // The focus leaves the screen, whose fields keep the Tab key (WCAG 2.2 §2.1.2).
  if (name === 'Alt+KeyL') return focusControls;
  const editing = edits.get(name);
  if (editing !== undefined) return () => edit(editing);
  const [, number] = /^F(\d+)$/.exec(key) ?? [];
  const sending = number === undefined || altKey ? sends.get(name) : `pf${Number(number) + (shiftKey ? 12 : 0)}`;
  return isAidKey(sending) ? () => send(sending) : null;
}

/** Whether a text is the name of a key that sends. */
function isAidKey(name: string | undefined): name is AidKey {
  return name !== undefined && Object.hasOwn(AID_KEYS, name);
}

hostLine.addEventListener('submit', (event) => {
  event.preventDefault();
  session?.type(new Uint8Array(encodeLine(line.value)));
  if (echo === 'terminal') terminal.echoLine(line.type === 'password' ? '' : line.value);
  line.value = '';
  show();
});

place.addEventListener('keydown', (event) => {
  if (terminal.mode === 'line') {
    line.focus();
    return;
  }
  const action = actionOf(event);
  if (action === null) {
    // Without an input under the cursor, nothing else takes the character.
    const isCharacter = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isCharacter || event.target !== place) return;
    event.preventDefault();
    type(event.key);
    return;
  }
  event.preventDefault();
  followCaret(event.target);
  action();
});

place.addEventListener('beforeinput', (event) => {
  if (event.isComposing) return;
  event.preventDefault();
  followCaret(event.target);
  if (event.inputType === 'deleteContentBackward') edit('backspace');
  else if (event.inputType === 'deleteContentForward') edit('delete');
  else type(event.data ?? event.dataTransfer?.getData('text/plain') ?? '');
});

place.addEventListener('compositionend', (event) => {
  if (event instanceof CompositionEvent) type(event.data);
});

place.addEventListener('click', (event) => {
  followCaret(event.target);
  show();
  focusInput();
});

place.addEventListener('focusin', (event) => {
  if (event.target === place || terminal.screen.cursor === view.addressIn(event.target)) return;
  followCaret(event.target);
  show();
  // The cursor may have left a text that it divided: the input is another element now.
  focusInput();
});

function press(key: SystemKey): void {
  session?.tell({ type: 'key', key });
}

for (const button of frame.querySelectorAll<HTMLButtonElement>('[data-send], [data-edit]')) {
  // The focus stays where the cursor is.
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', () => {
    const { send: sending, edit: editing } = button.dataset;
    if (isAidKey(sending)) send(sending);
    else if (isEditKey(editing)) edit(editing);
  });
}

/** The editing keys that the page has buttons for. */
const EDIT_BUTTONS = [
  ...(['reset', 'erase-eof', 'erase-input', 'insert', 'duplicate', 'field-mark'] as const),
  ...(['tab', 'backtab', 'left', 'up', 'down', 'right'] as const),
] as const;

function isEditKey(name: string | undefined): name is (typeof EDIT_BUTTONS)[number] {
  return EDIT_BUTTONS.some((key) => key === name);
}

startCopying(place, elementById('copy-screen', HTMLButtonElement), () =>
  rowsOf(terminal.screen, terminal.page).map((runs) => runs.flatMap(({ characters }) => characters)),
);
elementById('paste', HTMLButtonElement).addEventListener('click', () => void paste(type));
for (const key of SYSTEM_KEYS.values()) elementById(key, HTMLButtonElement).addEventListener('click', () => press(key));
onReconnect(() => {
  connect();
  place.focus();
});
for (const choice of [model, logicalUnit]) {
  choice.addEventListener('change', () => {
    logicalUnit.value = logicalUnit.value.trim();
    const named = new URL(location.href);
    nameChoices(named);
    history.replaceState(null, '', named);
    connect();
  });
}
codePage.addEventListener('change', () => {
  terminal.page = codePageOf(codePage.value);
  show();
});

connect();
place.focus();
