/** The phone book of the museum: its fields, and entries as octets in Latin-1. */

export const bookFields = [
  { number: 1, name: 'alias', attributes: 'max 32 Indexed Lookup Public Default Unique', description: 'Login alias.' },
  { number: 3, name: 'name', attributes: 'max 64 Indexed Lookup Public Default', description: 'Full name.' },
  { number: 5, name: 'department', attributes: 'max 64 Lookup Public Default', description: 'Where they work.' },
  { number: 6, name: 'email', attributes: 'max 128 Lookup Public Default', description: 'Mail address.' },
  { number: 9, name: 'address', attributes: 'max 256 Public', description: 'Office, of several lines.' },
  { number: 11, name: 'password', attributes: 'max 32 Encrypt NoMeta', description: 'Nobody sees it.' },
] as const;

export type BookEntry = Readonly<Record<string, string>>;

const keeper = (number: number): BookEntry => ({
  alias: `keeper${number}`,
  name: `Keeper Number ${number}`,
  department: 'Stores',
});

export const bookEntries: readonly BookEntry[] = [
  {
    alias: 'jdoe',
    name: 'Doe Jane',
    department: 'Curators',
    email: 'jdoe@museum.test',
    address: 'Room 12\n3 Long Road\nThule',
  },
  { alias: 'jmuller', name: 'M\xfcller J\xfcrgen', department: 'Curators', email: 'jm@museum.test' },
  { alias: 'quote', name: 'O"Brien \\ Sons', department: 'Return All', email: 'o@museum.test' },
  {
    alias: 'script',
    name: '<img src=x onerror=alert(1)>',
    department: 'Attacks',
    email: '"><script>alert(1)</script>',
  },
  ...[1, 2, 3, 4, 5, 6].map(keeper),
];
