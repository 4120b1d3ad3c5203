/**
 * The escapes of HTML and XML, and control characters (C0, DEL and C1: `Cc` of Unicode) in what is written for a
 * browser or a program. A terminal may read one as a command, also in the middle of a page or of JSON that `curl`
 * prints. Here is how each of them is written; `displayText` of `ansi.ts` removes them from texts of servers, with the
 * escape sequences that they begin.
 *
 * ```
 *              NUL     C0        TAB, LF   CR       DEL      C1
 *   HTML       U+FFFD  &#27;     as it is  &#13;    &#127;   U+FFFD
 *   JSON       \u0000  \u001b    \t \n     \r       \u007f   \u009b
 * ```
 *
 * HTML has no reference for a C1 control: `&#155;` is another character (HTML §13.2.5.80).
 */

/** Escapes a text for XML: as content, and as an attribute in double quotes. */
export function escapeXml(text: string): string {
  if (!/[&<>"]/.test(text)) return text;
  // Four searches take less time than one that calls a function for each of 40,000 characters.
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Escapes a text for HTML: as content, and as an attribute in quotes of either kind.
 * `escapeHtml('<b title="it\'s">')` is `'&lt;b title=&quot;it&#39;s&quot;&gt;'`.
 */
export function escapeHtml(text: string): string {
  return escapeXml(text).replaceAll("'", '&#39;');
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text that {@link escapeHtml} has escaped. */
export function unescapeHtml(markup: string): string {
  return markup.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => CHARACTERS[name] ?? '');
}

const IN_MARKUP = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;
const EVERY_IN_MARKUP = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;
/** `JSON.stringify` writes the others as escapes. Characters that reverse a text are written as escapes, too. */
const IN_JSON = /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
const EVERY_IN_JSON = /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/**
 * HTML without control characters: a browser shows and sends the same text.
 *
 * @param markup - texts, attributes, or whole elements
 * @example
 * ```ts
 * markupWithoutControls('<b>\x1b]0;x\x07</b>'); // '<b>&#27;]0;x&#7;</b>'
 * ```
 */
export function markupWithoutControls(markup: string): string {
  // Hardly any text has one, and a test is faster than a replacement.
  return IN_MARKUP.test(markup) ? markup.replace(EVERY_IN_MARKUP, referenceOf) : markup;
}

function referenceOf(control: string): string {
  const code = control.charCodeAt(0);
  return code === 0 || code >= 0x80 ? '\ufffd' : `&#${code};`;
}

/**
 * A value as JSON without control characters: every parser reads the same value.
 *
 * @param value - a value that JSON can express
 * @param indent - the blanks of a level; absent = one line
 * @example
 * ```ts
 * jsonText({ name: '\x9b31m' }); // '{"name":"\\u009b31m"}'
 * ```
 */
export function jsonText(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent);
  return IN_JSON.test(json) ? json.replace(EVERY_IN_JSON, escapeOf) : json;
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The name of a character in a sentence: `U+0020`. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
