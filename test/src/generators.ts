/**
 * The generators of the property tests: URLs of every scheme with their meaning, damaged URLs, arbitrary strings, and
 * http links as browsers read them.
 */
import fc from 'fast-check';
import { definitions } from '../../src/schemes/registry.ts';
import { exampleOf } from './generators/example.ts';
import { gopher } from './generators/gopher.ts';
import { file, ftp, unknown, web } from './generators/hierarchical.ts';
import { cid, mailto, mid, news, nntp } from './generators/messages.ts';
import type { Model } from './generators/model.ts';
import { anyString, broken, mutated, swollen, wrapped } from './generators/noise.ts';
import { dict, finger, go, prospero, terminal, wais } from './generators/services.ts';

export type { Model } from './generators/model.ts';
export { anyString, broken, wrapped } from './generators/noise.ts';
export { intricateBase, intricateReference } from './generators/reference.ts';
export { webBase, webReference, webUrl } from './generators/whatwg.ts';

/** Generators of URLs with their meaning, by scheme. */
const written: Readonly<Record<string, fc.Arbitrary<Model>>> = {
  gopher,
  ftp,
  news,
  nntp,
  telnet: terminal('telnet', 23),
  rlogin: terminal('rlogin', 513),
  tn3270: terminal('tn3270', 23),
  wais,
  prospero,
  go,
  finger,
  dict,
  file,
  mailto,
  mid,
  cid,
  http: web('http', 80),
  https: web('https', 443),
  'x-waypost': unknown,
};

/** Every scheme with its generator. A scheme without one gets a generator that varies the definition's example. */
export const models: Readonly<Record<string, fc.Arbitrary<Model>>> = {
  ...Object.fromEntries(definitions.map(({ name, example }) => [name, exampleOf(name, example)])),
  ...written,
};

/** A URL of any scheme. */
export const anyModel: fc.Arbitrary<Model> = fc.oneof(...Object.values(models));

const url = anyModel.map(({ a }) => a);

/** Anything that a user may type: URLs, damaged URLs, wrapped URLs, and other strings. */
export const anyInput: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: url },
  { weight: 4, arbitrary: mutated(url) },
  { weight: 1, arbitrary: wrapped(mutated(url)) },
  { weight: 1, arbitrary: broken(url) },
  { weight: 3, arbitrary: anyString },
);

/** The ends of paths that have lists: fields, attributes, answers of a form, and so on. */
const listed: fc.Arbitrary<string> = fc.constantFrom(
  ...['ftp://h/', 'ftps://u:p@h/a;type=d', 'go:a;b=c', 'go://h?a;b=t,c', 'go://?id=a', 'prospero://h/x;a=b'],
  ...[
    'finger://h/a@b@c',
    'wais://h/db/T/1=a;',
    'wais://h/db?a',
    'mailto:a@b?c=d&to=e',
    'gopher://h/0x%09%09!',
    'gopher://h/0x%09%09+v%20l',
  ],
  ...[
    'gopher://h/0x%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A',
    'news:a@b',
    'nntp://h/g/1',
    'http://h/a?b#c',
    'mid:a@b/c@d',
  ],
);

/** Long inputs of every scheme, of up to `longest` characters and a little more. */
export const longInput = (longest: number): fc.Arbitrary<string> =>
  fc.oneof(swollen(listed, longest), swollen(swollen(listed, 200), longest), swollen(anyInput, longest));
