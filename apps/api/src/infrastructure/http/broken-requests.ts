import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { DomainError } from '@memory-hub/contracts';
import { errorBody } from './refuse';

const FAULTS: ReadonlyMap<string | undefined, { line: string; error: DomainError }> = new Map([
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    {
      line: '408 Request Timeout',
      error: new DomainError('UNAVAILABLE', 'The request did not arrive in time.', {
        hint: 'Send it again.',
      }),
    },
  ],
  [
    'HPE_HEADER_OVERFLOW',
    {
      line: '431 Request Header Fields Too Large',
      error: new DomainError('LIMIT_EXCEEDED', 'The headers are too long.', { hint: 'Send fewer cookies.' }),
    },
  ],
]);
const MALFORMED = {
  line: '400 Bad Request',
  error: new DomainError('VALIDATION_FAILED', 'This is no HTTP request.', { hint: 'Send HTTP/1.1.' }),
};

/** Answers what never became a request, in the same form as everything else, and ends the connection. */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) return void socket.destroy(error);
  const { line, error: fault } = FAULTS.get(error.code) ?? MALFORMED;
  const body = JSON.stringify(errorBody(fault, randomUUID()));
  const headers = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  socket.end(`HTTP/1.1 ${line}\r\n${headers}\r\n\r\n${body}`, () => socket.destroy());
}
