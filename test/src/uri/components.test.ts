/** Checks the picture at the top of components.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Scheme } from '../../../src/index.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { unknown } from '../../../src/schemes/unknown.ts';
import { splitUrl } from '../../../src/uri/components.ts';
import { withoutIdna } from '../../../src/uri/idna.ts';
import { readUrl } from '../../../src/uri/read-url.ts';
import { Rewrite } from '../../../src/uri/rewrite.ts';
import { dialects, SchemeIndex } from '../../../src/uri/scheme-rules.ts';

const source = readFileSync(join(import.meta.dirname, '../../../src/uri/components.ts'), 'utf8');
const [url = '', ...lines] = (/```\n(.*?) \* ```/s.exec(source)?.[1] ?? '').split('\n').map((line) => line.slice(5));

/** Each name of the picture, with the column under which it begins. */
const drawn = lines.flatMap((line) => {
  const label = /[a-zA-Z].*/.exec(line);
  return label === null ? [] : label[0].split(', ').map((name): [string, number] => [name, label.index]);
});

describe('the picture of the offsets', () => {
  it('shows every offset of a component that a pass has', () => {
    const offsets = Object.keys(new Rewrite(withoutIdna)).filter((name) => /(?:From|To)$/.test(name));
    expect(drawn.map(([name]) => name).sort()).toEqual(offsets.sort());
  });

  it.each(drawn)('%s is %i', (name, column) => {
    const index = new SchemeIndex<Scheme>(definitions, unknown);
    const pass = new Rewrite<string>(withoutIdna).begin(url, url, null);
    readUrl(pass, index, dialects.current);
    expect(pass).toHaveProperty(name, column);
    const offsets: object = splitUrl(url);
    if (name in offsets) expect(offsets).toHaveProperty(name, column);
  });
});
