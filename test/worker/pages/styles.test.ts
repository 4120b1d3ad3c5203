/** The style sheets without a browser: what they draw, and the contrast of colours that no page in a browser shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

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
