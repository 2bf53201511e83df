import { z } from 'zod';
import { LIVE_EVENT_TYPES } from '@memory-hub/contracts';

/** Channel of the database on which processes tell each other. */
export const CHANNEL = 'memhub_live';

const notice = z.object({
  /** Time-ordered id of the event; browsers name the last one they saw. */
  no: z.uuid(),
  type: z.enum(LIVE_EVENT_TYPES),
  id: z.string().max(60),
  aclId: z.uuid(),
});
export type Notice = z.infer<typeof notice>;

/** A notification of PostgreSQL carries at most 8,000 bytes. */
const PAYLOAD_BYTES = 7_900;

/** Notices as payloads of notifications, as many in each as fit. */
export function packNotices(notices: readonly Notice[]): string[] {
  const payloads: string[] = [];
  let part: string[] = [];
  let bytes = 2;
  for (const text of notices.map((one) => JSON.stringify(one))) {
    const size = Buffer.byteLength(text) + 1;
    if (part.length > 0 && bytes + size > PAYLOAD_BYTES) {
      payloads.push(`[${part.join(',')}]`);
      [part, bytes] = [[], 2];
    }
    part.push(text);
    bytes += size;
  }
  return part.length === 0 ? payloads : [...payloads, `[${part.join(',')}]`];
}

/** Reads a payload; null when it is not one of ours. */
export function unpackNotices(payload: string): Notice[] | null {
  try {
    return z.array(notice).parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
