/** `/v1/qr`: the QR code of the address that opens a link, for telephones, as a picture that needs no script. */
import { explain } from '../../src/index.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { addressAbout } from '../gateway/contract/opens.ts';
import { rootOf } from '../http/address.ts';
import { loggedScheme, readParameters, readUrlParameter } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answer } from '../http/response.ts';
import { parameterFault } from '../http/schema.ts';
import { qrImage } from '../pages/parts/qr-image.ts';
import { Qr } from './schemas.ts';

export const qr: Route = {
  GET(context) {
    return answer(context, SVG_TYPE, () => {
      const { url, ...options } = readParameters(context.query, Qr);
      const link = readUrlParameter(explain, 'url', url, options);
      context.notes.scheme = loggedScheme(link.scheme);
      // A link that is only explained has an address, too: a program on the telephone may open it.
      const isUnsafe = link.diagnostics.some(({ code }) => code === 'unsafe-scheme');
      if (isUnsafe) throw new RequestError('unsafe-link', [fault('unsafe-scheme', UNSAFE)]);
      return qrCodeOf(addressAbout(link, '/r', rootOf(context)));
    });
  },
};

const UNSAFE = 'Waypost does not open links of this kind, so no code can lead to one.';

const SVG_TYPE = 'image/svg+xml';

/** Responds with the QR code of an address. @throws RequestError 400 for one that is too long */
export function answerQr(context: RequestContext, address: string): Response {
  return answer(context, SVG_TYPE, qrCodeOf(address));
}

function qrCodeOf(address: string | null): string {
  const image = address === null ? null : qrImage(address);
  if (image !== null) return image;
  const message = 'The link is too long for a QR code.';
  throw new RequestError('invalid-parameter', [parameterFault('parameter-invalid', 'url', message)]);
}
