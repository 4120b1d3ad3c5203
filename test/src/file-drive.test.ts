/** Drive letters in file URLs: short paths of drives, dots and names leads where browsers go. */
import { describe, expect, it } from 'vitest';
import { URL as ReferenceUrl } from 'whatwg-url';
import { canonicalize, explain, UrlError } from '../../src/index.ts';
import { sampled } from '../fast-check.ts';

const SEGMENTS = ['x', '', '.', '..', '%2e%2E', 'C|', 'd:', 'C%7C', 'CC|', 'C|x'];

/** Every path of so many of the segments. */
const pathsOf = (length: number): readonly string[] =>
  Array.from({ length: SEGMENTS.length ** length }, (_, number) =>
    Array.from({ length }, (_, at) => SEGMENTS[Math.floor(number / SEGMENTS.length ** at) % SEGMENTS.length]).join('/'),
  );

/** Every path of up to three of the segments, and a sample of those of four. */
const PATHS: readonly string[] = [...[1, 2, 3].flatMap(pathsOf), ...sampled(pathsOf(4))];

/** The canonical form of what `url` returns; `null` if it is not a URL. */
function outcome(url: () => string): string | null {
  try {
    return canonicalize(url());
  } catch (error) {
    if (error instanceof UrlError || error instanceof TypeError) return null;
    throw error;
  }
}

describe.each(['file:///', 'file://host/', 'file:', 'file:/', 'file://'])('behind %s', (start) => {
  it('the path is the one that browsers see', () => {
    const urls = PATHS.map((path) => start + path);
    const wrong = urls.filter((url) => outcome(() => url) !== outcome(() => new ReferenceUrl(url).href));
    expect(wrong.slice(0, 10)).toEqual([]);
  });
});

it.each([
  ['file://C:/x', ['file-drive-host']],
  ['file://C|/x', ['file-drive-host', 'file-drive']],
  ['file:C:/x', ['file-slashes', 'path-empty']],
  ['file://h', ['path-empty']],
  ['file:///x/../C|/y', ['file-drive', 'dot-segments']],
])('%s has the diagnostics %j', (url, codes) => {
  expect(explain(url).diagnostics.map(({ code }) => code)).toEqual(codes);
});
