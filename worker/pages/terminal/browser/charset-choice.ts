/**
 * The charset of a session: the one that the address names, or that was chosen for this server before, or that the
 * server agreed to, or that its octets are likeliest in, in this order.
 */
import { detectCharset } from '../../../../src/octets/charset.ts';
import { Collector } from '../../../../src/octets/collector.ts';

/** So many octets are examined. */
const SAMPLE = 64 * 1024;
const REPLACEMENT = '\ufffd';

export class CharsetChoice {
  #charset: string;
  /** Whether somebody chose it, or the server agreed to it. */
  #isChosen: boolean;
  #isAgreed = false;
  #sample = new Collector(SAMPLE);
  /** The sample is examined when it is so long: each time half as long again, as octets may come one by one. */
  #next = 0;

  /** @param chosen - from the address, or from an earlier visit; `null` = none */
  constructor(chosen: string | null) {
    this.#charset = chosen ?? 'utf-8';
    this.#isChosen = chosen !== null;
  }

  get charset(): string {
    return this.#charset;
  }

  choose(charset: string): void {
    this.#charset = charset;
    this.#isChosen = true;
  }

  /** A new session: what the last one was in is the first guess. */
  restart(): void {
    this.#isAgreed = false;
    this.#sample = new Collector(SAMPLE);
    this.#next = 0;
  }

  /** The server agreed to a charset. Says whether that changes it. */
  agree(charset: string): boolean {
    if (this.#isChosen) return false;
    this.#isAgreed = true;
    return this.#change(charset);
  }

  /** Takes what the server sends. Says whether that changes the charset. */
  examine(octets: Uint8Array): boolean {
    if (this.#isChosen || this.#isAgreed || this.#next > SAMPLE) return false;
    this.#sample.add(octets);
    if (this.#sample.length < this.#next) return false;
    const sample = this.#sample.octets;
    if (!sample.some((octet) => octet > 0x7f)) return false;
    this.#next = Math.ceil(sample.length * 1.5);
    return this.#change(isMostlyUtf8(sample) ? 'utf-8' : detectCharset(sample, null, 'beginning'));
  }

  #change(charset: string): boolean {
    const isChange = charset !== this.#charset;
    this.#charset = charset;
    return isChange;
  }
}

/** Whether more characters above ASCII are those of UTF-8 than are not: a file of octets may have been shown. */
function isMostlyUtf8(octets: Uint8Array): boolean {
  const characters = new TextDecoder().decode(octets, { stream: true }).replace(/[\0-\x7f]/g, '');
  return characters.split(REPLACEMENT).length - 1 <= characters.length / 2;
}
