import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** RFC 7677 and PostgreSQL's own default. */
const ITERATIONS = 4096;

/** Password of a role of one database: hubs that share the secret agree on it without telling each other. */
export function derivePassword(secret: string, database: string, role: string): string {
  return createHmac('sha256', secret)
    .update(`memory-hub role ${role} of database ${database}`)
    .digest('base64url');
}

/**
 * What PostgreSQL stores of a password (RFC 5802), made here so that the password itself never travels in a statement
 * that a server might log.
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const serverKey = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
