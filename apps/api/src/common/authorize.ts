import { SetMetadata } from '@nestjs/common';
import type { Action, SubjectName } from '@memory-hub/permissions';

export const AUTHORIZE = Symbol('authorize');

/** What an operation asks for. `null` means that strangers may call it. */
export type Requirement = { readonly action: Action; readonly subject: SubjectName } | null;

/**
 * First wall of every query, mutation and tool: the kind of action must be possible at all for the principal.
 * The service asserts again on the loaded record.
 */
export const Authorize = (action: Action, subject: SubjectName) =>
  SetMetadata<symbol, Requirement>(AUTHORIZE, { action, subject });

/** Marks an operation that strangers may call. */
export const Public = () => SetMetadata<symbol, Requirement>(AUTHORIZE, null);
