/** `/favicon.ico` and `/apple-touch-icon.png`, which browsers ask for without a link to them. */

import type { RequestContext, Route } from '../http/request-context.ts';
import { assets } from '../pages/parts/assets.ts';

/** A day: these addresses stay the same with each deployment. */
const CACHEABLE = 'public, max-age=86400';

const icon = (path: string, type: string): Route => ({
  async GET({ environment, url }: RequestContext) {
    const file = await environment.ASSETS.fetch(new URL(`/${path}`, url));
    if (!file.ok) throw new Error(`${path} is missing from the static assets`);
    return new Response(file.body, {
      headers: { 'Content-Type': type, 'Cache-Control': CACHEABLE, 'X-Content-Type-Options': 'nosniff' },
    });
  },
});

export const favicon = icon(assets.favicon, 'image/x-icon');
export const touchIcon = icon(assets.touchIcon, 'image/png');
