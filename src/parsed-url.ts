/** `parse`: the components of a URL as they were written. */
import { dialectOf, type Options, prepareInput, type Reader } from './canonicalizer.ts';
import { type ParsedUrl, parsedUrlOf } from './uri/canonical-parts.ts';
import { schemeEnd } from './uri/components.ts';
import { Steps } from './uri/traced-text.ts';
import type { UrlInput } from './uri/url-object.ts';

/** The components of a URL, percent-encoded and not normalized. */
export type Parse = (url: UrlInput, options?: Options) => ParsedUrl;

/** Makes `parse` for the schemes of a reader. */
export function parseOf(reader: Reader): Parse {
  const { index, inputOf, newPass, readInto, outputOf } = reader;
  return (url, options) => {
    const dialect = dialectOf(options);
    const input = inputOf(url);
    const pass = newPass();
    readInto(pass, prepareInput(reader, input, options, dialect, new Steps()), input, dialect);
    const canonical = outputOf(pass);
    return parsedUrlOf(pass, canonical, input, index.find(canonical, schemeEnd(canonical)).definition);
  };
}
