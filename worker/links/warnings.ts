/** The warnings of an import: each says what became of a line that was imported all the same. */
export const WARNINGS = {
  'url-not-canonical': 'The URL has another canonical form now, and is stored as it is.',
  'alias-reserved': 'The alias cannot be followed: its address is that of a page of this service now.',
  'slug-grown': 'An alias has the hash slug, so the link has a longer one.',
  'created-not-read': 'The creation time cannot be read, so the time of the import was used.',
  'last-click-not-read': 'The time of the last click cannot be read, so the link has none.',
  'expires-not-read': 'The expiry cannot be read, so the link never expires.',
  'begins-not-read': 'The start time cannot be read, so the link works from now on.',
  'not-yet-valid': 'The link starts later. It is blocked until you unblock it.',
  'max-visits-dropped': 'The link had a limit of visits, which Waypost does not have.',
  'query-not-forwarded': 'The former shortener added the query of the short link to the target. Waypost does not.',
  'query-unknown':
    'The query of the short link may have been added to the target: the export does not say. Here it is not.',
  'utm-unknown':
    'The target may have got `utm_` parameters at each visit: the export does not say. Here it gets none but its own.',
  'targeting-dropped': 'The target depended on the visitor. Here everyone gets the same one.',
  'domain-dropped': 'The short link had another domain than the first one of the document.',
  'interstitial-dropped': 'A page warned of the target first. Here the link redirects at once.',
  'cloaking-dropped': 'The target was shown at the short address. Here the link redirects.',
  'preview-dropped': 'Social networks showed a preview of the link’s own. They show that of the target now.',
  'expired-url-dropped': 'After it expired, the link led to another URL. Here a page says that it has expired.',
  'status-unknown': 'The link has a state that Waypost does not know. It is followed.',
  'columns-unread':
    'The document has columns or members that Waypost does not know; `unread` names them, each once for a document.',
  'value-dropped':
    'Two columns or members have the same meaning and different values, such as a note and a description. One was used.',
  'text-shortened': 'The title or the note was too long.',
} as const;
export type Warning = keyof typeof WARNINGS;
