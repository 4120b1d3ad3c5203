/**
 * The recorded 3270 hosts in the source of x3270 (Debian's source package ibm-3270): after each piece of what a host
 * sent, our screen, our cursor and our responses are those of the s3270 of the same version.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { TelnetDecoder } from '../../src/protocols/telnet/telnet-decoder.ts';
import { rowsOf } from '../../src/protocols/tn3270/appearance.ts';
import { characterCode } from '../../src/protocols/tn3270/code-pages.ts';
import { Tn3270Connection } from '../../src/protocols/tn3270/records.ts';
import type { Model } from '../../src/protocols/tn3270/screen.ts';
import { Terminal3270 } from '../../src/protocols/tn3270/terminal.ts';

import { freePort } from '../free-port.ts';
import { areInstalled, programs } from './terminal-servers.ts';

const PROGRAM = programs['s3270 4.3'];
const SOURCE = dirname(PROGRAM);
const PAGE = 'bracket';

/** IAC DO TIMING-MARK, and the refusal by which s3270 says that it has read everything before. */
const QUESTION = Uint8Array.of(255, 253, 6);
const ANSWER = Buffer.of(255, 252, 6);

interface Recording {
  readonly name: string;
  readonly model: Model;
  /** What the host sent, in pieces between which the client sent something. */
  readonly pieces: readonly Buffer[];
}

function readRecording(name: string): Recording {
  const text = readFileSync(join(SOURCE, name), 'utf8');
  const pieces: string[] = [];
  let isHost = false;
  for (const [, direction, octets = ''] of text.matchAll(/^([<>]) 0x[0-9a-f]+ +([0-9a-f]+)/gm)) {
    if (direction === '<') pieces.push((isHost ? (pieces.pop() ?? '') : '') + octets);
    isHost = direction === '<';
  }
  const model = Number(/model (?:327[89]-)?([2-5])/i.exec(text)?.[1] ?? 4);
  return { name, model: isModel(model) ? model : 4, pieces: pieces.map((piece) => Buffer.from(piece, 'hex')) };
}

const isModel = (model: number): model is Model => [2, 3, 4, 5].includes(model);

/** A screen: its rows as characters, where the cursor is, and what the terminal has sent so far. */
interface View {
  readonly rows: readonly (readonly string[])[];
  readonly cursor: readonly [row: number, column: number];
  readonly sent: Uint8Array;
}

/** s3270 on a connection that the test speaks for. */
class Reference {
  readonly #child: ChildProcess;
  readonly #socket: Socket;
  readonly #address: string;
  #received = Buffer.alloc(0);

  static async open(model: Model): Promise<Reference> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const port = await freePort();
    const child = spawn(PROGRAM, [
      ...['-model', `3279-${model}-E`, '-utf8', '-httpd', `127.0.0.1:${port}`, `127.0.0.1:${address.port}`],
    ]);
    const [socket]: Socket[] = await once(server, 'connection');
    server.close();
    if (socket === undefined) throw new Error('no connection');
    return new Reference(child, socket, `http://127.0.0.1:${port}/3270/rest/text/`);
  }

  constructor(child: ChildProcess, socket: Socket, address: string) {
    this.#child = child;
    this.#socket = socket;
    this.#address = address;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
    });
    socket.on('error', () => {});
  }

  /** Sends a piece, and waits until s3270 has read it. */
  async receive(piece: Uint8Array): Promise<void> {
    this.#socket.write(piece);
    this.#socket.write(QUESTION);
    while (!this.#received.includes(ANSWER)) await once(this.#socket, 'data');
    const at = this.#received.indexOf(ANSWER);
    this.#received = Buffer.concat([this.#received.subarray(0, at), this.#received.subarray(at + ANSWER.length)]);
  }

  async view(): Promise<View> {
    const rows = (await this.#ask('Ascii()'))
      .trimEnd()
      .split('\n')
      .map((row) => row.match(/\P{M}\p{M}*/gu) ?? []);
    const [row = 0, column = 0] = (await this.#ask('Query(Cursor)')).split(' ').map(Number);
    return { rows, cursor: [row, column], sent: this.#received };
  }

  async #ask(action: string): Promise<string> {
    return (await fetch(this.#address + action)).text();
  }

  close(): void {
    this.#socket.destroy();
    this.#child.kill();
  }
}

/** Our terminal. */
class Ours {
  readonly #connection: Tn3270Connection;
  readonly terminal: Terminal3270;
  #sent = Buffer.alloc(0);

  constructor(model: Model) {
    this.#connection = new Tn3270Connection(model);
    this.terminal = new Terminal3270({ model, page: PAGE });
  }

  receive(piece: Uint8Array): void {
    const records: Uint8Array[] = [];
    const replies = [this.#connection.receive(piece.slice(), (record) => records.push(record))];
    for (const record of records)
      for (const reply of this.terminal.receive(record).replies) replies.push(this.#connection.send(reply));
    this.#sent = Buffer.concat([this.#sent, ...replies]);
  }

  view(): View {
    const { screen } = this.terminal;
    const { cursor, size } = screen;
    return {
      rows: rowsOf(screen, PAGE).map((runs) => runs.flatMap(({ characters }) => characters)),
      cursor: [Math.floor(cursor / size.columns), cursor % size.columns],
      sent: this.#sent,
    };
  }
}

const printed = (cell = ' '): string => (cell === '\u00a0' ? ' ' : cell);

/**
 * Characters of code page 310 that s3270 4.3 prints as others. Its table has U+207C, U+0282 and U+0283 for U+207D,
 * U+2082 and U+2083, and neither double lines nor the small n.
 */
const MISPRINTED: Readonly<Record<string, string>> = {
  ...{ '⁽': '⁼', '⁺': '+', '⁻': '-', '₂': 'ʂ', '₃': 'ʃ', '║': ' ', '═': ' ', ₙ: ' ' },
};

/** What s3270 prints for a cell. It prints the code of an underlined letter as if it were ASCII. */
function asReference(cell: string): string {
  const [letter = '', ...marks] = cell;
  if (marks.length === 0) return MISPRINTED[cell] ?? cell;
  return String.fromCharCode((characterCode(letter.toLowerCase(), 37)?.code ?? 0) - 0x40);
}

/** The cells that differ, and the cursor. */
function differences(ours: View, theirs: View): string[] {
  const cells = ours.rows.flatMap((row, y) =>
    row.flatMap((cell, x) => {
      const other = theirs.rows[y]?.[x];
      return printed(asReference(cell)) === printed(other)
        ? []
        : [`row ${y + 1}, column ${x + 1}: ${cell} for ${other}`];
    }),
  );
  return ours.cursor.join() === theirs.cursor.join() ? cells : [...cells, `cursor ${ours.cursor} for ${theirs.cursor}`];
}

/** The responses of TN3270E among what a terminal has sent (RFC 2355 §8.1), in hexadecimal. */
function responsesIn(sent: Uint8Array): string[] {
  const records: string[] = [''];
  new TelnetDecoder().receive(sent, {
    data: (octets) => records.push(records.pop() + Buffer.from(octets).toString('hex')),
    command: () => records.push(''),
    negotiation: () => {},
    subnegotiation: () => {},
  });
  return records.filter((record) => record.startsWith('02'));
}

/** Not a terminal but a printer: both show the octets of its records as text, each in its charset. */
const PRINTER = 'pr3287/Test/smoke.trc';

if (areInstalled('s3270 4.3')) {
  const names = globSync('*/Test/*.trc', { cwd: SOURCE }).sort();
  test('there are recordings', () => expect(names.length).toBeGreaterThan(50));
  test.each(names.filter((name) => name !== PRINTER))('%s', async (name) => {
    const { model, pieces } = readRecording(name);
    const reference = await Reference.open(model);
    const ours = new Ours(model);
    for (const [index, piece] of pieces.entries()) {
      await reference.receive(piece);
      ours.receive(piece);
      const [mine, theirs] = [ours.view(), await reference.view()];
      expect(differences(mine, theirs), `after piece ${index + 1}`).toEqual([]);
      expect(responsesIn(mine.sent), `after piece ${index + 1}`).toEqual(responsesIn(theirs.sent));
    }
    reference.close();
  });
}
