/**
 * Certificates for the TLS side of the servers. They were made once by `certificates/make.sh`, hold until 2049, and
 * are worth nothing: the keys are public and the authority exists for these tests alone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';

const place = (file: string): string => join(import.meta.dirname, 'certificates', file);

/** What a client that trusts the museum's authority makes of each certificate, when it asked for `localhost`. */
export const certificates = {
  /** For localhost, museum.test, gopher.waypost.example.org, 127.0.0.1 and ::1, signed by the authority: good. */
  trusted: 'trusted.pem',
  /** Signed by the authority, but for elsewhere.test. */
  'wrong-name': 'wrong-name.pem',
  /** The right names, signed by nobody else, as on many gopher servers. */
  'self-signed': 'self-signed.pem',
  /** Good until the end of 2020. */
  expired: 'expired.pem',
} as const;

export type CertificateName = keyof typeof certificates;

/** The test authority, as a path: what `NODE_EXTRA_CA_CERTS` and `curl --cacert` want. */
export const authorityPath: string = place('authority.pem');

/** Key and certificate of a server, as Node's TLS takes them. */
export function credentials(name: CertificateName): { readonly cert: Buffer; readonly key: Buffer } {
  return { cert: readFileSync(place(certificates[name])), key: readFileSync(place('server.key')) };
}

const contexts = new Map<CertificateName, SecureContext>();

/** The TLS context of a server that shows the named certificate. */
export function secureContext(name: CertificateName): SecureContext {
  const known = contexts.get(name);
  if (known !== undefined) return known;
  const context = createSecureContext(credentials(name));
  contexts.set(name, context);
  return context;
}
