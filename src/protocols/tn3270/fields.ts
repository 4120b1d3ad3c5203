/** The fields of a 3270 screen: where they are, and what their attributes mean. */
import { FIELD } from './codes.ts';
import type { FieldCell, Screen } from './screen.ts';

/** A field: its attribute takes a cell, and its characters follow. It may go over the end of the screen. */
export interface ScreenField {
  /** The address of the attribute. */
  readonly at: number;
  readonly cell: FieldCell;
  /** The address of the first character; if the field has none, of the next field. */
  readonly first: number;
  /** The number of characters. */
  readonly length: number;
}

export const isProtected = (attribute: number): boolean => (attribute & FIELD.protected) !== 0;
export const isNumeric = (attribute: number): boolean => (attribute & FIELD.numeric) !== 0;
export const isModified = (attribute: number): boolean => (attribute & FIELD.modified) !== 0;
export const isHidden = (attribute: number): boolean => (attribute & FIELD.display) === FIELD.hidden;
export const isIntensified = (attribute: number): boolean => (attribute & FIELD.display) === FIELD.intensified;

/** Whether the cursor jumps over the field when the one before it is full: it is protected and numeric. */
export const isSkipped = (attribute: number): boolean => isProtected(attribute) && isNumeric(attribute);

/** The fields in the order of their addresses; none if the screen is not formatted. */
export function fieldsOf(screen: Screen): ScreenField[] {
  const found: { readonly at: number; readonly cell: FieldCell }[] = [];
  for (let at = 0; at < screen.length; at++) {
    const cell = screen.at(at);
    if (cell.kind === 'field') found.push({ at, cell });
  }
  const start = found[0]?.at ?? 0;
  return found.map(({ at, cell }, index) => {
    const next = found[index + 1]?.at ?? start + screen.length;
    return { at, cell, first: screen.wrap(at + 1), length: next - at - 1 };
  });
}

/** The field of an address, its attribute included; `null` if the screen is not formatted. */
export function fieldAt(screen: Screen, address: number): ScreenField | null {
  for (let back = 0; back < screen.length; back++) {
    const at = screen.wrap(address - back);
    const cell = screen.at(at);
    if (cell.kind === 'field') return { at, cell, first: screen.wrap(at + 1), length: lengthOf(screen, at) };
  }
  return null;
}

function lengthOf(screen: Screen, at: number): number {
  let length = 0;
  while (length < screen.length - 1 && screen.at(at + 1 + length).kind !== 'field') length++;
  return length;
}

/** Whether a person may type at an address: not on a field attribute, and not in a protected field. */
export function isInput(screen: Screen, address: number): boolean {
  if (screen.at(address).kind === 'field') return false;
  const field = fieldAt(screen, address);
  return field === null || !isProtected(field.cell.attribute);
}

/** The first address of the line below the cursor. */
export function nextLine(screen: Screen): number {
  const { cursor, size } = screen;
  return screen.wrap(cursor - (cursor % size.columns) + size.columns);
}

const isTabStop = (screen: Screen, at: number): boolean => {
  const cell = screen.at(at);
  return cell.kind === 'field' && !isProtected(cell.attribute) && screen.at(at + 1).kind !== 'field';
};

/**
 * The first address of the next unprotected field with characters, after an address and around the end; else `null`.
 */
export function nextInput(screen: Screen, address: number): number | null {
  for (let step = 0; step < screen.length; step++)
    if (isTabStop(screen, screen.wrap(address + step))) return screen.wrap(screen.wrap(address + step) + 1);
  return null;
}

/** The first address of the last unprotected field that begins before an address, around the beginning; else `null`. */
export function previousInput(screen: Screen, address: number): number | null {
  // From the first character of a field, the attribute before it would lead to the same field.
  for (let step = 2; step < screen.length + 2; step++) {
    const at = (address - step + 2 * screen.length) % screen.length;
    if (isTabStop(screen, at)) return screen.wrap(at + 1);
  }
  return null;
}

/** Marks a field as modified, or not. */
export function setModified(screen: Screen, { at, cell }: Pick<ScreenField, 'at' | 'cell'>, modified: boolean): void {
  const attribute = modified ? cell.attribute | FIELD.modified : cell.attribute & ~FIELD.modified;
  screen.set(at, { ...cell, attribute });
}

/** Marks every field as not modified. */
export function resetModified(screen: Screen): void {
  for (let at = 0; at < screen.length; at++) {
    const cell = screen.at(at);
    if (cell.kind === 'field' && isModified(cell.attribute)) setModified(screen, { at, cell }, false);
  }
}
