/**
 * Gopher (RFC 1436) and Gopher+. A server is one value with its `Connect`, because a client may ask it more than once:
 * for an item, for the charset that it declares, for the form of an item and for the answer to it.
 */
export { type GopherPath, splitGopherPath } from '../../schemes/gopher/path.ts';
export { type Answers, type AskField, answersOf, type Entries, type EntryFault } from './ask-form.ts';
export {
  type AttributeBlock,
  type AttributesReply,
  askForAttributes,
  blockOf,
  type FetchedForm,
  fetchForm,
  type ItemAttributes,
  type ItemView,
  modifiedIn,
  readAttributes,
  sendForm,
  viewsOf,
} from './attributes.ts';
export { fetchCapabilities, fetchServerFile, type GopherCapabilities } from './caps.ts';
export type { MenuItem, MenuLine, ServerAddress } from './menu.ts';
export { type ItemAddress, type ItemFields, itemUrl } from './menu.ts';
export { MenuSource } from './menu-source.ts';
export { plainText } from './period.ts';
export {
  ask,
  collectBody,
  type GopherRefusal,
  type GopherReply,
  type GopherServer,
  isEmpty,
  refusalIn,
  sendRequest,
} from './reply.ts';
export { type Framing, type Peeked, type PeekOptions, ReplyBody } from './reply-body.ts';
export { type Charsets, TextReader, textReader } from './text-reader.ts';
