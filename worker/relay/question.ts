/** Reads the questions that the relay takes. It is no UDP proxy: it builds the packets itself. */
import * as v from 'valibot';
import { GatewayError } from '../../src/net/failure.ts';
import type { ProsperoQuestion } from '../../src/open/prospero/question.ts';
import { ASKS } from '../../src/schemes/prospero/request.ts';

/** What a client of the relay sends, as JSON. */
const QuestionSchema: v.GenericSchema<ProsperoQuestion> = v.object({
  host: v.string(),
  port: v.pipe(v.number(), v.integer()),
  hsoname: v.string(),
  objectVersion: v.nullable(v.string()),
  version: v.picklist([1, 5]),
  ask: v.picklist(ASKS),
});

/** @throws GatewayError `bad-request` */
export function parseQuestion(json: string): ProsperoQuestion {
  const { success, output } = v.safeParse(QuestionSchema, parsed(json));
  if (success) return output;
  throw new GatewayError('bad-request', 'A question has host, port, hsoname, objectVersion, version and ask.');
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new GatewayError('bad-request', 'The question is not JSON.');
  }
}
