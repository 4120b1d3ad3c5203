/** What the pages of all terminals share: their frame with its buttons, and the line with the state of the session. */
import { type SessionHandlers, SessionSocket } from './session-socket.ts';

/** How often the time changes, in milliseconds. */
const TICK_MS = 1000;
/** How often octets change, in milliseconds. */
const TRAFFIC_MS = 250;

export const frame = elementById('terminal', HTMLElement);
const reconnect = elementById('reconnect', HTMLButtonElement);
const wholeWindow = elementById('whole-window', HTMLButtonElement);
const status = elementById('status', HTMLElement);
const traffic = elementById('traffic', HTMLElement);

/** The octets of the session, and the time when it was opened; `null` = it is not open yet. */
let octets = { sent: 0, received: 0 };
let openedAt: number | null = null;
let trafficAt = 0;
let timer: ReturnType<typeof setInterval> | undefined;

elementById('explanation', HTMLElement).hidden = true;
frame.hidden = false;
wholeWindow.addEventListener('click', () => {
  wholeWindow.setAttribute('aria-pressed', String(frame.classList.toggle('whole-window')));
});

/** The element that the server has put into the page with this id. */
export function elementById<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no ${id}`);
  return element;
}

/** Moves the focus from the screen to the first button below it. */
export function focusControls(): void {
  frame.querySelector<HTMLElement>('#screen ~ .terminal-controls button:not([hidden])')?.focus();
}

/** Calls a function when a person asks for a new session after the last one has ended. */
export function onReconnect(connect: () => void): void {
  reconnect.addEventListener('click', connect);
}

/** What a screen does with the messages of a session. */
type ScreenHandlers = Pick<SessionHandlers, 'octets'> & Partial<Pick<SessionHandlers, 'opened' | 'echo'>>;

/** Opens a session at a path and query of this origin, and shows its state. */
export function openSession(address: string, handlers: ScreenHandlers): SessionSocket {
  clearInterval(timer);
  octets = { sent: 0, received: 0 };
  openedAt = null;
  trafficAt = 0;
  reconnect.hidden = true;
  status.textContent = 'Connecting…';
  traffic.textContent = '';
  return new SessionSocket(address, {
    ...handlers,
    opened() {
      status.textContent = 'Connected.';
      openedAt = Date.now();
      timer = setInterval(showTraffic, TICK_MS);
      showTraffic();
      handlers.opened?.();
    },
    ended({ message, code, rule }) {
      clearInterval(timer);
      showTraffic();
      status.textContent = `${message} (${rule === null ? code : `${code}: ${rule}`})`;
      reconnect.hidden = false;
      // The keyboard must not stay in a terminal that takes nothing.
      if (frame.contains(document.activeElement)) reconnect.focus();
    },
    // The first octets are shown at once, and later ones with the next tick at the latest.
    traffic(sent, received) {
      octets = { sent, received };
      if (Date.now() - trafficAt < TRAFFIC_MS) return;
      trafficAt = Date.now();
      showTraffic();
    },
  });
}

function showTraffic(): void {
  if (openedAt === null) return;
  const seconds = Math.floor((Date.now() - openedAt) / TICK_MS);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  traffic.textContent = `${time} · ${formatOctets(octets.received)} in · ${formatOctets(octets.sent)} out`;
}

function formatOctets(octets: number): string {
  if (octets < 1024) return `${octets} B`;
  const kibibytes = octets / 1024;
  return kibibytes < 1024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}
