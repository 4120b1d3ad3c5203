/** Opens go links: what CNRP services have for a name. */
import { type ListedService, listedServices, namesJson } from '../../worker/gateway/go/json.ts';
import { askServices } from '../../worker/gateway/go/services.ts';
import { type OpenContext, type Opened, values, withUrl } from './opened.ts';

export async function openGo(context: OpenContext<'go'>): Promise<Opened> {
  const services = listedServices(context, await askServices(context));
  return values(namesJson(context, services, []), services.flatMap(serviceLines));
}

function serviceLines({ name, error, results, referrals }: ListedService): readonly string[] {
  return [
    ...(error === null ? [] : [`${name}: ${error.detail}`]),
    ...results.flatMap(({ commonName, uri, description }) => [
      withUrl(commonName, uri),
      ...(description === null || description === '' ? [] : [`  ${description}`]),
    ]),
    ...referrals.map(({ url }) => withUrl('Another service', url)),
  ];
}
