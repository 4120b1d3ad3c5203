/**
 * The entries of a long listing, held as octets in one buffer: 50,000 entries take a few MiB, where as many objects with
 * strings take many times that. Each entry is made again when it is shown.
 */
import type { ListingEntry } from '../../../src/schemes/ftp/listing.ts';
import { octetStringOf } from '../../../src/schemes/ftp/octet-string.ts';
import type { Order } from './sorting.ts';

/** A record is `modified LF name`, or `modified LF name LF target`. No line of a listing has an LF. */
const LF = 0x0a;

const KINDS: readonly ListingEntry['kind'][] = ['directory', 'file', 'link', 'unknown'];
const DIRECTORY = KINDS.indexOf('directory');

const SMALLEST = 16 * 1024;

/** Octets as they are compared: without case, also of Latin-1 letters. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, octet) => String.fromCharCode(octet).toLowerCase().charCodeAt(0));

export class ListedEntries {
  #octets = new Uint8Array(SMALLEST);
  #used = 0;
  #count = 0;
  /** By entry: where its record begins, and where the name in it. */
  #starts = new Uint32Array(SMALLEST / 64);
  #names = new Uint32Array(SMALLEST / 64);
  #kinds = new Uint8Array(SMALLEST / 64);
  /** NaN = unknown. */
  #sizes = new Float64Array(SMALLEST / 64);
  #timed: ListingEntry['modified'] = null;

  get length(): number {
    return this.#count;
  }

  /** The first time that is more than a day, which shows the time zone of all; `null` = there is none. */
  get timed(): ListingEntry['modified'] {
    return this.#timed;
  }

  /** Adds an entry at the end. */
  add({ kind, name, size, modified, target }: ListingEntry): void {
    const index = this.#count++;
    if (index === this.#starts.length) this.#growColumns();
    this.#starts[index] = this.#used;
    this.#kinds[index] = KINDS.indexOf(kind);
    this.#sizes[index] = size ?? Number.NaN;
    if (modified !== null) {
      this.#write(modified);
      if (modified.length > 'yyyy-mm-dd'.length) this.#timed ??= modified;
    }
    this.#write('\n');
    this.#names[index] = this.#used;
    this.#write(name);
    if (target !== null) {
      this.#write('\n');
      this.#write(target);
    }
  }

  /** The entries at these indices, one after the other. */
  *at(indices: Iterable<number>): Generator<ListingEntry> {
    for (const index of indices) yield this.#entry(index);
  }

  /** The indices of all entries in an order. By name, directories come before files; unknown values come last. */
  sorted({ column, direction }: Order): readonly number[] {
    const turn = direction === 'asc' ? 1 : -1;
    const byName = (a: number, b: number) => this.#compare(this.#names, a, b);
    const group = this.#groups(column);
    const by = {
      name: byName,
      size: (a: number, b: number) => (this.#sizes[a] ?? 0) - (this.#sizes[b] ?? 0) || byName(a, b),
      modified: (a: number, b: number) => this.#compare(this.#starts, a, b) || byName(a, b),
    }[column];
    return Array.from({ length: this.#count }, (_, index) => index).sort(
      (a, b) => (group[a] ?? 0) - (group[b] ?? 0) || turn * by(a, b),
    );
  }

  #groups(column: Order['column']): Uint8Array {
    return Uint8Array.from({ length: this.#count }, (_, index) => {
      if (column === 'name') return Number(this.#kinds[index] !== DIRECTORY);
      if (column === 'size') return Number(Number.isNaN(this.#sizes[index]));
      return Number(this.#octets[this.#starts[index] ?? 0] === LF);
    });
  }

  /** Compares two texts, each up to its LF or the end of its record. */
  #compare(starts: Uint32Array, a: number, b: number): number {
    const octets = this.#octets;
    let [at, other] = [starts[a] ?? 0, starts[b] ?? 0];
    const [end, otherEnd] = [this.#end(a), this.#end(b)];
    for (; at < end && other < otherEnd; at++, other++) {
      const difference = (FOLDED[octets[at] ?? 0] ?? 0) - (FOLDED[octets[other] ?? 0] ?? 0);
      if (difference !== 0) return difference;
      if (octets[at] === LF) return 0;
    }
    return end - at - (otherEnd - other);
  }

  #end(index: number): number {
    return index + 1 < this.#count ? (this.#starts[index + 1] ?? 0) : this.#used;
  }

  #entry(index: number): ListingEntry {
    const record = octetStringOf(this.#octets.subarray(this.#starts[index], this.#end(index)));
    const named = record.indexOf('\n') + 1;
    const targeted = record.indexOf('\n', named);
    const size = this.#sizes[index] ?? Number.NaN;
    return {
      kind: KINDS[this.#kinds[index] ?? 0] ?? 'unknown',
      name: targeted < 0 ? record.slice(named) : record.slice(named, targeted),
      size: Number.isNaN(size) ? null : size,
      modified: named === 1 ? null : record.slice(0, named - 1),
      target: targeted < 0 ? null : record.slice(targeted + 1),
    };
  }

  #write(text: string): void {
    const end = this.#used + text.length;
    if (end > this.#octets.length) this.#growOctets(end);
    const octets = this.#octets;
    for (let index = 0, at = this.#used; index < text.length; index++, at++) octets[at] = text.charCodeAt(index);
    this.#used = end;
  }

  #growOctets(least: number): void {
    const grown = new Uint8Array(Math.max(least, this.#octets.length * 2));
    grown.set(this.#octets);
    this.#octets = grown;
  }

  #growColumns(): void {
    const length = this.#count * 2;
    this.#starts = copied(this.#starts, new Uint32Array(length));
    this.#names = copied(this.#names, new Uint32Array(length));
    this.#kinds = copied(this.#kinds, new Uint8Array(length));
    this.#sizes = copied(this.#sizes, new Float64Array(length));
  }
}

function copied<Column extends Uint8Array | Uint32Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
