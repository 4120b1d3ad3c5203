/**
 * What a stranger's file is served as: a media type by the end of its name, or by its first octets where the name
 * says nothing, and the name that it is saved under.
 */
import { isUtf8 } from '../../../src/schemes/charset.ts';

/** Media types by the ends of names, those that a browser shows first. Text has no charset here. */
const TYPES: Readonly<Record<string, string>> = {
  'text/plain':
    'txt text asc me readme 1st nfo diz log md markdown rst c h cc cpp hpp cs f f77 f90 for p pas pl pm py rb sh csh bash awk sed java js ts go rs lisp el scm tex bib sty ms man 1 2 3 4 5 6 7 8 9 mk cfg conf ini diff patch asm s bas bat ps1 sql y l sum md5 sha1 sha256 sha512 lsm spec dsc changes lst list message faq abstract toc idx ans uue uu b64 hqx eml mbox rfc v vhd json yml yaml toml csv tsv',
  'text/html': 'html htm shtml xhtml',
  'text/css': 'css',
  'application/xml': 'xml xsl xsd rss atom dtd',
  'image/svg+xml': 'svg',
  'image/gif': 'gif',
  'image/png': 'png',
  'image/jpeg': 'jpg jpeg jpe jfif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp dib',
  'image/tiff': 'tif tiff',
  'image/x-icon': 'ico',
  'image/x-xbitmap': 'xbm',
  'image/x-xpixmap': 'xpm',
  'image/x-portable-pixmap': 'ppm pgm pbm pnm',
  'audio/mpeg': 'mp3 mp2 mpga',
  'audio/ogg': 'ogg oga opus',
  'audio/wav': 'wav',
  'audio/basic': 'au snd',
  'audio/aiff': 'aif aiff aifc',
  'audio/midi': 'mid midi',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/x-mod': 'mod s3m xm it',
  'video/mp4': 'mp4 m4v',
  'video/mpeg': 'mpg mpeg mpe m1v m2v',
  'video/ogg': 'ogv',
  'video/webm': 'webm',
  'video/quicktime': 'mov qt',
  'video/x-msvideo': 'avi',
  'video/x-matroska': 'mkv',
  'application/pdf': 'pdf',
  'application/postscript': 'ps eps ai',
  'application/rtf': 'rtf',
  'application/epub+zip': 'epub',
  'application/gzip': 'gz tgz taz',
  'application/zip': 'zip',
  'application/x-tar': 'tar',
  'application/x-bzip2': 'bz2 tbz tbz2',
  'application/x-xz': 'xz txz',
  'application/zstd': 'zst',
  'application/x-compress': 'z',
  'application/x-7z-compressed': '7z',
  'application/vnd.rar': 'rar',
  'application/x-lzh-compressed': 'lzh lha',
  'application/java-archive': 'jar',
  'application/vnd.debian.binary-package': 'deb',
  'application/x-rpm': 'rpm',
  'application/x-iso9660-image': 'iso',
  'application/octet-stream': 'bin exe com dll img dat arc arj zoo sit cpt dmg o so',
};

const BY_ENDING: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPES).flatMap(([type, endings]) =>
    endings.split(' ').map((ending): [string, string] => [ending, type]),
  ),
);

/** Files of text that go by a name alone. */
const TEXT_NAME =
  /^(?:readme|read|install|copying|copyright|licen[cs]e|changes?|changelog|news|authors|credits|thanks|todo|faq|index|contents|makefile|manifest|history|bugs|ls-l\w*|checksums?|(?:md5|sha\d+)sums?|welcome|notes?|announce(?:ment)?)$/i;

/** Octets from the beginning of a file, and the charset that the visitor wants its text in. */
export interface Sample {
  readonly first: Uint8Array;
  readonly charset: string | null;
}

const UNKNOWN = 'application/octet-stream';

/**
 * The media type of a file.
 *
 * @param name - of the file, or its whole path; non-ASCII characters do not matter
 * @param sample - `null` where no octet is known: then text is given no charset
 * @example
 * ```ts
 * mediaTypeOf('README', { first: new TextEncoder().encode('Hello.'), charset: null }); // 'text/plain; charset=utf-8'
 * ```
 */
export function mediaTypeOf(name: string, sample: Sample | null): string {
  const named = typeByName(name);
  const type = named ?? (sample !== null && isText(sample.first) ? 'text/plain' : UNKNOWN);
  if (!type.startsWith('text/') || sample === null) return type;
  return `${type}; charset=${sample.charset ?? (isUtf8(sample.first, 'beginning') ? 'utf-8' : 'windows-1252')}`;
}

function typeByName(name: string): string | null {
  const file = name.slice(name.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  if (dot < 0) return TEXT_NAME.test(file) ? 'text/plain' : null;
  return BY_ENDING.get(file.slice(dot + 1).toLowerCase()) ?? null;
}

/** Control characters that no text has: all but those for tabs, lines, pages, backspaces and escapes. */
const NOT_TEXT: ReadonlySet<number> = new Set(
  Array.from({ length: 0x20 }, (_, octet) => octet).filter(
    (octet) => ![8, 9, 10, 11, 12, 13, 0x1a, 0x1b].includes(octet),
  ),
);

/** So many octets show what a file is. */
const SAMPLE_LENGTH = 4096;

/** Whether octets look like text in some charset that extends ASCII. An empty file is an empty text. */
export function isText(first: Uint8Array): boolean {
  return !first.subarray(0, SAMPLE_LENGTH).some((octet) => NOT_TEXT.has(octet));
}

/** HTML, and every type of XML (RFC 7303 §9). */
const MARKUP = /^(?:text\/html|[^;]+[+/]xml)\b/;

/**
 * The policy for a file that a browser would read as a document: nothing in it runs, and nothing is fetched for it,
 * which would tell others who reads it. `null` = the file is no document.
 */
export function documentPolicy(type: string): string | null {
  return MARKUP.test(type) ? DOCUMENT_POLICY : null;
}

const DOCUMENT_POLICY = "sandbox allow-downloads; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const SHOWN = /^(?:text\/|image\/|audio\/|video\/|application\/(?:pdf|xml)$)/;
const UNFIT = /[\x00-\x1f\x7f-\x9f"\\/]/g;

/**
 * How a file is to be handled (RFC 6266): shown where a browser can, saved under its own name otherwise.
 *
 * @param name - in Unicode
 * @example
 * ```ts
 * dispositionOf('Käse.zip', 'application/zip'); // attachment; filename="K_se.zip"; filename*=UTF-8''K%C3%A4se.zip
 * ```
 */
export function dispositionOf(name: string, type: string): string {
  const clean = name.replace(UNFIT, '').trim() || 'file';
  const ascii = clean.replace(/[^ -~]/g, '_');
  const way = SHOWN.test(type) ? 'inline' : 'attachment';
  // attr-char of RFC 8187 §3.2.1 has fewer characters than a URI's component.
  const extended = encodeURIComponent(clean.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${way}; filename="${ascii}"${ascii === clean ? '' : `; filename*=UTF-8''${extended}`}`;
}
