/** What the gateway to gopher servers has beside its opener: pages of its own values, and answers to forms. */
import { GatewayError } from '../../../src/net/failure.ts';
import { checkPath, type GopherValues, gopher as opener, withoutServer } from '../../../src/open/gopher/gopher.ts';
import { itemOf } from '../../../src/open/gopher/item.ts';
import type { Gateway, GatewayContext } from '../contract/contract.ts';
import { openContext, shapeContext } from '../shapes/context.ts';
import { gatewayOf, type OwnViews, respond } from '../shapes/gateway-of.ts';
import { type Answering, SENT, sendLinkedAnswers, submitForm } from './answers.tsx';
import { respondWithValues } from './values.ts';

const views: OwnViews<'gopher', GopherValues> = {
  values: respondWithValues,
  early: { parameter: SENT, respond: respondToAnswers },
};

export const gopher: Gateway<'gopher'> = {
  ...gatewayOf(opener, views),

  async submit(context) {
    const answering = answeringOf(context);
    if (context.resolution.details.gopherPlus === null) {
      throw new GatewayError('bad-request', 'This item has no form.');
    }
    return submitForm(answering);
  },
};

/** The reply to the answers in a link; `null` = they are not sent. */
async function respondToAnswers(context: GatewayContext<'gopher'>): Promise<Response | null> {
  if (context.resolution.details.gopherPlus?.kind !== 'form') return null;
  const answering = answeringOf(context);
  return withoutServer(answering.item) === null ? sendLinkedAnswers(answering) : null;
}

function answeringOf(gatewayContext: GatewayContext<'gopher'>): Answering {
  const context = shapeContext(gatewayContext, opener, null);
  const item = itemOf(gatewayContext.resolution, openContext(context, {}));
  checkPath(item.link, item.path);
  return { context, item, respond: (context, shape) => respond(context, shape, views) };
}
