/** The guestbook of the telnet test server: entries, and a view of them that fills the window and follows its size. */
import type { TelnetClient } from './telnet-client.ts';

export interface Entry {
  readonly name: string;
  readonly text: string;
}

/** The entries of every server at its start. */
export const FIRST_ENTRIES: readonly Entry[] = [
  { name: 'Ann', text: 'I came for the library catalogue and stayed for the colours.' },
  { name: 'Bo', text: 'My modem never drew a frame as fast as this.' },
  { name: 'Cleo', text: 'Resize the window. The frame follows.' },
];

const CSI = '\x1b[';
const ENTER_SCREEN = `${CSI}?1049h${CSI}?25l`;
const LEAVE_SCREEN = `${CSI}?25h${CSI}?1049l`;
const UP = '\x1b[A';
const DOWN = '\x1b[B';

/** Shows the entries in a frame of the size of the window. The arrow keys choose one, `q` leaves. */
export async function showFullScreen(client: TelnetClient, entries: readonly Entry[]): Promise<void> {
  let chosen = 0;
  await client.show(ENTER_SCREEN);
  for (;;) {
    await client.showUtf8(frame(client, entries, chosen));
    const input = await client.input();
    if (input.kind === 'resized') continue;
    if (input.key === 'q') break;
    if (input.key === DOWN) chosen = Math.min(chosen + 1, entries.length - 1);
    if (input.key === UP) chosen = Math.max(chosen - 1, 0);
  }
  await client.show(LEAVE_SCREEN);
}

function frame({ columns, rows, terminal }: TelnetClient, entries: readonly Entry[], chosen: number): string {
  const inner = Math.max(columns - 2, 10);
  const at = (row: number, text: string): string => `${CSI}${row};1H${text}`;
  const fill = (text: string): string => text.slice(0, inner).padEnd(inner);
  const lines = [at(1, `${CSI}1;33;44m╔${'═'.repeat(inner)}╗`)];
  const visible = entries.slice(0, rows - 4);
  for (let row = 2; row < rows - 1; row += 1) {
    const entry = visible[row - 2];
    const text = fill(entry === undefined ? '' : ` ${entry.name}: ${entry.text}`);
    const isChosen = entry !== undefined && row - 2 === chosen;
    lines.push(at(row, `║${isChosen ? `${CSI}7m${text}${CSI}27m` : text}║`));
  }
  lines.push(at(rows - 1, `╚${'═'.repeat(inner)}╝`));
  lines.push(at(rows, `${CSI}0m${fill(`${columns}x${rows} ${terminal}  arrows choose, q leaves`)}`));
  return lines.join('');
}
