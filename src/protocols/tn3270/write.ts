/** Carries out write commands on a screen (GA23-0059, chapters 3 and 4). */
import {
  type AttributePair,
  type CharacterAttributes,
  CONTROL,
  type DataStreamCommand,
  DEFAULT_ATTRIBUTES,
  FIELD,
  fieldAttributeOf,
  hasDoubleByte,
  WCC,
  withPairs,
} from './codes.ts';
import { fieldAt, isModified, isProtected, nextInput, resetModified, setModified } from './fields.ts';
import { type BufferOrder, type DataCheck, decodeOrders } from './orders.ts';
import { NUL_CELL, type Screen } from './screen.ts';

/** What a write means beyond the screen. */
export interface WriteResult {
  readonly alarm: boolean;
  readonly restoreKeyboard: boolean;
  /** A malformed order ends the write; what came before it stays. */
  readonly check: DataCheck | null;
  /** Whether the data have double-byte characters, which the screen shows as they are. */
  readonly doubleByte: boolean;
}

type WriteCommand = Extract<DataStreamCommand, 'write' | 'eraseWrite' | 'eraseWriteAlternate'>;

/** Carries out Write, Erase/Write or Erase/Write Alternate: the write control character, orders and characters. */
export function writeScreen(screen: Screen, command: WriteCommand, data: Uint8Array): WriteResult {
  const [wcc = 0] = data;
  if (command !== 'write') {
    screen.erase(command === 'eraseWrite' ? 'default' : 'alternate');
    if ((wcc & WCC.reset) !== 0) screen.replyMode = 'field';
  }
  if ((wcc & WCC.resetModified) !== 0) resetModified(screen);
  const writer = new ScreenWriter(screen);
  if (data.length === 0) {
    const check = { kind: 'data-check', at: 0, reason: 'order-incomplete' } as const;
    return { alarm: false, restoreKeyboard: false, check, doubleByte: false };
  }
  let check: DataCheck | null = null;
  for (const order of decodeOrders(data.subarray(1), screen.addressing)) {
    const reason = order.kind === 'data-check' ? order.reason : writer.apply(order);
    if (reason === null) continue;
    check = { kind: 'data-check', at: order.kind === 'data-check' ? order.at + 1 : 0, reason };
    break;
  }
  screen.writtenTo = writer.address;
  return {
    alarm: (wcc & WCC.alarm) !== 0,
    restoreKeyboard: (wcc & WCC.restoreKeyboard) !== 0,
    check,
    doubleByte: writer.doubleByte,
  };
}

/** Erase All Unprotected: empties the fields for a person, and puts the cursor into the first one. */
export function eraseAllUnprotected(screen: Screen): void {
  const last = fieldAt(screen, screen.length - 1);
  if (last === null) screen.clear();
  else eraseInput(screen, 0, screen.length, isProtected(last.cell.attribute), true);
  screen.cursor = nextInput(screen, 0) ?? 0;
}

/**
 * Empties cells of unprotected fields. `isProtectedBefore` says whether the field before the first cell is protected.
 * `reset` says whether the fields are then not modified any longer.
 */
function eraseInput(screen: Screen, from: number, count: number, isProtectedBefore: boolean, reset: boolean): void {
  let isProtectedHere = isProtectedBefore;
  for (let index = 0; index < count; index++) {
    const at = screen.wrap(from + index);
    const cell = screen.at(at);
    if (cell.kind === 'character') {
      if (!isProtectedHere) screen.set(at, NUL_CELL);
      continue;
    }
    isProtectedHere = isProtected(cell.attribute);
    if (reset && !isProtectedHere && isModified(cell.attribute)) setModified(screen, { at, cell }, false);
  }
}

type Reason = DataCheck['reason'];

/**
 * How many screens the orders of a write may pass over, which repeat, tab or erase. An order of three octets can pass
 * over all cells, so that a record could take a second.
 */
const MOST_SCREENS = 500;

/** The state of one write: the buffer address, the attributes of Set Attribute, and what Program Tab must know. */
class ScreenWriter {
  readonly #screen: Screen;
  #address: number;
  #attributes: CharacterAttributes = DEFAULT_ATTRIBUTES;
  /** Whether characters came last: a Program Tab after them erases the rest of the field. */
  #afterCharacters = false;
  /** The cells that orders have passed over. */
  #passed = 0;
  doubleByte = false;

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#address = screen.cursor;
  }

  get address(): number {
    return this.#address;
  }

  /** Applies an order. Returns why it cannot be applied, or `null`. */
  apply(order: BufferOrder): Reason | null {
    const afterCharacters = this.#afterCharacters;
    this.#afterCharacters = order.kind === 'text' || order.kind === 'graphic-escape';
    switch (order.kind) {
      case 'text':
        for (const code of order.octets) this.#character(code, false);
        return null;
      case 'graphic-escape':
        this.#character(order.code, true);
        return null;
      case 'set-buffer-address':
        return this.#moveTo(order.address);
      case 'start-field':
        this.#startField(order.attribute, DEFAULT_ATTRIBUTES);
        return null;
      case 'start-field-extended':
        this.#startField(fieldAttributeOf(order.pairs) ?? 0, withPairs(DEFAULT_ATTRIBUTES, order.pairs));
        this.doubleByte ||= hasDoubleByte(order.pairs);
        return null;
      case 'modify-field':
        return this.#modifyField(order.pairs);
      case 'set-attribute':
        this.#attributes = withPairs(this.#attributes, [order.pair]);
        this.doubleByte ||= hasDoubleByte([order.pair]);
        return null;
      case 'insert-cursor':
        this.#screen.cursor = this.#address;
        return null;
      case 'program-tab': {
        const from = this.#address;
        this.#programTab(afterCharacters);
        return this.#pass(this.#cellsFrom(from));
      }
      case 'repeat-to-address': {
        const from = this.#address;
        const reason = this.#moveTo(order.address) ?? this.#pass(this.#cellsFrom(from));
        if (reason === null)
          this.#screen.fill(from, this.#address, {
            kind: 'character',
            ...order.character,
            attributes: this.#attributes,
          });
        return reason;
      }
      case 'erase-unprotected-to-address':
        return this.#eraseUnprotected(order.address);
    }
  }

  /** Counts cells that an order passes over. */
  #pass(cells: number): Reason | null {
    this.#passed += cells;
    return this.#passed > MOST_SCREENS * this.#screen.length ? 'too-many-cells' : null;
  }

  /** The cells from an address to the buffer address: all of them if they are the same. */
  #cellsFrom(from: number): number {
    const count = this.#address - from;
    return count > 0 ? count : count + this.#screen.length;
  }

  #advance(): void {
    this.#address = this.#screen.wrap(this.#address + 1);
  }

  #moveTo(address: number): Reason | null {
    if (address >= this.#screen.length) return 'address';
    this.#address = address;
    return null;
  }

  #character(code: number, graphic: boolean): void {
    if (code === CONTROL.shiftOut && !graphic) this.doubleByte = true;
    this.#screen.set(this.#address, { kind: 'character', code, graphic, attributes: this.#attributes });
    this.#advance();
  }

  #startField(attribute: number, attributes: CharacterAttributes): void {
    this.#screen.set(this.#address, { kind: 'field', attribute: attribute & FIELD.mask, attributes });
    this.#advance();
  }

  #modifyField(pairs: readonly AttributePair[]): Reason | null {
    const cell = this.#screen.at(this.#address);
    if (cell.kind !== 'field') return 'not-a-field';
    this.#startField(fieldAttributeOf(pairs) ?? cell.attribute, withPairs(cell.attributes, pairs));
    this.doubleByte ||= hasDoubleByte(pairs);
    return null;
  }

  /** Moves to the first character of the next unprotected field, or to the first cell if none follows. */
  #programTab(erase: boolean): void {
    const cell = this.#screen.at(this.#address);
    if (cell.kind === 'field' && !isProtected(cell.attribute)) {
      this.#advance();
      return;
    }
    const next = nextInput(this.#screen, this.#address);
    const to = next === null || next <= this.#address ? 0 : next;
    if (erase)
      for (let at = this.#address; at < this.#screen.length && this.#screen.at(at).kind !== 'field'; at++)
        this.#screen.set(at, NUL_CELL);
    // A tab that has come to the end goes on to erase if another one follows.
    this.#afterCharacters = erase && to === 0;
    this.#address = to;
  }

  /** Erases characters of unprotected fields up to an address; all of them if it is the buffer address. */
  #eraseUnprotected(to: number): Reason | null {
    const screen = this.#screen;
    const from = this.#address;
    const reason = this.#moveTo(to) ?? this.#pass(screen.length);
    if (reason !== null) return reason;
    const field = fieldAt(screen, from);
    const isProtectedBefore = field !== null && isProtected(field.cell.attribute);
    eraseInput(screen, from, this.#cellsFrom(from), isProtectedBefore, false);
    return null;
  }
}
