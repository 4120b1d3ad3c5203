/** Warnings about what a URL contains, wherever it stands. Those about the text around it are up to each reader. */
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

/** What is doubtful in a URL of running text. `withNext`: with the character behind it, which may belong to it. */
export function warningsOfText(url: string, withNext: string): readonly WarningCode[] {
  // Programs have variables in their texts; message-ids and paths of Domino have dollar signs.
  return [...warningsAnywhere(url, withNext), ...(/\$[a-z_]/i.test(url) ? (['placeholder'] as const) : [])];
}

/** What is doubtful in a URL that is delimited: in brackets, or the whole of a cell. */
export function warningsOfDelimited(url: string): readonly WarningCode[] {
  const warnings: WarningCode[] = /\s/.test(url) ? ['blank-inside'] : [];
  DRIVE.lastIndex = 0;
  if (EXCLUDED.test(DRIVE.test(url) ? url.slice(DRIVE.lastIndex) : url)) warnings.push('excluded-character');
  const [, scheme = '', rest = ''] = /^([^:]*):(.*)$/s.exec(url) ?? [];
  if (!rest.startsWith('//') && opaqueForm(scheme.toLowerCase(), rest) === 'doubtful') warnings.push('no-slashes');
  return [...warnings, ...warningsAnywhere(url), ...(lacksSlashes(url) ? (['missing-slashes'] as const) : [])];
}

function warningsAnywhere(url: string, withNext = url): readonly WarningCode[] {
  const warnings: WarningCode[] = /%(?![\da-f]{2})/i.test(url) ? ['percent'] : [];
  if (isTemplate(url)) warnings.push('placeholder');
  if (url.includes('=3D')) warnings.push('quoted-printable');
  if (ENTITY.test(withNext)) warnings.push('entity');
  return warnings;
}

/** What is doubtful in a URL that is a value of markup, which says where it ends and what its characters mean. */
export function warningsOfValue(url: string): readonly WarningCode[] {
  const warnings: WarningCode[] = isTemplate(url) ? ['placeholder'] : [];
  return lacksSlashes(url) ? [...warnings, 'missing-slashes'] : warnings;
}
