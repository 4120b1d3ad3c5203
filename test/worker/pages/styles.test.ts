/** The style sheets without a browser: what they draw, and the contrast of colours that no page in a browser shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../worker/pages/styles');
const sheet = (name: string) => readFileSync(join(FOLDER, `${name}.css`), 'utf8');

/** The declarations of the first rule with exactly this selector. */
function ruleOf(css: string, selector: string): string {
  const start = css.indexOf(`\n${selector} {`);
  if (start < 0) throw new Error(`no rule for ${selector}`);
  return css.slice(start, css.indexOf('}', start));
}

test('the sign for a copy is drawn, because fonts may lack it', () => {
  const rule = ruleOf(sheet('forms'), '.copy::before');
  expect(rule).toContain('content: "";');
  expect(rule).toContain('clip-path: path(');
});

/** The relative luminance of a colour, and the contrast of two (WCAG 2.2). */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const coloursIn = (text: string) => text.match(/#[\da-f]{3,6}\b/g) ?? [];

describe('colours of terminals can be read', () => {
  const css = sheet('gopher');
  const tokens = sheet('tokens');
  const grounds = [...tokens.matchAll(/--(?:paper|raised): (#[\da-f]{6});/g)].map(([, colour = '']) => colour);
  const [onText = ''] = coloursIn(ruleOf(css, '.text:has(> .ansi)'));

  test.each(Array.from({ length: 16 }, (_, number) => number))('.f%i', (number) => {
    const [light = '', dark = ''] = coloursIn(ruleOf(css, `.f${number}`));
    const [paper = '', raised = '', darkPaper = '', darkRaised = ''] = grounds;
    for (const ground of [paper, raised]) expect(contrast(light, ground)).toBeGreaterThanOrEqual(4.5);
    for (const ground of [darkPaper, darkRaised, onText]) expect(contrast(dark, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(Array.from({ length: 8 }, (_, number) => number))('black on .b%i', (number) => {
    const [ground = ''] = coloursIn(ruleOf(css, `.b${number}`));
    const own =
      css.split('}').find((rule) => new RegExp(`\\n\\.f0(?:\\.b${number}\\b|:is\\(.*\\.b${number}\\b)`).test(rule)) ??
      '';
    const [black = ''] = coloursIn(own);
    expect(contrast(black, ground)).toBeGreaterThanOrEqual(4.5);
  });
});
