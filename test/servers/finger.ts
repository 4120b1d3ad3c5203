/**
 * The finger test server (RFC 1288): the people of the museum, with their plans, in Latin-1. It refuses to pass queries
 * on, as most servers do (§3.2.1).
 */
import { type Person, people } from './finger/people.ts';
import { listen, type RunningServer, type ServerOptions } from './listener.ts';

/** Starts the finger test server. */
export function startFinger(options: ServerOptions = {}): Promise<RunningServer> {
  return listen('finger', options, async (conversation) => {
    const line = await conversation.line();
    if (line !== null) await conversation.body(replyTo(line), 'And so on.\r\n');
  });
}

function replyTo(line: string): string {
  const [, verbose = '', query = ''] = /^(\/W(?: +|$))?(.*)$/is.exec(line) ?? [];
  if (query.includes('@')) return lines('Finger forwarding service denied.');
  if (query === '') return verbose === '' ? table() : people.map(about).join('\r\n');
  const found = people.filter(({ login, name }) =>
    [login, ...name.toLowerCase().split(' ')].includes(query.toLowerCase()),
  );
  if (found.length === 0) return lines(`finger: ${query}: no such user.`);
  return found.map(about).join('\r\n');
}

/** Who is logged in, one on each line. */
function table(): string {
  const rows = people
    .filter(({ terminal }) => terminal !== null)
    .map(({ login, name, terminal, since }) => [login, name, terminal ?? '', since]);
  return lines(...[['Login', 'Name', 'Tty', 'Login time'], ...rows].map(row));
}

function row([login = '', name = '', terminal = '', since = '']: readonly string[]): string {
  return `${login.padEnd(10)}${name.padEnd(20)}${terminal.padEnd(8)}${since}`.trimEnd();
}

function about({ login, name, office, terminal, since, plan }: Person): string {
  const seen = terminal === null ? `Last login ${since}` : `On since ${since} on ${terminal}`;
  return lines(
    `Login: ${login.padEnd(24)}Name: ${name}`,
    `Office: ${office}`,
    seen,
    ...(plan === null ? ['No Plan.'] : ['Plan:', ...plan]),
  );
}

const lines = (...texts: readonly string[]): string => texts.map((text) => `${text}\r\n`).join('');
