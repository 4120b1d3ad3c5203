/**
 * What a screen looks like: rows of runs of characters that look alike. The page makes its grid from them, and inputs
 * from the fields that a person may type into.
 */
import { baseCharacter, type CodePage, graphicCharacter } from './code-pages.ts';
import { CHARACTER_SET, type CharacterAttributes } from './codes.ts';
import { fieldAt, isHidden, isIntensified, isNumeric, isProtected } from './fields.ts';
import type { Cell, CharacterCell, FieldCell, Screen } from './screen.ts';

/** Colours by their codes X'F0' to X'FF' (GA23-0059, Color). */
export const COLORS = [
  'neutral-black',
  'blue',
  'red',
  'pink',
  'green',
  'turquoise',
  'yellow',
  'neutral-white',
  'black',
  'deep-blue',
  'orange',
  'purple',
  'pale-green',
  'pale-turquoise',
  'grey',
  'white',
] as const;

export type Color = (typeof COLORS)[number];

export interface Appearance {
  /** `null` = none selected: the page shows a protected field in its own two colours, by intensity. */
  readonly color: Color | null;
  readonly background: Color | null;
  readonly highlighting: 'normal' | 'blink' | 'reverse' | 'underscore' | 'intensify';
  readonly intensified: boolean;
  /** Hidden characters are not in the text of a run. */
  readonly hidden: boolean;
}

/** Characters of one row that look alike and belong to one field. */
export interface CellRun {
  /** The address of the first character. */
  readonly at: number;
  /** One element for each cell: a character, which may consist of several code points. */
  readonly characters: readonly string[];
  readonly appearance: Appearance;
  /** The address of the field's attribute; `null` on a screen without fields. */
  readonly field: number | null;
  /** Whether a person may type here. */
  readonly input: boolean;
  readonly numeric: boolean;
}

const HIGHLIGHTING: ReadonlyMap<number, Appearance['highlighting']> = new Map([
  [0xf1, 'blink'],
  [0xf2, 'reverse'],
  [0xf4, 'underscore'],
  [0xf8, 'intensify'],
]);

const FIRST_COLOR = 0xf0;
const colorOf = (code: number): Color | null => COLORS[code - FIRST_COLOR] ?? null;

/** The character of a cell; a blank for a field attribute. Whether it is hidden does not matter here. */
function characterOf(cell: Cell, field: FieldCell | null, page: CodePage): string {
  if (cell.kind === 'field') return ' ';
  if (cell.text !== undefined) return cell.text;
  return isGraphic(cell, field) ? graphicCharacter(cell.code) : baseCharacter(cell.code, page);
}

function isGraphic({ graphic, attributes }: CharacterCell, field: FieldCell | null): boolean {
  const set = attributes.characterSet || (field?.attributes.characterSet ?? 0);
  return graphic || set === CHARACTER_SET.graphic;
}

function appearanceOf(cell: Cell, field: FieldCell | null): Appearance {
  const own: CharacterAttributes | null = cell.kind === 'field' ? null : cell.attributes;
  const value = (name: keyof CharacterAttributes): number => own?.[name] || (field?.attributes[name] ?? 0);
  return {
    color: colorOf(value('color')),
    background: cell.kind === 'field' ? null : colorOf(value('background')),
    highlighting: (cell.kind === 'field' ? null : HIGHLIGHTING.get(value('highlighting'))) ?? 'normal',
    intensified: field !== null && isIntensified(field.attribute),
    hidden: field !== null && isHidden(field.attribute),
  };
}

const alike = (one: Appearance, other: Appearance): boolean =>
  one === other ||
  (one.color === other.color &&
    one.background === other.background &&
    one.highlighting === other.highlighting &&
    one.intensified === other.intensified &&
    one.hidden === other.hidden);

/**
 * The rows of a screen.
 *
 * @example
 * ```ts
 * rowsOf(new Screen({ rows: 24, columns: 80 }), 37).length; // 24
 * ```
 */
export function rowsOf(screen: Screen, page: CodePage): CellRun[][] {
  const { rows, columns } = screen.size;
  const before = fieldAt(screen, screen.length - 1);
  let field = before?.cell ?? null;
  let fieldAddress = before?.at ?? null;
  return Array.from({ length: rows }, (_, row) => {
    const runs: (CellRun & { readonly characters: string[] })[] = [];
    let previous: Cell | null = null;
    for (let at = row * columns; at < (row + 1) * columns; at++) {
      const cell = screen.at(at);
      if (cell.kind === 'field') {
        field = cell;
        fieldAddress = at;
      }
      const last = runs.at(-1);
      // Most cells look like the one before: the attributes of both are then the same object.
      const isLike =
        previous?.kind === 'character' && cell.kind === 'character' && previous.attributes === cell.attributes;
      const appearance = isLike && last !== undefined ? last.appearance : appearanceOf(cell, field);
      const input = cell.kind === 'character' && (field === null || !isProtected(field.attribute));
      const character = appearance.hidden ? ' ' : characterOf(cell, field, page);
      if (last?.field === fieldAddress && last.input === input && alike(last.appearance, appearance))
        last.characters.push(character);
      else {
        const numeric = input && field !== null && isNumeric(field.attribute);
        runs.push({ at, characters: [character], appearance, field: fieldAddress, input, numeric });
      }
      previous = cell;
    }
    return runs;
  });
}

/** The text of a screen, row by row, without blanks at the end of a row. */
export function screenText(screen: Screen, page: CodePage): string[] {
  return rowsOf(screen, page).map((runs) =>
    runs
      .flatMap(({ characters }) => characters)
      .join('')
      .trimEnd(),
  );
}
