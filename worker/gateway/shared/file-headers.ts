/** The headers of files from other servers: disposition and content policy. */

/**
 * The Content-Security-Policy for a file that a browser reads as a document: HTML, or XML of any type (RFC 7303 §9).
 * Nothing in it runs, and it loads nothing: a request would reveal the reader to third parties. `null` = another file.
 */
export function documentPolicy(type: string): string | null {
  return /^(?:text\/html|[^;]+[+/]xml)\b/.test(type) ? DOCUMENT_POLICY : null;
}

/** The headers of a file as its server has it. Its name is in Unicode. */
export function fileHeaders(name: string, mediaType: string): Record<string, string> {
  const policy = documentPolicy(mediaType);
  return {
    'Content-Type': mediaType,
    'Content-Disposition': dispositionOf(name, mediaType),
    'Content-Encoding': 'identity',
    ...(policy === null ? {} : { 'Content-Security-Policy': policy }),
  };
}

const DOCUMENT_POLICY = "sandbox allow-downloads; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** What browsers show or play. Files of other types are saved. */
const SHOWN =
  /^(?:text\/|image\/(?:gif|png|jpeg|webp|avif|bmp|x-icon|svg\+xml)|audio\/|video\/|application\/(?:pdf|xml)$)/;

/** Controls, characters with a meaning in the header or in paths, and controls that reverse a text (Unicode UAX #9). */
const UNFIT = /[\x00-\x1f\x7f-\x9f"\\/\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * The value of Content-Disposition (RFC 6266): `inline` for types that a browser shows, `attachment` for others.
 * `dispositionOf('Käse.zip', 'application/zip')` is `'attachment; filename="K_se.zip";
 * filename*=UTF-8\'\'K%C3%A4se.zip'`.
 */
export function dispositionOf(name: string, type: string): string {
  const clean = name.replace(UNFIT, '').trim() || 'file';
  const ascii = clean.replace(/[^ -~]/g, '_');
  const disposition = SHOWN.test(type) ? 'inline' : 'attachment';
  // attr-char of RFC 8187 §3.2.1 has fewer characters than encodeURIComponent leaves raw.
  const extended = encodeURIComponent(clean.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${ascii}"${ascii === clean ? '' : `; filename*=UTF-8''${extended}`}`;
}
