/**
 * The media type of a file. It follows from the extension of its name, or from its first octets if the name has no
 * known extension.
 */
import { isText, isUtf8 } from '../octets/charset.ts';

/** Media types with their file name extensions. Types that a browser shows come first; text has no charset here. */
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

const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPES).flatMap(([type, extensions]) =>
    extensions.split(' ').map((extension): [string, string] => [extension, type]),
  ),
);

/** Names of text files without an extension. */
const TEXT_NAME =
  /^(?:readme|read|install|copying|copyright|licen[cs]e|changes?|changelog|news|authors|credits|thanks|todo|faq|index|contents|makefile|manifest|history|bugs|ls-l\w*|checksums?|(?:md5|sha\d+)sums?|welcome|notes?|announce(?:ment)?)$/i;

/** The first octets of a file, and the charset that the visitor chose; `null` = detect it. */
interface Sample {
  readonly first: Uint8Array;
  readonly charset: string | null;
}

/** The media type of a file in no known format. */
export const UNKNOWN = 'application/octet-stream';

/**
 * The media type of a file. `mediaTypeOf('README', { first: new TextEncoder().encode('Hello.'), charset: null })` is
 * `'text/plain; charset=utf-8'`.
 *
 * @param name - the name of the file, or its whole path, in any charset
 * @param sample - `null` = the octets are unknown, and a text type has no charset
 */
export function mediaTypeOf(name: string, sample: Sample | null): string {
  const named = typeByName(name);
  const type = named ?? (sample !== null && isText(sample.first) ? 'text/plain' : UNKNOWN);
  if (!type.startsWith('text/') || sample === null) return type;
  return `${type}; charset=${sample.charset ?? (isUtf8(sample.first, 'beginning') ? 'utf-8' : 'windows-1252')}`;
}

const NOUNS: ReadonlyMap<string, string> = new Map([
  ['audio', 'sound'],
  ['video', 'video'],
  ['image', 'picture'],
]);

/** What a file of a media type is, in any format: `sound`, `video` or `picture`; `null` = something else. */
export function mediaNoun(type: string): string | null {
  return type.startsWith('image/svg') ? null : (NOUNS.get(type.slice(0, type.indexOf('/'))) ?? null);
}

/** Whether a file of a media type is a sound, a video or a picture. */
export function isMedia(type: string): boolean {
  return mediaNoun(type) !== null;
}

/** Names by which {@link mediaTypeOf} knows the types of texts. */
const NAMES_OF_TEXTS: Readonly<Record<string, string>> = { 'text/plain': 'a.txt', 'text/html': 'a.html' };

/**
 * The media type of a file whose server may declare one. Texts and HTML say in which charset they are.
 *
 * @param file - `mediaType` is the declared one; `null` = none
 * @param sample - as for {@link mediaTypeOf}
 */
export function declaredTypeOf(
  { name, mediaType }: { readonly name: string; readonly mediaType: string | null },
  sample: Sample | null,
): string {
  if (mediaType === null) return mediaTypeOf(name, sample);
  const text = NAMES_OF_TEXTS[mediaType];
  return text === undefined ? mediaType : mediaTypeOf(text, sample);
}

function typeByName(name: string): string | null {
  const file = name.slice(name.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  if (dot < 0) return TEXT_NAME.test(file) ? 'text/plain' : null;
  return BY_EXTENSION.get(file.slice(dot + 1).toLowerCase()) ?? null;
}
