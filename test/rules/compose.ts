import { parse } from 'yaml';

export interface Service {
  readonly image?: string;
  readonly build?: unknown;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly healthcheck?: unknown;
}

export type Services = Readonly<Record<string, Service>>;

/** Services of a compose file; merge keys are resolved, variables are not. */
export function readServices(text: string): Services {
  return (parse(text, { merge: true }) as { services: Services }).services;
}

/** Services that run the hub's own image. */
export function ownServices(services: Services): Services {
  return Object.fromEntries(Object.entries(services).filter(([, service]) => service.build !== undefined));
}

/** `service: NAME` of every variable that an own service sets and the configuration does not know. */
export function unknownVariables(services: Services, known: readonly string[]): string[] {
  return Object.entries(ownServices(services)).flatMap(([service, { environment = {} }]) =>
    Object.keys(environment)
      .filter((name) => !known.includes(name))
      .map((name) => `${service}: ${name}`),
  );
}

const SECRET = /(KEY|PASSWORD|SECRET|TOKEN)$/;
const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/** `service: NAME` of every secret that a compose file writes down instead of asking for it. */
export function secretsWithDefault(services: Services): string[] {
  return Object.entries(services).flatMap(([service, { environment = {} }]) =>
    Object.entries(environment)
      .filter(([name, value]) => writesSecretDown(name, value))
      .map(([name]) => `${service}: ${name}`),
  );
}

function writesSecretDown(name: string, value: string): boolean {
  const variables = [...value.matchAll(VARIABLE)];
  const defaults = variables.filter(
    ([, variable = '', kind, text]) => SECRET.test(variable) && kind === '-' && text,
  );
  const literal = SECRET.test(name) && value !== '' && variables.length === 0;
  const password = /:\/\/[^/@]*:[^/@]+@/.test(value.replaceAll(VARIABLE, ''));
  return defaults.length > 0 || literal || password;
}

/** What the container sees: required variables get `secret`, others their default. */
export function resolved(
  environment: Readonly<Record<string, string>>,
  secret: string,
): Record<string, string> {
  const fill = (value: string) =>
    value.replace(VARIABLE, (_, _name: string, kind: string | undefined, text: string | undefined) =>
      kind === '-' ? (text ?? '') : secret,
    );
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}
