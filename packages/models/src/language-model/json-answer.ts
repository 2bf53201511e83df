import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import type { CompletionRequest, JsonSchema } from './language-model';

/** More would drown the model, and the first ones usually cause the rest. */
const MOST_FAULTS = 8;

export type JsonAnswer =
  { readonly ok: true; readonly json: unknown } | { readonly ok: false; readonly faults: readonly string[] };

/** Reads and checks a model's answer. Faults name places and rules, never values. */
export function readJsonAnswer(
  text: string,
  wanted: Pick<CompletionRequest, 'schema' | 'check'>,
): JsonAnswer {
  const json = findJson(text);
  if (json === undefined) return { ok: false, faults: ['It is not one JSON value.'] };
  const faults = [...shapeFaults(json, wanted.schema ?? {})];
  if (faults.length === 0) faults.push(...(wanted.check?.(json) ?? []));
  return faults.length === 0 ? { ok: true, json } : { ok: false, faults: faults.slice(0, MOST_FAULTS) };
}

/** The value as it stands, or what is left without thoughts, a code fence, and words around one object. */
function findJson(text: string): unknown {
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '');
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n?```/.exec(answer)?.[1];
  const object = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  for (const candidate of [answer, fenced, object]) {
    const value = candidate === undefined ? undefined : parse(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the next candidate is tried; none is a fault of the answer
  }
}

const validators = new WeakMap<JsonSchema, ValidateFunction>();

function shapeFaults(json: unknown, schema: JsonSchema): readonly string[] {
  let validate = validators.get(schema);
  if (validate === undefined) {
    // One instance per schema: a shared one would keep every schema for ever and refuse two with one $id.
    validate = new Ajv2020({ strict: false, allErrors: true, logger: false }).compile(schema);
    validators.set(schema, validate);
  }
  if (validate(json)) return [];
  return (validate.errors ?? []).map(
    (error) => `${error.instancePath || 'The answer'} ${error.message ?? 'is wrong'}.`,
  );
}
