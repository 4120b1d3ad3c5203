/**
 * telnet (RFC 854) and rlogin (RFC 1282): sessions of a terminal that do no I/O. Octets of the server go in; text for
 * the screen and answers for the server come out.
 */
export {
  rloginSession,
  type SessionCommand,
  type SessionEnd,
  type SessionKey,
  type SessionOutput,
  type SessionProtocol,
  telnetSession,
} from './session.ts';
export { type Echo, INTERRUPTING, type TelnetKey, type TelnetOutput, type WindowSize } from './telnet.ts';
