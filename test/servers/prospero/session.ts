/** One question and its answer, in the packets of ARDP version 0 as dirsrv sends them. */

/** The octets of text in a packet. */
const TEXT = 1250;
/** After so many packets, the server waits. */
const WINDOW = 16;
const ACKNOWLEDGE = 0x80;

export class Session {
  readonly #id: number;
  readonly #parts = new Map<number, Buffer>();
  #question: string | null = null;
  #packets: Buffer[] = [];
  #acknowledged = 0;

  constructor(id: number) {
    this.#id = id;
  }

  /** Takes a packet of the question. Returns the whole question, or `null` while packets are missing. */
  take(packet: number, total: number, text: Buffer): string | null {
    this.#parts.set(packet, Buffer.from(text));
    if (this.#parts.size < total) return null;
    const parts = [...this.#parts].sort(([a], [b]) => a - b).map(([, part]) => part);
    this.#question = Buffer.concat(parts).toString('latin1');
    return this.#question;
  }

  /** The first packets of an answer; the same again if the question is repeated. */
  answer(text: string): Buffer[] {
    // Answers to version 1 do not carry the connection id.
    const id = this.#question?.startsWith('VERSION 1\n') === true ? 0 : this.#id;
    const octets = Buffer.from(text, 'latin1');
    const total = Math.max(1, Math.ceil(octets.length / TEXT));
    this.#packets = Array.from({ length: total }, (_, index) => {
      const part = octets.subarray(index * TEXT, (index + 1) * TEXT);
      const number = index + 1;
      return Buffer.concat([this.#header(id, number, total), part]);
    });
    return this.#window();
  }

  /** The packets after those that the client has. */
  acknowledge(received: number): Buffer[] {
    this.#acknowledged = Math.max(this.#acknowledged, received);
    return this.#window();
  }

  #window(): Buffer[] {
    return this.#packets.slice(this.#acknowledged, this.#acknowledged + WINDOW);
  }

  #header(id: number, number: number, total: number): Buffer {
    const length = total === 1 ? 3 : number % WINDOW === 0 && number < total ? 12 : 7;
    const header = Buffer.alloc(length);
    header[0] = length;
    header.writeUInt16BE(id, 1);
    if (length === 3) return header;
    header.writeUInt16BE(number, 3);
    // The total is not known before the last packet.
    header.writeUInt16BE(number === total ? total : 0, 5);
    if (length === 12) {
      header.writeUInt16BE(1, 7);
      header[11] = ACKNOWLEDGE;
    }
    return header;
  }
}
