/**
 * Keys made on this page. They live in memory until the page is left: long enough to fill in the snippet and to prove
 * afterwards that a revoked key is refused.
 */
const secrets = new Map<string, string>();

export function keepSecret(agentId: string, secret: string): void {
  secrets.set(agentId, secret);
}

export function secretOf(agentId: string): string | undefined {
  return secrets.get(agentId);
}
