/** Why a link that was found may not be what the writer meant, one sentence for each code. */
export const warnings = {
  'blank-inside': 'The link contains a space. It may be two separate pieces of text.',
  'folded-hyphen': 'The link is broken over two lines after a hyphen, which may not belong to it.',
  'may-continue': 'The link ends at the end of a line, but may continue on the next.',
  'soft-break': 'The link ends at a soft line break of quoted-printable text, and goes on in the next line.',
  'quoted-printable': 'The link contains an escape of quoted-printable text.',
  ellipsis: 'Dots follow the link. The writer may have shortened it.',
  'non-ascii': 'The link contains non-ASCII characters, so its end is a guess.',
  entity: 'The link contains a character reference, such as “&amp;”, which this format does not decode.',
  'excluded-character': 'The link contains, or ends before, a character that no URL may contain.',
  backslash: 'A backslash follows the link. It may be an escape.',
  placeholder: 'The link seems to contain a variable, such as “$name”, “%s” or “<name>”.',
  percent: 'The link contains “%” without two hexadecimal digits.',
  host: 'The host contains characters that host names cannot have.',
  brackets: 'A bracket in the link, or beside it, has no partner.',
  several: 'Another link follows without a space between the two.',
  'missing-slashes': 'The link lacks “//” after its scheme, so some programs read it as relative.',
  'no-slashes': 'The word before the colon may not be a scheme.',
  markup: 'The link contains markup of the format, such as emphasis or an escape.',
  identifier: 'The link may be the name of something, which programs compare letter by letter.',
  definition: 'The link is the value of a name, and text that uses the name may continue it.',
  context: 'Whether readers see this link depends on the text around it.',
} as const;

/** A warning about a link. `warnings` has a sentence for each. */
export type WarningCode = keyof typeof warnings;
