/** Which key of a PC keyboard is which key of a 3270 terminal. */
import { AID_KEYS, type AidKey } from '../../../../src/protocols/tn3270/codes.ts';
import type { EditKey } from '../../../../src/protocols/tn3270/input.ts';

export type KeyAction =
  | { readonly kind: 'send'; readonly key: AidKey }
  | { readonly kind: 'edit'; readonly key: EditKey }
  | { readonly kind: 'attention' }
  /** The focus leaves the screen, whose fields keep the Tab key (WCAG 2.2 §2.1.2). */
  | { readonly kind: 'leave' };

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

const sends: ReadonlyMap<string, AidKey> = new Map([
  ['Enter', 'enter'],
  ['Alt+KeyC', 'clear'],
  ['Alt+Digit1', 'pa1'],
  ['Alt+Digit2', 'pa2'],
  ['Alt+Digit3', 'pa3'],
]);

/** The action of a key; `null` = the key types a character, or is for the browser. */
export function actionOf({ key, code, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): KeyAction | null {
  if (ctrlKey || metaKey) return null;
  const name = altKey ? `Alt+${code}` : shiftKey ? `Shift+${key}` : key;
  if (name === 'Alt+KeyA') return { kind: 'attention' };
  if (name === 'Alt+KeyL') return { kind: 'leave' };
  const edit = edits.get(name);
  if (edit !== undefined) return { kind: 'edit', key: edit };
  const [, number] = /^F(\d+)$/.exec(key) ?? [];
  const send = sends.get(name) ?? (number === undefined || altKey ? undefined : functionKey(Number(number), shiftKey));
  return send === undefined ? null : { kind: 'send', key: send };
}

function functionKey(number: number, isShifted: boolean): AidKey | undefined {
  const name = `pf${number + (isShifted ? 12 : 0)}`;
  return isAidKey(name) ? name : undefined;
}

/** Whether a text is the name of a key that sends. */
export function isAidKey(name: string | undefined): name is AidKey {
  return name !== undefined && Object.hasOwn(AID_KEYS, name);
}
