/** Why a link that was found may not be what the writer meant, one sentence for each code. */
export const warnings = {
  'blank-inside': 'The link contains a blank. The writer may have meant two texts.',
  'folded-hyphen': 'The link is folded after a hyphen, which may come from the fold.',
  'may-continue': 'The link ends at the end of a line, and the next line may continue it.',
  'soft-break': 'The link ends at a soft line break of quoted-printable text, and goes on in the next line.',
  'quoted-printable': 'The link contains an escape of quoted-printable text.',
  ellipsis: 'Dots follow the link. The writer may have shortened it.',
  'non-ascii': 'The link contains characters outside of ASCII, so that its end is a guess.',
  entity: 'The link contains a character reference, such as “&amp;”, which this format does not decode.',
  'excluded-character': 'The link contains a character, or ends before one, that no URL contains.',
  backslash: 'A backslash follows the link. It may be an escape.',
  placeholder: 'The link seems to contain a variable, such as “$name”, “%s” or “<name>”.',
  percent: 'The link contains “%” without two hexadecimal digits.',
  host: 'The host of the link contains characters that names of hosts do not have.',
  brackets: 'A bracket in the link, or right behind it, has no counterpart.',
  several: 'Another link follows without a blank between the two.',
  'missing-slashes': 'The link lacks “//” behind its scheme, so that some programs take it for a relative one.',
  'no-slashes': 'The word before the colon may not be a scheme.',
  markup: 'The link contains markup of the format, such as emphasis or an escape.',
  context: 'Whether this format shows the link to readers depends on text outside of it.',
} as const;

/** A warning about a link. `warnings` has a sentence for each. */
export type WarningCode = keyof typeof warnings;
