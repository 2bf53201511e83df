import { assertAppRoleIsWeak } from './app-role';
import { migrate } from './migrate';
import { type ProvisionOptions, type RoleUrls, provisionRoles } from './provision';
import { type QueueSchemaOptions, ensureQueueSchema } from './queue-schema';

export interface PrepareOptions extends ProvisionOptions {
  readonly installQueue?: QueueSchemaOptions['install'];
}

/** Everything between a running server and a program that may serve: roles, schema, queue, and the last look. */
export async function prepareDatabase(options: PrepareOptions): Promise<RoleUrls & { applied: string[] }> {
  const { ownerUrl, log, installQueue } = options;
  const urls = await provisionRoles(options);
  const { applied } = await migrate({ url: ownerUrl, log });
  await ensureQueueSchema({ ownerUrl, ...(installQueue === undefined ? {} : { install: installQueue }) });
  await assertAppRoleIsWeak(urls.appUrl);
  return { ...urls, applied };
}
