/** Terminals of xterm.js without a page: what they show is the oracle of whatever reads or changes output. */
import headless from '@xterm/headless';

/** An empty terminal. */
export function headlessTerminal(
  cols: number,
  rows: number,
  options: ConstructorParameters<typeof headless.Terminal>[0] = {},
): headless.Terminal {
  return new headless.Terminal({ cols, rows, allowProposedApi: true, logLevel: 'off', ...options });
}

/** Has a terminal take a text. xterm.js waits a millisecond for more text, which a million inputs cannot. */
export function writeTo(terminal: headless.Terminal, text: string): Promise<void> {
  const { setTimeout } = globalThis;
  return new Promise((resolve) => {
    globalThis.setTimeout = setImmediate as unknown as typeof setTimeout;
    terminal.write(text, resolve);
    globalThis.setTimeout = setTimeout;
  });
}
