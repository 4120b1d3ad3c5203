/** References in HTML that came by gopher. */
import { expect, test } from 'vitest';
import { resolveItem } from '../../../../src/open/gopher/html-references.ts';

const GOPHER = 'gopher://h.example:7070/h/docs/index.html';

test.each([
  ['../a.gif', true, 'gopher://h.example:7070/I/a.gif'],
  ['../a.gif', false, 'gopher://h.example:7070/g/a.gif'],
  ['/pics/a.jpg', false, 'gopher://h.example:7070/I/pics/a.jpg'],
  ['gopher://x.example/1', true, 'gopher://x.example/'],
  ['sub', false, 'gopher://h.example:7070/h/docs/sub'],
  ['a.zip', false, 'gopher://h.example:7070/9/docs/a.zip'],
  ['a.txt', false, 'gopher://h.example:7070/0/docs/a.txt'],
  ['a.html', false, 'gopher://h.example:7070/h/docs/a.html'],
  ['a.wav', false, 'gopher://h.example:7070/s/docs/a.wav'],
  ['a.mpg', false, 'gopher://h.example:7070/;/docs/a.mpg'],
  ['sub/', false, 'gopher://h.example:7070/1/docs/sub/'],
  ['a.nothing', false, 'gopher://h.example:7070/9/docs/a.nothing'],
  ['v1.nothing/a', false, 'gopher://h.example:7070/h/docs/v1.nothing/a'],
  // A name ends at the fragment. Selectors have no query.
  ['a.txt?b.gif', false, 'gopher://h.example:7070/g/docs/a.txt%3Fb.gif'],
  ['a.txt#b.gif', false, 'gopher://h.example:7070/0/docs/a.txt#b.gif'],
  // Some begin with the type of an item, as links do.
  ['/0/a', false, 'gopher://h.example:7070/0/a'],
  ['/I', true, 'gopher://h.example:7070/I'],
  ['/Z/a.gif', false, 'gopher://h.example:7070/g/Z/a.gif'],
  ['/00/a.gif', false, 'gopher://h.example:7070/g/00/a.gif'],
  ['a/0/a.gif', false, 'gopher://h.example:7070/g/docs/a/0/a.gif'],
  ['00/0/a.gif', false, 'gopher://h.example:7070/g/docs/00/0/a.gif'],
  ['gopher://x.example/h/a', false, 'gopher://x.example/h/a'],
  ['z39.50r+x-y:a', false, 'z39.50r+x-y:a'],
  ['HTTP://x.example/a', false, 'http://x.example/a'],
  ['//x.example/1', false, 'gopher://x.example/'],
  ['?a', false, 'gopher://h.example:7070/h/docs/index.html%3Fa'],
  ['#a', false, 'gopher://h.example:7070/h/docs/index.html#a'],
  ['', false, GOPHER],
])('the reference %s as a picture: %s, is %s', (reference, isPicture, url) => {
  expect(resolveItem(reference, GOPHER, isPicture)).toBe(url);
});

test.each([
  // A reference is relative to the selector, which need not begin with a slash.
  ['a.gif', 'gopher://h.example/hdocs/x.html', 'gopher://h.example/gdocs/a.gif'],
  ['/a.gif', 'gopher://h.example/hdocs/x.html', 'gopher://h.example/g/a.gif'],
  ['a.gif', 'gopher://h.example/hx.html', 'gopher://h.example/ga.gif'],
  ['a.gif', 'gopher://h.example/', 'gopher://h.example/ga.gif'],
  ['a.gif', 'gopher://h.example/h/docs/x%09%09+text/html', 'gopher://h.example/g/docs/a.gif'],
  ['a.gif', 'gophers://h.example/h/docs/x.html', 'gophers://h.example/g/docs/a.gif'],
  ['/h/a', 'gophers://h.example/h/docs/x.html', 'gophers://h.example/h/a'],
  ['a.gif', 'https://h.example/docs/x.html', 'https://h.example/docs/a.gif'],
  ['/a/b.gif', 'https://h.example/docs/x.html', 'https://h.example/a/b.gif'],
  ['a.txt', 'https://h.example/gopher:/x.html', 'https://h.example/gopher:/a.txt'],
  ['http://x.example/', 'news:a.b', 'http://x.example/'],
])('the reference %s in %s is %s', (reference, base, url) => {
  expect(resolveItem(reference, base, false)).toBe(url);
});
