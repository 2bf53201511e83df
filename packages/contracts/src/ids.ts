import { randomBytes } from 'node:crypto';
import { notFound } from './errors';

/** Kinds of objects that have an opaque id outside the hub. */
export const ID_TYPES = [
  'user', 'organisation', 'space', 'invitation', 'agent', 'key', 'mount', 'asset', 'revision', 'proposal',
  'decision', 'finding', 'conversation', 'turn', 'card', 'scene', 'persona', 'subject', 'task',
] as const; // prettier-ignore
export type IdType = (typeof ID_TYPES)[number];

const TEXT_ID = /^([a-z]+)_([0-9a-f]{32})$/;

/** Makes a UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, then random bits. Never the only guard of a row. */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return dashed(bytes.toString('hex'));
}

/** The id as clients see it: `agent_0190…`, type and 32 hexadecimal digits. */
export function encodeId(type: IdType, uuid: string): string {
  return `${type}_${uuid.replaceAll('-', '')}`;
}

/** Reads a client's id of the expected type. A malformed one is answered like one that does not exist. */
export function decodeId(type: IdType, id: string): string {
  const match = TEXT_ID.exec(id);
  if (match?.[1] !== type || match[2] === undefined) throw notFound(type);
  return dashed(match[2]);
}

/** Reads a client's id of any type. */
export function parseId(id: string): { type: IdType; uuid: string } | null {
  const match = TEXT_ID.exec(id);
  const type = ID_TYPES.find((known) => known === match?.[1]);
  return type === undefined || match?.[2] === undefined ? null : { type, uuid: dashed(match[2]) };
}

function dashed(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
