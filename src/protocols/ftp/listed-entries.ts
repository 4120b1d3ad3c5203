/**
 * The entries of a long listing, held as octets: 50,000 entries take a few MiB, where as many objects with strings take
 * many times that. Each entry is made again when it is read.
 */
import { octetStringOf } from '../../octets/charset.ts';
import type { ListingEntry } from './listing/entry.ts';

/** The columns by which entries can be sorted, and the directions. */
export const COLUMNS = ['name', 'size', 'modified'] as const;
export type Column = (typeof COLUMNS)[number];
export const DIRECTIONS = ['asc', 'desc'] as const;

export interface SortOrder {
  readonly column: Column;
  readonly direction: (typeof DIRECTIONS)[number];
}

const KINDS: readonly ListingEntry['kind'][] = ['directory', 'file', 'link', 'unknown'];
const DIRECTORY = KINDS.indexOf('directory');

/** The octets of records are in blocks, because a buffer that grows leaves its old copies to the garbage collector. */
const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;
const OFFSET = BLOCK - 1;
/** The number of entries that columns have room for at first. */
const FEW = 256;

/** Octets as they are compared: without case, also of Latin-1 letters. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, octet) => String.fromCharCode(octet).toLowerCase().charCodeAt(0));

/** A record is `modified LF name`, or `modified LF name LF target`. No line of a listing has an LF. */
export class ListedEntries {
  /** Each has `BLOCK` octets, except one with a longer record. */
  readonly #blocks: Uint8Array[] = [];
  /** The position after the last record. A position is the number of a block and an offset in it. */
  #used = 0;
  #count = 0;
  /**
   * By entry: the positions at which its record, the name in it, the text after the name, and the next record begin.
   */
  #starts = new Uint32Array(FEW);
  #names = new Uint32Array(FEW);
  #targets = new Uint32Array(FEW);
  #ends = new Uint32Array(FEW);
  #kinds = new Uint8Array(FEW);
  /** NaN = unknown. */
  #sizes = new Float64Array(FEW);
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
    const time = modified ?? '';
    const octets = this.#reserve(time.length + name.length + (target?.length ?? 0) + 2);
    this.#starts[index] = this.#used;
    this.#kinds[index] = KINDS.indexOf(kind);
    this.#sizes[index] = size ?? Number.NaN;
    if (time.length > 'yyyy-mm-dd'.length) this.#timed ??= time;
    this.#write(octets, time);
    this.#write(octets, '\n');
    this.#names[index] = this.#used;
    this.#write(octets, name);
    this.#targets[index] = this.#used;
    if (target !== null) {
      this.#write(octets, '\n');
      this.#write(octets, target);
    }
    this.#ends[index] = this.#used;
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
    const byName = (a: number, b: number) => this.#compare(this.#names, this.#targets, a, b);
    const group = this.#groups(column);
    const by = {
      name: byName,
      size: (a: number, b: number) => (this.#sizes[a] ?? 0) - (this.#sizes[b] ?? 0) || byName(a, b),
      modified: (a: number, b: number) => this.#compare(this.#starts, this.#names, a, b) || byName(a, b),
    }[column];
    return Array.from({ length: this.#count }, (_, index) => index).sort(
      (a, b) => (group[a] ?? 0) - (group[b] ?? 0) || turn * by(a, b),
    );
  }

  #groups(column: SortOrder['column']): Uint8Array {
    return Uint8Array.from({ length: this.#count }, (_, index) => {
      if (column === 'name') return Number(this.#kinds[index] !== DIRECTORY);
      if (column === 'size') return Number(Number.isNaN(this.#sizes[index]));
      return Number(this.#names[index] === (this.#starts[index] ?? 0) + 1);
    });
  }

  /** Compares the texts of two entries between these positions. */
  #compare(starts: Uint32Array, ends: Uint32Array, a: number, b: number): number {
    const [start, other] = [starts[a] ?? 0, starts[b] ?? 0];
    const [octets, others] = [this.#blockAt(start), this.#blockAt(other)];
    const [length, otherLength] = [(ends[a] ?? 0) - start, (ends[b] ?? 0) - other];
    for (let at = start & OFFSET, from = other & OFFSET, left = Math.min(length, otherLength); left > 0; left--) {
      const difference = (FOLDED[octets[at++] ?? 0] ?? 0) - (FOLDED[others[from++] ?? 0] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  #blockAt(position: number): Uint8Array {
    return this.#blocks[position >>> BLOCK_BITS] ?? NO_OCTETS;
  }

  #entry(index: number): ListingEntry {
    const start = this.#starts[index] ?? 0;
    const offset = start & OFFSET;
    const length = (this.#ends[index] ?? 0) - start;
    const record = octetStringOf(this.#blockAt(start).subarray(offset, offset + length));
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

  /** The block with room for the next record. A record is never in two blocks. */
  #reserve(length: number): Uint8Array {
    const last = this.#blocks.at(-1);
    const offset = this.#used & OFFSET;
    if (last !== undefined && offset !== 0 && offset + length <= last.length) return last;
    const block = new Uint8Array(Math.max(BLOCK, length));
    this.#used = this.#blocks.length << BLOCK_BITS;
    this.#blocks.push(block);
    return block;
  }

  #write(octets: Uint8Array, text: string): void {
    const offset = this.#used & OFFSET;
    for (let index = 0; index < text.length; index++) octets[offset + index] = text.charCodeAt(index);
    this.#used += text.length;
  }

  #growColumns(): void {
    const length = this.#count * 2;
    this.#starts = copied(this.#starts, new Uint32Array(length));
    this.#names = copied(this.#names, new Uint32Array(length));
    this.#targets = copied(this.#targets, new Uint32Array(length));
    this.#ends = copied(this.#ends, new Uint32Array(length));
    this.#kinds = copied(this.#kinds, new Uint8Array(length));
    this.#sizes = copied(this.#sizes, new Float64Array(length));
  }
}

const NO_OCTETS = new Uint8Array();

function copied<Column extends Uint8Array | Uint32Array | Float64Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
