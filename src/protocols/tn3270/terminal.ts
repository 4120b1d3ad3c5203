/** A 3270 display: takes the records of a host, and makes those that it sends. The page renders its screen. */
import { withoutControls } from '../../octets/ansi.ts';
import { utf8OrLatin1Of } from '../../octets/octets.ts';
import { type CodePage, characterCode } from './code-pages.ts';
import { AID, AID_KEYS, type AidKey, commands, type DataStreamCommand, NO_OPERATION } from './codes.ts';
import { decodeRecord, encodeRecord, encodeResponse, type HostRecord, REQUEST } from './header.ts';
import { type EditKey, Keyboard } from './input.ts';
import { LineWriter } from './line-mode.ts';
import type { DataCheck } from './orders.ts';
import { readBuffer, readModified } from './read.ts';
import { MODEL_SIZES, type Model, Screen, SMALLEST_SIZE, sizesOfBind } from './screen.ts';
import {
  decodeStructuredFields,
  isCutFrame,
  queryReply,
  STRUCTURED_FIELD,
  type StructuredField,
} from './structured.ts';
import { typedForSystem, writeSystemText } from './system-text.ts';
import { eraseAllUnprotected, type WriteResult, writeScreen } from './write.ts';

/** What a person should learn beside the screen. */
export type TerminalEvent =
  | { readonly kind: 'alarm' }
  | DataCheck
  | { readonly kind: 'unsupported'; readonly what: 'double-byte' | 'file-transfer' | 'structured-field' }
  /** Text that the host sent in line mode, and that is on the screen: without control sequences, for who listens. */
  | { readonly kind: 'text'; readonly text: string };

export interface TerminalOutput {
  /** Records for the host. */
  readonly replies: readonly Uint8Array[];
  readonly events: readonly TerminalEvent[];
}

/** When the replies to one record have more octets than this, the rest of the record is not read. */
export const REPLY_LIMIT = 65_536;

/**
 * A display.
 *
 * @example
 * ```ts
 * const terminal = new Terminal3270({ model: 2, page: 37 });
 * // Erase/Write, restore the keyboard, and a field to type into
 * terminal.receive(Uint8Array.of(0, 0, 0, 0, 0, 0xf5, 0xc2, 0x1d, 0x40, 0x13));
 * terminal.type('A');
 * terminal.send('enter'); // Uint8Array.of(0, 0, 0, 0, 0, 0x7d, 0x40, 0xc2, 0x11, 0x40, 0xc1, 0xc1)
 * ```
 */
export class Terminal3270 {
  readonly screen: Screen;
  readonly keyboard: Keyboard;
  readonly #model: Model;
  page: CodePage;
  /** The attention identifier of the last key, until the host restores the keyboard. */
  #aid: number = AID.none;
  /** What the host sends: nothing yet, lines of text (NVT), or records for the display. */
  #mode: 'waiting' | 'line' | 'display' = 'waiting';
  /** Where a person's text to the system services begins; `null` while an application has the screen. */
  #systemInput: number | null = null;
  #lines: LineWriter;
  /** Whether the keyboard is inhibited only because the host has not yet said that the display may send. */
  #isHeld = false;

  constructor({ model, page }: { readonly model: Model; readonly page: CodePage }) {
    this.#model = model;
    this.page = page;
    this.screen = new Screen(MODEL_SIZES[model]);
    this.keyboard = new Keyboard(this.screen);
    this.#lines = new LineWriter(this.screen);
  }

  get mode(): 'waiting' | 'line' | 'display' {
    return this.#mode;
  }

  /** Takes a record of the host, with its header. */
  receive(record: Uint8Array): TerminalOutput {
    const replies: Uint8Array[] = [];
    const events: TerminalEvent[] = [];
    const decoded = decodeRecord(record);
    if (decoded !== null) this.#receive(decoded, { replies, events });
    if (decoded?.type === 'data3270' || decoded?.type === 'bid') this.#hold(decoded.type, record[1] ?? 0);
    const data = replies.map((data) => encodeRecord({ type: 'data3270', data }));
    if (decoded === null || !ANSWERED.has(decoded.type)) return { replies: data, events };
    const check = events.find((event) => event.kind === 'data-check');
    const rejected = check?.reason === 'command-unknown' ? 'command-reject' : 'operation-check';
    const response = encodeResponse(record, check === undefined ? 'device-end' : rejected);
    // x3270 sends the response first, also to a record that asks for data.
    return { replies: response === null ? data : [response, ...data], events };
  }

  /** Types text at the cursor, character by character. */
  type(text: string): void {
    for (const character of text) this.keyboard.type(characterCode(character, this.page));
  }

  press(key: EditKey): void {
    this.keyboard.press(key);
  }

  /**
   * Presses a key that sends. Returns the record, or `null` if the keyboard is inhibited, or the host has no display.
   */
  send(key: AidKey): Uint8Array | null {
    if (this.keyboard.inhibited !== null || this.#mode !== 'display') return null;
    this.#aid = AID_KEYS[key];
    this.keyboard.inhibited = 'system';
    this.keyboard.insert = false;
    if (this.#systemInput !== null && key === 'enter') return typedForSystem(this.screen, this.#systemInput);
    if (key === 'clear') this.#clear();
    return encodeRecord({ type: 'data3270', data: readModified(this.screen, this.#aid) });
  }

  #clear(): void {
    this.screen.clear();
    this.screen.replyMode = 'field';
    this.screen.addressing = '12-14-bit';
    if (this.#systemInput !== null) this.#systemInput = 0;
  }

  /** Shows a line that a person has typed for a host in line mode that does not echo. */
  echoLine(line: string): void {
    this.#lines.write(`${line}\r\n`);
  }

  /** Locks the keyboard until the host lets the display send, and unlocks it then (CONTENTION-RESOLUTION). */
  #hold(type: 'data3270' | 'bid', flags: number): void {
    if ((flags & REQUEST.restoreKeyboard) !== 0) this.#restoreKeyboard();
    if (type === 'bid' || (flags & REQUEST.hold) !== 0) {
      this.#isHeld ||= this.keyboard.inhibited === null;
      this.keyboard.inhibited ??= 'system';
      return;
    }
    if (this.#isHeld && this.keyboard.inhibited === 'system') this.keyboard.inhibited = null;
    this.#isHeld = false;
  }

  #receive({ type, data }: HostRecord, output: Output): void {
    if (type === 'bid') return;
    if (type !== 'sscpLu') this.#systemInput = null;
    if (type === 'nvt' && this.#mode !== 'line') this.#beginLines();
    this.#mode = type === 'nvt' ? 'line' : 'display';
    switch (type) {
      case 'data3270':
        this.#command(data, output);
        break;
      case 'bind':
        this.screen.setSizes(sizesOfBind(data, MODEL_SIZES[this.#model]));
        this.screen.erase('default');
        break;
      case 'unbind':
        this.screen.setSizes({ default: SMALLEST_SIZE, alternate: MODEL_SIZES[this.#model] });
        this.screen.erase('default');
        break;
      case 'sscpLu':
        this.#systemText(data);
        break;
      case 'nvt': {
        const text = utf8OrLatin1Of(data);
        this.#lines.write(text);
        if (text.includes('\x07')) note(output, { kind: 'alarm' });
        note(output, { kind: 'text', text: withoutControls(text) });
      }
    }
  }

  /** Line mode begins on an empty screen: in the largest size, if nothing has selected another. */
  #beginLines(): void {
    if (this.#mode === 'waiting') this.screen.erase('alternate');
    else this.screen.clear();
    this.#lines = new LineWriter(this.screen);
    this.#restoreKeyboard();
  }

  /** @param data - a command and what belongs to it */
  #command(data: Uint8Array, output: Output): void {
    const [code] = data;
    if (code === undefined || code === NO_OPERATION) return;
    const command = commands.get(code);
    if (command === undefined) this.#check({ kind: 'data-check', at: 0, reason: 'command-unknown' }, output);
    else if (command === 'writeStructuredField') this.#structuredFields(data.subarray(1), output);
    else if (!this.#read(command, this.#aid, output)) this.#write(command, data.subarray(1), output);
  }

  /** Answers a read command; `false` if it is another command. */
  #read(command: DataStreamCommand, aid: number, { replies }: Output): boolean {
    if (command === 'readBuffer') replies.push(readBuffer(this.screen, aid));
    else if (command === 'readModified') replies.push(readModified(this.screen, aid));
    else if (command === 'readModifiedAll') replies.push(readModified(this.screen, aid, true));
    else return false;
    return true;
  }

  #write(command: DataStreamCommand, data: Uint8Array, output: Output): void {
    if (command === 'eraseAllUnprotected') {
      eraseAllUnprotected(this.screen);
      this.#restoreKeyboard();
    } else if (command === 'write' || command === 'eraseWrite' || command === 'eraseWriteAlternate') {
      this.#finishWrite(writeScreen(this.screen, command, data), output);
      if (command !== 'write' && isCutFrame(data.subarray(1)))
        note(output, { kind: 'unsupported', what: 'file-transfer' });
    }
  }

  #finishWrite({ alarm, restoreKeyboard, check, doubleByte }: WriteResult, output: Output): void {
    if (alarm) note(output, { kind: 'alarm' });
    if (doubleByte) note(output, { kind: 'unsupported', what: 'double-byte' });
    if (restoreKeyboard) this.#restoreKeyboard();
    if (check !== null) this.#check(check, output);
  }

  #restoreKeyboard(): void {
    this.#aid = AID.none;
    this.#isHeld = false;
    this.keyboard.inhibited = null;
  }

  #check(check: DataCheck, output: Output): void {
    note(output, check);
    this.keyboard.inhibited = 'data-check';
  }

  #structuredFields(data: Uint8Array, output: Output): void {
    for (const field of decodeStructuredFields(data)) {
      if (field.kind === 'data-check') this.#check(field, output);
      else this.#structuredField(field, output);
      if (output.replies.reduce((length, reply) => length + reply.length, 0) <= REPLY_LIMIT) continue;
      this.#check({ kind: 'data-check', at: 0, reason: 'replies' }, output);
      return;
    }
  }

  #structuredField(field: StructuredField, output: Output): void {
    const { screen } = this;
    switch (field.kind) {
      case 'outbound':
        this.#write(field.command, field.data, output);
        break;
      case 'erase-reset':
        screen.addressing = '12-14-bit';
        screen.replyMode = 'field';
        screen.erase(field.size);
        break;
      case 'set-reply-mode':
        screen.replyMode = field.mode;
        screen.replyAttributes = field.attributes;
        break;
      case 'create-partition':
        screen.addressing = field.addressing;
        screen.clear();
        break;
      case 'read':
        this.#read(field.command, AID.readPartition, output);
        break;
      case 'query':
        output.replies.push(queryReply(field.codes, { sizes: screen.sizes, page: this.page }));
        break;
      case 'unsupported':
        note(output, {
          kind: 'unsupported',
          what: field.id === STRUCTURED_FIELD.fileTransfer ? 'file-transfer' : 'structured-field',
        });
    }
  }

  #systemText(data: Uint8Array): void {
    // The system services do not write on the screen of an application.
    if (this.#systemInput === null) this.screen.clear();
    this.#systemInput = writeSystemText(this.screen, data);
    this.#restoreKeyboard();
  }
}

/** The types of records that a host may want responses to. */
const ANSWERED: ReadonlySet<HostRecord['type']> = new Set(['data3270', 'nvt', 'bid']);

interface Output {
  readonly replies: Uint8Array[];
  readonly events: TerminalEvent[];
}

/** Adds an event, unless there is one that says the same. */
function note({ events }: Output, event: TerminalEvent): void {
  const what = (other: TerminalEvent): string => (other.kind === 'unsupported' ? other.what : other.kind);
  if (!events.some((other) => what(other) === what(event))) events.push(event);
}
