/**
 * Reads whole texts in a worker, so that a hundred thousand lines do not stop anybody from typing. The rows stay
 * here; the page gets those that it shows.
 */
import { EXPORT_TYPES, exportOf } from '../export.ts';
import { Harvest } from '../harvest.ts';
import { PAGE_ROWS } from './harvest-tools.tsx';
import type { Order, Report } from './messages.ts';

/** The pause between two reports of progress, in milliseconds: a bar that moves ten times a second moves. */
const REPORT_MS = 100;

let current = { id: 0, harvest: new Harvest() };

/** Answers the page's orders. */
export function serveTexts(): void {
  addEventListener('message', ({ data }: MessageEvent<Order>) => {
    if (data.kind === 'read') void readText(data);
    else if (data.id === current.id) answer(data);
  });
}

function say(report: Report): void {
  postMessage(report);
}

async function readText({ id, text, dialect }: Extract<Order, { kind: 'read' }>): Promise<void> {
  const harvest = new Harvest();
  current = { id, harvest };
  let reported = performance.now();
  for (const tally of harvest.collect(text, { dialect })) {
    if (performance.now() - reported < REPORT_MS) continue;
    say({ kind: 'progress', id, tally });
    reported = performance.now();
    // A new text may have come in the meantime; it ends the work on this one.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (current.id !== id) return;
  }
  answer({ kind: 'show', id, page: 0, scheme: null });
}

function answer(order: Exclude<Order, { kind: 'read' }>): void {
  const { id, harvest } = current;
  const rows = harvest.rows(order.scheme);
  if (order.kind === 'export') {
    const file = new Blob([exportOf(rows, order.format)], { type: EXPORT_TYPES[order.format] });
    say({ kind: 'file', id, name: `links.${order.format}`, file });
    return;
  }
  const { page, scheme } = order;
  const from = page * PAGE_ROWS;
  const shown = rows.slice(from, from + PAGE_ROWS);
  say({ kind: 'page', id, tally: harvest.tally, rows: shown, page, of: rows.length, scheme });
}
