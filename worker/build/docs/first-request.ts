/** The first request of a newcomer, which needs nothing but curl, and its answer. A test runs it. */
import { ORIGIN } from '../../pages/parts/assets.ts';

export const firstRequest = {
  code: `curl -G ${ORIGIN}/v1/resolve -H 'Accept: text/plain' \\
  --data-urlencode 'url=<URL:GOPHER://Gopher.Micro.UMN.EDU:70/1>'`,
  answer: 'gopher://gopher.micro.umn.edu/',
} as const;
