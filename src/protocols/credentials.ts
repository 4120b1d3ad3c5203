/** Logins of servers. */
import type { OctetString } from '../octets/charset.ts';

/** A user name and a password, as octets in a charset that nobody declares. */
export interface Credentials {
  readonly user: OctetString;
  readonly password: OctetString;
}
