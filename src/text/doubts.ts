/** What in a URL itself makes it doubtful, wherever it stands. What its surroundings say is up to each reader. */
import { lacksSlashes, opaqueForm } from './schemes.ts';
import type { WarningCode } from './warnings.ts';

/** `C|` of old file URLs: the bar is part of the URL. */
export const DRIVE = /file:(?:\/\/(?:localhost)?)?\/?[a-z]\|/iy;

const ENTITY = /&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);/i;
const EXCLUDED = /["<>{}|\\^`]/;
const TEMPLATE = /<[%?]|%>|\$\w*\(|%\(|@[A-Z_]{2,}@/;

/** Whether a URL is filled in by a program before anybody follows it. */
function isTemplate(url: string): boolean {
  const brace = url.indexOf('{');
  return (brace !== -1 && url.includes('}', brace)) || TEMPLATE.test(url);
}

/** What is doubtful in a URL that ends in running text. Its end is a guess, and so a part of the sign may be behind it. */
export function doubtsOfText(url: string, withNext = url): readonly WarningCode[] {
  const doubts: WarningCode[] = [];
  if (/%(?![\da-f]{2})/i.test(url)) doubts.push('percent');
  if (isTemplate(url) || /\$[a-z_]/i.test(url)) doubts.push('placeholder');
  if (url.includes('=3D')) doubts.push('quoted-printable');
  if (ENTITY.test(withNext)) doubts.push('entity');
  return doubts;
}

/** What is doubtful in a URL that is delimited: in brackets, or the whole of a cell. */
export function doubtsOfDelimited(url: string): readonly WarningCode[] {
  const doubts: WarningCode[] = /\s/.test(url) ? ['blank-inside'] : [];
  DRIVE.lastIndex = 0;
  if (EXCLUDED.test(DRIVE.test(url) ? url.slice(DRIVE.lastIndex) : url)) doubts.push('excluded-character');
  const [, scheme = '', rest = ''] = /^([^:]*):(.*)$/s.exec(url) ?? [];
  if (!rest.startsWith('//') && opaqueForm(scheme.toLowerCase(), rest) === 'doubtful') doubts.push('no-slashes');
  return [...doubts, ...doubtsOfText(url), ...(lacksSlashes(url) ? (['missing-slashes'] as const) : [])];
}

/** What is doubtful in a URL that is a value of markup, which says where it ends and what its characters mean. */
export function doubtsOfValue(url: string): readonly WarningCode[] {
  const doubts: WarningCode[] = isTemplate(url) ? ['placeholder'] : [];
  return lacksSlashes(url) ? [...doubts, 'missing-slashes'] : doubts;
}
