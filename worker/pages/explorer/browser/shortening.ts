/** Makes a short link. The token goes out with this one request, and is kept nowhere. */
import type { Shortening } from './shorten.tsx';

export async function shorten(url: string, token: string): Promise<Shortening> {
  try {
    const response = await fetch('/v1/links', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ url }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) return { state: 'failed', message: memberOf(answer, 'detail') };
    return { state: 'made', short: memberOf(answer, 'short'), inspect: memberOf(answer, 'inspect') };
  } catch (error) {
    return { state: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

function memberOf(answer: unknown, name: string): string {
  if (typeof answer !== 'object' || answer === null) return '';
  const found = Object.entries(answer).find(([key]) => key === name);
  return found === undefined ? '' : String(found[1]);
}
