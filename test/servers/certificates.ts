/**
 * The certificates of the test servers, made once by `certificates/make.sh` and valid until 2049. They protect nothing:
 * the keys are public, and the authority exists only for these tests.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext, type SecureContext } from 'node:tls';

const pathOf = (file: string): string => join(import.meta.dirname, 'certificates', file);

/** The certificates, as seen by a client that trusts the test authority and connects to `localhost`. */
export const certificates = {
  /** Valid: for localhost, museum.test, gopher.waypost.example.org, 127.0.0.1 and ::1, signed by the authority. */
  trusted: 'trusted.pem',
  /** Signed by the authority, but for another name, elsewhere.test. */
  'wrong-name': 'wrong-name.pem',
  /** For the right names, but self-signed, as on many gopher servers. */
  'self-signed': 'self-signed.pem',
  /** Expired at the end of 2020. */
  expired: 'expired.pem',
} as const;

export type CertificateName = keyof typeof certificates;

/** The path of the test authority's certificate, for `NODE_EXTRA_CA_CERTS` and `curl --cacert`. */
export const authorityPath: string = pathOf('authority.pem');

/** The key and certificate of a server, for Node's TLS. */
export function credentials(name: CertificateName): { readonly cert: Buffer; readonly key: Buffer } {
  return { cert: readFileSync(pathOf(certificates[name])), key: readFileSync(pathOf('server.key')) };
}

const contexts = new Map<CertificateName, SecureContext>();

/** The TLS context of a server with this certificate. */
export function secureContext(name: CertificateName): SecureContext {
  const cached = contexts.get(name);
  if (cached !== undefined) return cached;
  const context = createSecureContext(credentials(name));
  contexts.set(name, context);
  return context;
}
