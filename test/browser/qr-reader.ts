/** Reads the QR code on a page from the modules that the browser has drawn. */
import type { Page } from 'playwright-core';
import { decodeQr, type Modules } from '../qr-code.ts';

/**
 * The text of the QR code in an SVG drawing.
 *
 * @param selector - the CSS selector of an `<svg>` with one path, in which a module is one unit wide
 */
export async function readQr(page: Page, selector: string): Promise<string> {
  return decodeQr(await modulesOf(page, selector));
}

/** Whether each module is dark at its middle. The bounding box of the path is that of the code. */
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
    const indexes = Array.from({ length: Math.round(width) }, (_, index) => index);
    return indexes.map((row) => indexes.map((column) => dark(column, row)));
  });
}
