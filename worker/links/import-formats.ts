/**
 * What an import asks of the formats of other shorteners. Whoever starts the Worker hands them in: short links know
 * only their own exports.
 */
import type { ItemReader } from '../http/batch.ts';

/** A link of another shortener. */
export interface ForeignRow {
  /** `''` = it has none. */
  readonly slug: string;
  readonly url: string;
  /** ISO 8601, like the end; `null` = not known. */
  readonly createdAt: string | null;
  readonly clicks: number;
  readonly title: string | null;
  readonly note: string | null;
  readonly expiresAt: string | null;
  readonly banned: boolean;
}

/** Reads the exports of other shorteners. */
export interface ImportFormats {
  /**
   * The links in a document of JSON.
   *
   * @throws RequestError 400 if there is no list
   */
  rowsIn(document: unknown): readonly unknown[];
  /**
   * Reads a row: a record of CSV, or an object of JSON.
   *
   * @throws RequestError 400 that names the part which is missing or wrong
   */
  readRow(row: object): ForeignRow;
  /** Makes a reader of CSV, whose records are rows. */
  csv(): ItemReader;
}
