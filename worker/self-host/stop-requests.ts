/**
 * When a program is to stop: after SIGINT and SIGTERM, and when npm, which started it, has gone. npm passes a signal on
 * to its shell only, and the shell ends without its child.
 */

/** How often the program looks for its parent, in milliseconds. */
const LOOK_MS = 500;

/** Calls `stop` for each request; the first is for an orderly end. */
export function onStopRequest(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  // In a shell of a person the parent may end, and the program goes on.
  if (process.env.npm_lifecycle_event === undefined) return;
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    stop();
  }, LOOK_MS);
  timer.unref();
}
