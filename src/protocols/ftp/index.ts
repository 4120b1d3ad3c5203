/**
 * FTP (RFC 959, 2389, 2428, 3659, 4217), for reading: directories as typed entries, in every listing format that
 * servers have used, and files as streams that end only when the server confirms the transfer.
 *
 * Names are octets in a charset that no server declares: one character for each octet. `decoderFor` makes text of them.
 */
export { type Decode, decoderFor, type OctetString } from '../../octets/charset.ts';
export type { Credentials } from '../credentials.ts';
export type { Column, SortOrder } from '../sort-order.ts';
export { type FileFacts, FtpClient, type FtpTarget, openTarget, type RetrieveOptions, targetOf } from './client.ts';
export { ListedEntries } from './listed-entries.ts';
export type { ListedTime, ListingEntry } from './listing/entry.ts';
export type { DirectoryListing, ListingCommand, RawListing, Readme } from './listing.ts';
export type { FtpReply } from './reply.ts';
export type { TransferType } from './session.ts';
export { type LoginOptions, LoginRefused } from './session.ts';
export { Download, type TransferExtent } from './transfer.ts';
