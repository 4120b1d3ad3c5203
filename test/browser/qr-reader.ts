/** Reads a QR code that a page shows: its modules are looked at where the browser has drawn them. */
import type { Page } from 'playwright-core';
import { decodeQr, type Modules } from '../qr-code.ts';

/**
 * The text of the code that an SVG drawing shows.
 *
 * @param selector - of an `<svg>` whose one path is the code, one unit a module
 */
export async function readQr(page: Page, selector: string): Promise<string> {
  return decodeQr(await modulesOf(page, selector));
}

/** What is dark at the middle of each module; the box of the path is the box of the code. */
async function modulesOf(page: Page, selector: string): Promise<Modules> {
  return page.locator(`${selector} path`).evaluate((path) => {
    if (!(path instanceof SVGPathElement)) throw new Error('no path');
    const { x, y, width } = path.getBBox();
    const svg = path.ownerSVGElement;
    const dark = (column: number, row: number): boolean => {
      const point = svg?.createSVGPoint();
      if (point === undefined) throw new Error('no drawing');
      [point.x, point.y] = [x + column + 0.5, y + row + 0.5];
      return path.isPointInFill(point);
    };
    const places = Array.from({ length: Math.round(width) }, (_, place) => place);
    return places.map((row) => places.map((column) => dark(column, row)));
  });
}
