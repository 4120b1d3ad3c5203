/**
 * Clients of old protocols: a connection in, typed values out. They use no API of Node or Workers: a `Connect`, which
 * opens connections to one server, is handed in. `waypost/protocols/node` makes one, and `StreamConnection` makes a
 * connection of any pair of streams. Entry `waypost/protocols` of the package.
 *
 * Each protocol is one of the exports: `gopher.ask`, `ftp.FtpClient`, `nntp.NewsSession`.
 */
export { decodeCharset, detectCharset } from '../octets/charset.ts';
export * as cnrp from './cnrp/index.ts';
export {
  type Body,
  type Collected,
  type Connect,
  type Connection,
  collect,
  type PeerConnection,
  type Sink,
  type Source,
  type Tls,
} from './connection.ts';
export * as cso from './cso/index.ts';
export * as dict from './dict/index.ts';
export * as finger from './finger/index.ts';
export * as ftp from './ftp/index.ts';
export * as gopher from './gopher/index.ts';
export { protocolLimits } from './limits.ts';
export { type LineCaps, LineReader, writeLine } from './lines.ts';
export * as nntp from './nntp/index.ts';
export * as prospero from './prospero/index.ts';
export { type ProtocolCode, ProtocolError, type ProtocolErrorOptions, type Suggestion } from './protocol-error.ts';
export { type Patience, StreamConnection, type Streams, type StreamTimings } from './stream-connection.ts';
export * as telnet from './telnet/index.ts';
export * as tn3270 from './tn3270/index.ts';
export * as wais from './wais/index.ts';
