import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownSettings, readSettings } from '../../apps/api/src/config';
import { ownServices, readServices, resolved, secretsWithDefault, unknownVariables } from './compose';
import { ROOT } from './run-tool';

const services = readServices(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'));
const own = Object.entries(ownServices(services));

describe('docker-compose.yml', () => {
  it('describes every part of the scaled-out form', () => {
    expect(Object.keys(services).sort()).toEqual(
      ['api', 'mcp', 'meilisearch', 'postgres', 'qdrant', 'redis', 'web', 'worker'].sort(),
    );
    expect(own.map(([name]) => name).sort()).toEqual(['api', 'mcp', 'web', 'worker']);
  });

  it('sets only variables that the configuration knows', () => {
    expect(unknownVariables(services, knownSettings())).toEqual([]);
  });

  it.each(own.filter(([, { environment }]) => environment !== undefined))(
    'gives %s an environment that the configuration accepts',
    (_name, { environment = {} }) => {
      expect(() => readSettings(resolved(environment, 'a'.repeat(64)))).not.toThrow();
    },
  );

  it('writes no secret down', () => {
    expect(secretsWithDefault(services)).toEqual([]);
  });

  it('opens ports on the loopback address only', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);

    expect(ports.length).toBeGreaterThan(0);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('checks the health of every service', () => {
    expect(Object.entries(services).filter(([, { healthcheck }]) => healthcheck === undefined)).toEqual([]);
  });
});

describe('the checks of docker-compose.yml', () => {
  const faulty = readServices(`
    x-settings: &settings { MEMHUB_HOTS: 0.0.0.0, MEMHUB_ROLES: api }
    services:
      api:
        build: .
        environment: { <<: *settings, MEMHUB_SECRET_KEY: changeme, REDIS_URL: 'redis://:secret@redis' }
      postgres:
        image: postgres
        environment: { POSTGRES_PASSWORD: '\${POSTGRES_PASSWORD:-postgres}', POSTGRES_USER: hub }
  `);

  it('catch a variable that nobody reads, and leave other images alone', () => {
    expect(unknownVariables(faulty, knownSettings())).toEqual(['api: MEMHUB_HOTS']);
  });

  it('catch secrets in values, defaults and addresses', () => {
    expect(secretsWithDefault(faulty)).toEqual([
      'api: MEMHUB_SECRET_KEY',
      'api: REDIS_URL',
      'postgres: POSTGRES_PASSWORD',
    ]);
  });
});

describe('the Dockerfile', () => {
  const dockerfile = readFileSync(join(ROOT, 'apps/api/Dockerfile'), 'utf8');

  it('sets only hub variables that the configuration knows', () => {
    const names = [...dockerfile.matchAll(/\b(MEMHUB_\w+)=/g)].map(([, name]) => name);

    expect(names).not.toEqual([]);
    expect(names.filter((name) => !knownSettings().includes(name ?? ''))).toEqual([]);
  });

  it('does not run the hub as root', () => {
    const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

    expect(lastStage).toMatch(/^USER (?!root)\w+$/m);
  });
});
