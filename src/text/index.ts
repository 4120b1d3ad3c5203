/** Links in texts of several formats: `waypost/text`. */

export { formatOfFile, formatOfText, TEXT_FORMATS } from './formats.ts';
export type {
  Delimiter,
  LinkAttribute,
  LinkProposal,
  LinkReader,
  LinksInText,
  MarkupFormat,
  ProposalReason,
  TextFormat,
  TextLink,
  TextRange,
  UnreadText,
} from './link.ts';
export { linksInPlainText } from './plain.ts';
export { linksIn, readerOf } from './readers.ts';
export { linksInStream, type StreamedFormat, type TextPart } from './stream.ts';
export { type WarningCode, warnings } from './warnings.ts';
