/**
 * The entries of a long listing, held as octets: 50,000 entries take a few MiB, where as many objects with strings take
 * many times that. Each entry is made again when it is read.
 */
import { octetStringOf } from '../../octets/charset.ts';
import type { Column, SortOrder } from '../sort-order.ts';
import type { ListingEntry } from './listing/entry.ts';

const KINDS: readonly ListingEntry['kind'][] = ['directory', 'file', 'link', 'unknown'];
const DIRECTORY = KINDS.indexOf('directory');

/** Records are in blocks, because a buffer that grows leaves its old copies to the garbage collector. */
const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;
const OFFSET = BLOCK - 1;
/** The number of entries that there is room for at first. */
const FEW = 256;

/**
 * A record is a header, and the octets of its texts: the name, the time, and the target. The header has the size (a
 * double), the kind, the length of the time (each 1 octet), and that of the target (2).
 */
const HEADER = 12;
/** Where the members of the header are, before the name. */
const [SIZE, KIND, TIME, TARGET] = [-12, -4, -3, -2];
/** The length of a target that there is not. No line is as long. */
const NO_TARGET = 0xffff;

/** The octets of a size. */
const SIZES = new Float64Array(1);
const SIZE_OCTETS = new Uint8Array(SIZES.buffer);

/** Octets as they are compared: without case, also of Latin-1 letters. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, octet) => String.fromCharCode(octet).toLowerCase().charCodeAt(0));

/** The entries of a listing in the server's order, and sorted. */
export class ListedEntries {
  /** Each has `BLOCK` octets, except one with a longer record. */
  readonly #blocks: Uint8Array[] = [];
  /** The position after the last record. A position is the number of a block and an offset in it. */
  #used = 0;
  #count = 0;
  /** By entry: the position of its name, and the length. Sorting reads little else. */
  #names = new Uint32Array(FEW);
  #lengths = new Uint16Array(FEW);
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
    const time = modified ?? '';
    const targetLength = target?.length ?? NO_TARGET;
    const block = this.#reserve(HEADER + name.length + time.length + (target?.length ?? 0));
    const named = this.#used + HEADER;
    this.#keepName(named, name.length);
    if (time.length > 'yyyy-mm-dd'.length) this.#timed ??= time;
    const from = named & OFFSET;
    SIZES[0] = size ?? Number.NaN;
    block.set(SIZE_OCTETS, from + SIZE);
    block[from + KIND] = KINDS.indexOf(kind);
    block[from + TIME] = time.length;
    block[from + TARGET] = targetLength >> 8;
    block[from + TARGET + 1] = targetLength;
    this.#used = named;
    this.#write(block, name);
    this.#write(block, time);
    if (target !== null) this.#write(block, target);
  }

  /** All entries in the server's order. */
  [Symbol.iterator](): Generator<ListingEntry> {
    return this.at(this.#names.subarray(0, this.#count).keys());
  }

  /** The entries at these indices, one after the other. */
  *at(indices: Iterable<number>): Generator<ListingEntry> {
    for (const index of indices) yield this.#entry(index);
  }

  /** The indices of all entries in an order. By name, directories come before files; unknown values come last. */
  sorted({ column, direction }: SortOrder): readonly number[] {
    const turn = direction === 'asc' ? 1 : -1;
    const group = this.#groups(column);
    const byName = (a: number, b: number) =>
      this.#compare(this.#names[a] ?? 0, this.#lengths[a] ?? 0, this.#names[b] ?? 0, this.#lengths[b] ?? 0);
    const by = {
      name: byName,
      size: (a: number, b: number) => this.#sizeOf(a) - this.#sizeOf(b) || byName(a, b),
      modified: (a: number, b: number) => this.#compareTimes(a, b) || byName(a, b),
    }[column];
    return Array.from({ length: this.#count }, (_, index) => index).sort(
      (a, b) => (group[a] ?? 0) - (group[b] ?? 0) || turn * by(a, b),
    );
  }

  /** By entry: 1 if it comes after those with 0 in either direction. */
  #groups(column: Column): Uint8Array {
    const isLast = {
      name: (index: number) => this.#octetAt(index, KIND) !== DIRECTORY,
      size: (index: number) => Number.isNaN(this.#sizeOf(index)),
      modified: (index: number) => this.#octetAt(index, TIME) === 0,
    }[column];
    return Uint8Array.from({ length: this.#count }, (_, index) => Number(isLast(index)));
  }

  #compareTimes(a: number, b: number): number {
    const time = (index: number) => (this.#names[index] ?? 0) + (this.#lengths[index] ?? 0);
    return this.#compare(time(a), this.#octetAt(a, TIME), time(b), this.#octetAt(b, TIME));
  }

  /** Compares two texts at these positions. */
  #compare(start: number, length: number, other: number, otherLength: number): number {
    const [octets, others] = [this.#blockOf(start), this.#blockOf(other)];
    for (let at = start & OFFSET, from = other & OFFSET, left = Math.min(length, otherLength); left > 0; left--) {
      const difference = (FOLDED[octets[at++] ?? 0] ?? 0) - (FOLDED[others[from++] ?? 0] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  /** An octet of the header. */
  #octetAt(index: number, member: number): number {
    const position = this.#names[index] ?? 0;
    return this.#blockOf(position)[(position & OFFSET) + member] ?? 0;
  }

  /** NaN = unknown. */
  #sizeOf(index: number): number {
    const position = this.#names[index] ?? 0;
    const from = (position & OFFSET) + SIZE;
    SIZE_OCTETS.set(this.#blockOf(position).subarray(from, from + SIZE_OCTETS.length));
    return SIZES[0] ?? Number.NaN;
  }

  #blockOf(position: number): Uint8Array {
    return this.#blocks[position >>> BLOCK_BITS] ?? NO_RECORD;
  }

  #entry(index: number): ListingEntry {
    const position = this.#names[index] ?? 0;
    const from = position & OFFSET;
    const timed = this.#lengths[index] ?? 0;
    const targeted = timed + this.#octetAt(index, TIME);
    const target = (this.#octetAt(index, TARGET) << 8) | this.#octetAt(index, TARGET + 1);
    const length = targeted + (target === NO_TARGET ? 0 : target);
    const text = octetStringOf(this.#blockOf(position).subarray(from, from + length));
    const size = this.#sizeOf(index);
    return {
      kind: KINDS[this.#octetAt(index, KIND)] ?? 'unknown',
      name: text.slice(0, timed),
      size: Number.isNaN(size) ? null : size,
      modified: timed === targeted ? null : text.slice(timed, targeted),
      target: target === NO_TARGET ? null : text.slice(targeted),
    };
  }

  /** The block with room for the next record, and an octet after it: even an empty name begins in the block. */
  #reserve(length: number): Uint8Array {
    const last = this.#blocks.at(-1);
    const offset = this.#used & OFFSET;
    if (last !== undefined && offset !== 0 && offset + length < last.length) return last;
    const block = new Uint8Array(Math.max(BLOCK, length));
    this.#used = this.#blocks.length << BLOCK_BITS;
    this.#blocks.push(block);
    return block;
  }

  #write(block: Uint8Array, text: string): void {
    const offset = this.#used & OFFSET;
    for (let index = 0; index < text.length; index++) block[offset + index] = text.charCodeAt(index);
    this.#used += text.length;
  }

  #keepName(position: number, length: number): void {
    if (this.#count === this.#names.length) {
      this.#names = doubled(this.#names, Uint32Array);
      this.#lengths = doubled(this.#lengths, Uint16Array);
    }
    this.#names[this.#count] = position;
    this.#lengths[this.#count++] = length;
  }
}

const NO_RECORD = new Uint8Array(HEADER);

function doubled<Column extends Uint32Array | Uint16Array>(
  column: Column,
  Make: new (length: number) => Column,
): Column {
  const longer = new Make(2 * column.length);
  longer.set(column);
  return longer;
}
