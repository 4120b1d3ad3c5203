/** Writes `tables.ts`: `npm run idna-tables`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tablesModule } from './pack.ts';

writeFileSync(join(import.meta.dirname, '../tables.ts'), tablesModule());
