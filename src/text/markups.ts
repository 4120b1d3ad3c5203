/**
 * What a reader of running text must know of a markup, in one table: where a URL stands whole, which characters are
 * escaped, and what only looks like a link. The rest of a text is read as plain text.
 */
import type { Escapes } from './decoded.ts';
import type { MarkupFormat, TextRange } from './link.ts';
import type { WarningCode } from './warnings.ts';

/** A markup. */
export interface Markup {
  /** Where a URL stands whole: it is the first group. What else an expression matches is not searched for links. */
  readonly places: readonly RegExp[];
  /** In these places; absent = those of running text. */
  readonly inPlaces?: Escapes;
  /** In running text; absent = there are none. */
  readonly escapes?: Escapes;
  /** The beginning of a line that gives a name to a text: where the name stands, a URL may go on. */
  readonly definition?: RegExp;
  /** What is doubtful in a link because of the text around it. */
  readonly warning?: (text: string, range: TextRange) => WarningCode | null;
}

const NONE = {} as const;

/** The meaning of escapes that a table has. */
const meaningIn =
  (table: Readonly<Record<string, string>>) =>
  (code: string): string | null =>
    table[code] ?? null;

/** How far the text before a link is looked at, in UTF-16 code units. */
const LONGEST_LOOK = 2000;
const before = (text: string, at: number): string => text.slice(Math.max(0, at - LONGEST_LOOK), at);

/** The line of a place up to it. */
export const lineBefore = (text: string, at: number): string => before(text, at).split('\n').at(-1) ?? '';

const lineOf = (text: string, [from, to]: TextRange): string =>
  `${lineBefore(text, from)}${text.slice(from, to + LONGEST_LOOK).split('\n', 1)[0]}`;

/** Whether the length of a line matters: a line under a heading is as long, and a table has columns. */
function hasWidth(text: string, range: TextRange): boolean {
  const line = lineOf(text, range);
  const [, next = ''] = text.slice(range[1], range[1] + LONGEST_LOOK).split('\n', 2);
  return /^\s*[|+]/.test(line) || /^[ \t]*([!-/:-@[-`{-~])\1+[ \t\r]*$/.test(next);
}

/** docutils, "Hyperlink References" and "Hyperlink Targets": blanks in a target vanish. */
const RST: Markup = {
  places: [
    /`[^`<>]{0,1000}<([^<>`]+)>`__?/dg,
    /^[ \t]*\.\. +_(?:`[^`\n]*`|(?:[^:\\\n`]|\\.)+):[ \t]+(\S[^\n]*?)[ \t\r]*$/dgm,
    /^[ \t]*(?:\.\. +)?__:?[ \t]+(\S+)[ \t\r]*$/dgm,
    /^[ \t]*\.\. +(?:\|[^|\n]+\| +)?(?:image|figure)::[ \t]+(\S+)[ \t\r]*$/dgm,
    /^[ \t]+:target:[ \t]+(\S+)[ \t\r]*$/dgm,
  ],
  inPlaces: {
    pattern: /\\[\s\S]|\s+/g,
    meaning: (code) => code.replace(/\\(?=[^\s])|\\?\s+/, ''),
    spellings: NONE,
  },
  // A target may go on in the next line, and one that ends in an underline is the name of another one.
  warning: (text, [from, to]) => {
    if (/[_*|]/.test(text[to - 1] ?? '') || hasWidth(text, [from, to])) return 'markup';
    const isTarget = /^[ \t]*\.\. +_?[^\n]*:[ \t]+$/m.test(lineBefore(text, from));
    return isTarget && /^[ \t\r]*\n[ \t]+[^\s:.]/.test(text.slice(to, to + LONGEST_LOOK)) ? 'may-continue' : null;
  },
};

/** A bracket ends a URL, and its label stands in it (AsciiDoc, "Links" and "Macros"). */
const ASCIIDOC: Markup = {
  definition: /^:!?[\w-]+!?:/,
  places: [
    // A picture may have a link of its own: `image:http://h/a.png[A, link=http://h/]`.
    /(?<![\w:+])image::?([a-z][a-z\d+.-]{0,30}:[^\s[\]<>"]{1,1000}?)\[(?:(?!\blink=)[^\]\\\n]|\\.){0,1000}/dgi,
    /(?<![\w:+])(?:(?:link|xref|video|audio|include)::?)?(?:\+\+)?([a-z][a-z\d+.-]{0,30}:[^\s[\]<>"]{1,1000}?)(?:\+\+)?\[(?:[^\]\\\n]|\\.){0,1000}\]/dgi,
  ],
  // Marks of emphasis, typographic replacements and names of attributes are read before links are.
  warning: (text, range) =>
    /__|\*\*|##|``|\+|--|\.\.\.|[\^~'{}*]/.test(text.slice(...range)) || hasWidth(text, range) ? 'markup' : null,
};

/** Org, "Link Format": brackets in a link are escaped. */
const ORG: Markup = {
  definition: /^[ \t]*#\+(?:LINK|MACRO):/i,
  places: [/\[\[((?:[^\][\\]|\\[\s\S])+)\](?:\[(?:[^\]]|\](?!\])){0,1000}\])?\]/dg],
  inPlaces: {
    pattern: /\\[\\[\]]/g,
    meaning: (code) => code.slice(1),
    spellings: { '[': ['\\[', 'always'], ']': ['\\]', 'always'] },
  },
  // The destination is of another kind, as in `[[file:http://h/][a]]`.
  warning: (text, [from]) => (/\[\[\s*[^\][\s][^\][]*$/.test(lineBefore(text, from)) ? 'markup' : null),
};

const TEX = meaningIn({
  ...{ '\\_': '_', '\\%': '%', '\\#': '#', '\\&': '&', '\\$': '$', '\\~{}': '~', '\\~': '~', '\\^{}': '^' },
  ...{ '\\textasciitilde{}': '~', '\\-': '', '\\/': '', '{\\_}': '_', '{\\%}': '%', '{\\#}': '#', '{\\&}': '&' },
});
const TEX_ESCAPES = /\{\\[_%#&]\}|\\(?:[_%#&$/-]|[~^](?:\{\})?|textasciitilde\{\})/g;

/** The commands of url and hyperref take nearly every character as it is; others are those of running text. */
const LATEX_PLACES = [
  /\\(?:url|nolinkurl|burl)\*?\s{0,9}\{((?:[^{}\\\n]|\\[^\n])+)\}/dg,
  /\\href\s{0,9}(?:\[[^\][\n]{0,200}\])?\s{0,9}\{((?:[^{}\\\n]|\\[^\n])+)\}(?:\s{0,9}\{[^{}]{0,1000}\})?/dg,
];
const AS_BEFORE: Escapes['spellings'] = {
  _: ['\\_', 'as-before'],
  '%': ['\\%', 'as-before'],
  '#': ['\\#', 'as-before'],
  '&': ['\\&', 'as-before'],
  $: ['\\$', 'as-before'],
  '~': ['\\~{}', 'as-before'],
};
const IN_URL: Escapes = {
  pattern: TEX_ESCAPES,
  meaning: TEX,
  spellings: {
    ...AS_BEFORE,
    _: ['\\_', 'optional'],
    '&': ['\\&', 'optional'],
    $: ['\\$', 'optional'],
    '~': ['\\~', 'optional'],
  },
};

const LATEX: Markup = {
  definition: /\\(?:(?:re)?newcommand|providecommand|[egx]?def|let)\b/,
  places: LATEX_PLACES,
  inPlaces: IN_URL,
  escapes: { pattern: TEX_ESCAPES, meaning: TEX, spellings: AS_BEFORE },
  warning: (text, range) => {
    const written = text.slice(...range);
    if (/#\d/.test(written)) return 'placeholder';
    // A percent sign begins a comment, if it is not in a command that takes it as it is.
    const isInCommand = /\{$/.test(text.slice(0, range[0]).slice(-1));
    return !isInCommand && /(?<!\\)%/.test(written) ? 'markup' : null;
  },
};

const BIBTEX: Markup = {
  definition: /@string/i,
  places: [
    /=\s{0,9}\{\s{0,9}([a-z][a-z\d+.-]{0,30}:(?:[^{}\\]|\\[\s\S])*)\}/dgi,
    /=\s{0,9}"\s{0,9}([a-z][a-z\d+.-]{0,30}:(?:[^{}"\\]|\\[\s\S])*)"/dgi,
    ...LATEX_PLACES,
  ],
  inPlaces: IN_URL,
  escapes: { pattern: TEX_ESCAPES, meaning: TEX, spellings: AS_BEFORE },
  // Some programs take the field of a URL as it is, and LaTeX does not.
  warning: (text, range) =>
    /=\s*[{"]\s*$/.test(lineBefore(text, range[0])) && /\{\\/.test(text.slice(...range)) ? 'markup' : null,
};

const TEXINFO_ESCAPES: Escapes = {
  // Texinfo, "Inserting @ and {} and , and …": a verbatim text has no commands.
  pattern: /@verbatim\s[\s\S]*?(?:@end verbatim|$)|@(?:[@{}/:-]|comma\{\})/g,
  meaning: meaningIn({ '@@': '@', '@{': '{', '@}': '}', '@comma{}': ',', '@/': '', '@-': '', '@:': '' }),
  spellings: { '@': ['@@', 'always'] },
};

const TEXINFO: Markup = {
  definition: /^[ \t]*@(?:set|macro)\s/,
  places: [/@(?:uref|url|indicateurl)\{\s*((?:[^{},@]|@(?:[@{}/:-]|comma\{\}))+)(?:\}|,[^{}]{0,1000}\}|(?=,))/dg],
  inPlaces: { ...TEXINFO_ESCAPES, spellings: { '@': ['@@', 'always'], ',': ['@comma{}', 'always'] } },
  escapes: TEXINFO_ESCAPES,
};

const ROFF_MEANINGS = {
  ...{
    '\\-': '-',
    '\\(hy': '-',
    '\\[hy]': '-',
    '\\(ti': '~',
    '\\[ti]': '~',
    '\\(ha': '^',
    '\\[ha]': '^',
    '\\(at': '@',
  },
  ...{ '\\[at]': '@', '\\(sl': '/', '\\(ul': '_', '\\(aq': "'", '\\(dq': '"', '\\(lq': '“', '\\(rq': '”', '\\e': '\\' },
  ...{ '\\(la': '<', '\\(ra': '>', '\\~': ' ', '\\ ': ' ', '\\0': ' ' },
  ...{ '\\&': '', '\\:': '', '\\%': '', '\\/': '', '\\,': '', '\\|': '', '\\^': '' },
};

/** groff(7), "Escape sequences". */
const ROFF: Markup = {
  definition: /^[.'][ \t]*(?:ds|as)\b/,
  places: [/^[.'][ \t]*(?:UR|URL|Lk)[ \t]+"?([^\s"]+)"?/dgm],
  escapes: {
    pattern: /(?:\\f(?:\([^\s]{2}|\[[^\]\n]*\]|[^\s([]))+|\\(?:\([^\s]{2}|\[[^\]\n]{1,30}\]|[^\n])|\n(?=[.'])/g,
    // A change of the font ends a link, unless a link goes on behind it: then a word of it is a variable.
    meaning: (code, before, after) => {
      // No link goes on in a request.
      if (code === '\n') return '\n\n';
      if (!code.startsWith('\\f')) return meaningIn(ROFF_MEANINGS)(code);
      return /[\w/=.%~?&-]/.test(before) && /[\w/=%~?&\\-]/.test(after) ? null : '«';
    },
    spellings: { '-': ['\\-', 'optional'], '~': ['\\(ti', 'optional'], '@': ['\\(at', 'optional'] },
  },
};

const XML_CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Attributes and elements whose URLs are names: of namespaces, documents, things and entries of feeds. */
const XML_NAMES =
  /(?:\bxmlns(?::[\w.-]+)?|[\w:.-]*(?:schemaLocation|namespace|namespaceURI|about|resource|datatype|identifier|systemId|publicId|algorithm|type|uri|id))\s*=\s*["'][^"'<>]*$|<![A-Z][^<>]*$|<(?:[\w.-]+:)?(?:id|guid|identifier|namespace|uri)(?:\s[^<>]*)?>\s*$/i;

const XML_REFERENCE = /&(?:amp|lt|gt|quot|apos|#x[\da-f]{1,6}|#\d{1,7});/gi;

const XML: Markup = {
  places: [
    /=\s{0,9}"\s{0,9}([a-z][a-z\d+.-]{0,30}:[^"<>]*)"/dgi,
    /=\s{0,9}'\s{0,9}([a-z][a-z\d+.-]{0,30}:[^'<>]*)'/dgi,
  ],
  escapes: {
    pattern: new RegExp(String.raw`<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|${XML_REFERENCE.source}`, 'gi'),
    meaning: (written) => {
      const [, hex, decimal, name = ''] = /^&(?:#x([\da-f]+)|#(\d+)|(\w+));$/i.exec(written) ?? [];
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return XML_CHARACTERS[name] ?? (code > 0x1f && code <= 0xffff ? String.fromCharCode(code) : null);
    },
    spellings: { '&': ['&amp;', 'always'], "'": ['&apos;', 'as-before'] },
  },
  warning: (text, [from, to]) => {
    if (XML_NAMES.test(before(text, from))) return 'identifier';
    // A document may have entities of its own.
    return /&[\w.:-]+;/.test(text.slice(from, to + 1).replace(XML_REFERENCE, '')) ? 'entity' : null;
  },
};

/** Members whose URLs are names: JSON Schema, JSON-LD. */
const JSON_NAMES = /"(?:\$schema|\$id|\$ref|@id|@type|@vocab|@base)"\s*:\s*"[^"]*$|"@context"\s*:[^\]}]*$/;
const JSON_CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ' };

const JSON_TEXT: Markup = {
  // A mark with a backslash does not begin a string.
  places: [/(?<!\\)"([a-z][a-z\d+.-]{0,30}:(?:[^"\\\n]|\\[^\n])*)"/dgi],
  escapes: {
    pattern: /\\(?:u[\da-f]{4}|[^\n])/gi,
    meaning: (written) => {
      const [, code, character = ''] = /^\\(?:u(....)|(.))$/.exec(written) ?? [];
      return code === undefined
        ? (JSON_CONTROLS[character] ?? character)
        : String.fromCharCode(Number.parseInt(code, 16));
    },
    spellings: {
      '/': ['\\/', 'optional'],
      '&': ['\\u0026', 'optional'],
      '=': ['\\u003d', 'optional'],
      "'": ['\\u0027', 'optional'],
      '+': ['\\u002b', 'optional'],
    },
  },
  warning: (text, [from, to]) =>
    JSON_NAMES.test(before(text, from)) || /^"\s*:/.test(text.slice(to, to + 9)) ? 'identifier' : null,
};

/**
 * A text goes on in the next string, also in an entry that is no longer used; programs look translations up by the
 * original text (gettext, "PO Files").
 */
const PO: Markup = {
  places: [],
  escapes: {
    pattern: /"[ \t]*\r?\n(?:#~?\|?)?[ \t]*"|\\[nrt"\\]/g,
    meaning: (code) => (code.startsWith('"') ? '' : (JSON_CONTROLS[code.slice(1)] ?? code.slice(1))),
    spellings: NONE,
  },
  warning: (text, [from, to]) => {
    if (text.slice(from, to).includes('\n')) return 'markup';
    if (/^#(?![~|])/.test(lineBefore(text, from))) return null;
    const keyword = before(text, from)
      .match(/^(?:#~?\|? ?)?msg(?:id|str|ctxt)/gm)
      ?.at(-1);
    // The keyword of a long text is too far away: it may be one of an original.
    return /msgstr$/.test(keyword ?? '') ? null : 'identifier';
  },
};

export const MARKUPS: Readonly<Record<MarkupFormat, Markup>> = {
  ...{ rst: RST, asciidoc: ASCIIDOC, org: ORG, latex: LATEX, bibtex: BIBTEX, texinfo: TEXINFO, roff: ROFF },
  ...{ xml: XML, json: JSON_TEXT, po: PO },
};
