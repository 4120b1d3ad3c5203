/** Generates the tables of docs/scale.md from the figures of the bench and the prices of the platform. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { billTables } from './bench/bill/bill.ts';
import { readFigures } from './bench/run.ts';
import { fullestOfBillion } from './bench/spread.ts';
import { figure, markdownOf, type Table } from './bench/table.ts';
import { withParts } from './generated-parts.ts';

export const FILE: string = join(import.meta.dirname, '../docs/scale.md');

/** The largest database of a Durable Object, in octets. */
const LARGEST_STORE = 10e9;
const BILLION = 1e9;

export function readDocument(): string {
  return readFileSync(FILE, 'utf8');
}

/** The document with every part generated again. */
export function withTables(document: string): string {
  const octets = octetsOfLink();
  const bills = billTables(figuresOf('bill'));
  const tables = { ...bills, stores: storesTable(octets), spread: figuresOf('spread'), import: figuresOf('import') };
  const parts = Object.entries(tables).map(([name, table]) => [name, `\n${markdownOf(table)}`] as const);
  return withParts(document, {
    ...Object.fromEntries(parts),
    octets: String(octets),
    'most links': String(Math.floor(LARGEST_STORE / octets / 1e6)),
  });
}

function figuresOf(part: string): Table {
  const table = readFigures()[part];
  if (table === undefined) throw new Error(`figures.json has no part ${part}: run \`npm run bench -- ${part}\`.`);
  return table;
}

/** The octets of the store for each link, as `npm run bench -- import` has measured them. */
function octetsOfLink(): number {
  const row = figuresOf('import').rows.find(([what]) => what?.startsWith('octets of the store'));
  const octets = Number(row?.[1]);
  if (Number.isNaN(octets)) throw new Error('figures.json has no size of a link');
  return octets;
}

function storesTable(octets: number): Table {
  return {
    about: 'How full the fullest store is, if a billion links are spread by chance.',
    head: ['stores', 'links of the fullest, of a billion', 'above the mean', 'its size', 'fits into 10 GB'],
    rows: [16, 64, 256, 1024, 4096].map((stores) => {
      const links = fullestOfBillion(stores);
      const size = links * octets;
      return [
        figure(stores),
        `${(links / 1e6).toFixed(links < 1e6 ? 3 : 1)} million`,
        `${(((links * stores) / BILLION - 1) * 100).toFixed(1)} %`,
        `${(size / 1e9).toFixed(1)} GB`,
        size <= LARGEST_STORE ? 'yes' : `no: ${Math.floor((LARGEST_STORE * stores) / octets / 1e6)} million links do`,
      ];
    }),
  };
}
