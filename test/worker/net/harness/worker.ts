/** A Worker for tests: it offers the modules of `worker/net/` over HTTP, inside the real runtime. */

import { connect } from 'cloudflare:sockets';
import { parseEgressPolicy } from '../../../../src/egress/policy.ts';
import type { Dialer, SocketConnection } from '../../../../src/net/connection.ts';
import { Deadline, timedOut } from '../../../../src/net/deadline.ts';
import { parseDeadlines } from '../../../../src/net/deadlines.ts';
import { codeOf, GatewayError, gatewayErrorOf, isFailure } from '../../../../src/net/failure.ts';
import { openSocket } from '../../../../src/net/socket.ts';
import { Download } from '../../../../src/protocols/ftp/transfer.ts';
import { DotTerminator } from '../../../../src/protocols/gopher/period.ts';
import { protocolLimits } from '../../../../src/protocols/limits.ts';
import { LineReader, writeLine } from '../../../../src/protocols/lines.ts';
import { gatewayErrors } from '../../../../worker/errors/table.ts';
import type { Notes } from '../../../../worker/log.ts';
import { type PumpContext, pump, type TransferOutcome } from '../../../../worker/net/pump.ts';
import { admitTarget } from '../../../../worker/net/rate.ts';
import { limits } from '../../../../worker/settings/limits.ts';
import type { Operation, Report } from './operations.ts';

interface Bindings {
  readonly TWICE: RateLimit;
}

const outcomes: { octets: number; code: unknown; aborted: boolean }[] = [];
const rejections: string[] = [];

addEventListener('unhandledrejection', ({ reason }) => {
  rejections.push(String(reason));
});

export default {
  async fetch(request: Request, bindings: Bindings, context: ExecutionContext): Promise<Response> {
    const json = new URL(request.url).searchParams.get('operation') ?? (await request.text());
    const operation: Operation = JSON.parse(json);
    try {
      return await perform(operation, request, bindings, context);
    } catch (error) {
      if (!isFailure(error)) throw error;
      const { code, message: detail, rule, headers } = gatewayErrorOf(error);
      const { status } = gatewayErrors[code];
      return report({ error: { code, status, detail, rule } }, { status, headers });
    }
  },
};

function report(parts: Partial<Report>, init: ResponseInit = {}): Response {
  return Response.json({ error: null, lines: [], timings: null, ...parts } satisfies Report, init);
}

async function perform(
  operation: Operation,
  request: Request,
  bindings: Bindings,
  context: ExecutionContext,
): Promise<Response> {
  if (operation.kind === 'outcomes') return Response.json(outcomes.splice(0));
  if (operation.kind === 'rejections') return Response.json(rejections);
  if (operation.kind === 'admit') {
    await admitTarget(bindings.TWICE, operation.host);
    return report({});
  }
  const { clientLeavesAfter } = operation;
  const client = clientLeavesAfter === undefined ? request.signal : AbortSignal.timeout(clientLeavesAfter);
  const deadlines = parseDeadlines(operation.deadlines ?? null);
  const dialer: Dialer = {
    connect,
    policy: parseEgressPolicy(operation.variables ?? {}, ['waypost.example.net']),
    deadlines,
    lifetime: new Deadline(deadlines.total, timedOut('total'), client),
    admit: null,
  };
  const connection = await openSocket(operation.target, dialer);
  if (operation.kind === 'pump') {
    const response = await stream(connection, operation, { request, execution: context });
    // As the opener of links does: once a stream has begun, only the idle deadline applies.
    dialer.lifetime.lift();
    return response;
  }
  try {
    const lines = await converse(connection, operation);
    return report({ lines, timings: { ...connection.timings } });
  } finally {
    connection.close();
  }
}

type Conversation = Extract<Operation, { target: unknown }>;

async function converse(connection: SocketConnection, operation: Conversation): Promise<string[]> {
  const reader = new LineReader(connection, { line: protocolLimits.line, total: protocolLimits.menu });
  switch (operation.kind) {
    case 'open':
    case 'pump':
      return [];
    case 'lines':
      if (operation.send !== null) await writeLine(connection, operation.send);
      return readLines(
        new LineReader(connection, { line: protocolLimits.line, total: operation.total ?? protocolLimits.menu }),
      );
    case 'write':
      await connection.write(new Uint8Array(operation.octets));
      return [text(await reader.exactly(1))];
    case 'upgrade': {
      await writeLine(connection, 'AUTH TLS');
      const agreed = text(await reader.line());
      await connection.startTls();
      await writeLine(connection, 'hello');
      return [agreed, text(await reader.line())];
    }
    case 'data': {
      const data = await connection.another(Number(text(await reader.line())), operation.tls ?? 'none');
      try {
        if (operation.tls === 'starttls') await data.startTls();
        return await readLines(new LineReader(data, { line: protocolLimits.line, total: protocolLimits.menu }));
      } finally {
        data.close();
      }
    }
  }
}

async function readLines(reader: LineReader): Promise<string[]> {
  const lines: string[] = [];
  for (let line = await reader.line(); line !== null; line = await reader.line()) lines.push(text(line));
  return lines;
}

function text(octets: Uint8Array | null): string {
  return new TextDecoder('latin1').decode(octets ?? undefined);
}

async function stream(
  connection: SocketConnection,
  operation: Extract<Operation, { kind: 'pump' }>,
  context: Pick<PumpContext, 'request' | 'execution'>,
): Promise<Response> {
  const notes: Notes = { route: null, scheme: null, urls: 0, aborted: false, refusal: null, octets: 0 };
  try {
    const { send, skip = 0, length = null, stopAtLength = false, cap = limits.download, verdict } = operation;
    if (send !== null) await writeLine(connection, send);
    const reader = new LineReader(connection, { line: protocolLimits.line, total: protocolLimits.menu });
    for (let i = 0; i < skip; i++) await reader.line();
    const open = () =>
      connection.read().then(
        () => true,
        () => false,
      );
    const confirm = async () => {
      if (verdict === 'fail' || (verdict === 'fail-if-open' && (await open()))) {
        throw new GatewayError('gateway-protocol', 'no verdict');
      }
    };
    const source =
      verdict === undefined ? connection : new Download(connection, { start: 0, size: null, verdict: confirm });
    const body = pump(
      source,
      {
        length,
        stopAtLength,
        cap,
        filter: operation.terminator ? new DotTerminator() : null,
        ended: ({ octets, failure }: TransferOutcome) =>
          outcomes.push({
            octets,
            code: failure && (isFailure(failure) ? codeOf(failure) : 'fault'),
            aborted: notes.aborted,
          }),
      },
      { ...context, notes },
    );
    return new Response(body, { headers: { 'Content-Encoding': 'identity', 'Cache-Control': 'no-transform' } });
  } catch (error) {
    connection.close();
    throw error;
  }
}
