/** The text of `tables.ts`. */
import { pack } from './pack.ts';
import { readUnicodeData, UNICODE_VERSION } from './unicode-data.ts';

const HEAD = `/*!
 * Unicode data files: Copyright © 1991-2025 Unicode, Inc. SPDX-License-Identifier: Unicode-3.0
 * The licence is in LICENSE-UNICODE, which comes with Waypost, and at https://www.unicode.org/license.txt
 */

/**
 * The tables of UTS 46 for Unicode ${UNICODE_VERSION}, packed. \`npm run idna-tables\` writes this file; do not edit it.
 */
import type { PackedTables } from './unpack.ts';

/** The version of Unicode whose code points are known. Later ones are not valid in a host. */
export const UNICODE_VERSION = '${UNICODE_VERSION}';

export const tables: PackedTables = {
`;

/** Makes the module from the data. */
export function tablesModule(): string {
  const members = Object.entries(pack(readUnicodeData())).map(([name, text]) => {
    const line = `  ${name}: '${text}',`;
    // As the formatter breaks lines of more than 120 characters.
    return line.length <= 120 ? `${line}\n` : `  ${name}:\n    '${text}',\n`;
  });
  return `${HEAD}${members.join('')}};\n`;
}
