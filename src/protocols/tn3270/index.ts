/**
 * 3270 terminals over telnet (RFC 1576, RFC 2355): a session, which does no I/O, and a terminal, which has the screen
 * that the records of the session draw.
 */
export type { SessionProtocol } from '../telnet/session.ts';
export {
  type Appearance,
  type CellRun,
  COLORS,
  type Color,
  rowsOf,
  screenText,
} from './appearance.ts';
export type { CodePage } from './code-pages.ts';
export { fieldAt, fieldsOf, nextInput, type ScreenField } from './fields.ts';
export { decodeRecord, encodeRecord, type HostRecord } from './header.ts';
export { tn3270Session } from './records.ts';
export { type Cell, type CharacterCell, type FieldCell, type Model, Screen, type Size } from './screen.ts';
export { Terminal3270, type TerminalEvent, type TerminalOutput } from './terminal.ts';
