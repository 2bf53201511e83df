const UNIONS = ['anyOf', 'oneOf', 'allOf', 'not'] as const;

/**
 * Faults that make some clients drop every tool of a server: a top that is no plain object, unions, type lists, null or
 * boolean sub-schemas, a `required` that is not a list. Empty when the schema is plain.
 */
export function lintToolSchema(schema: unknown, path = ''): string[] {
  const place = path === '' ? 'top' : path;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return [`${place}: must be an object schema`];
  const facts: Record<string, unknown> = { ...schema };
  const faults = UNIONS.filter((word) => word in facts).map(
    (word) => `${place}: ${word} is not understood everywhere`,
  );
  if (path === '' && (facts['type'] !== 'object' || typeof facts['properties'] !== 'object'))
    faults.push(`${place}: must be type object with properties`);
  if (Array.isArray(facts['type'])) faults.push(`${place}: a list of types is not understood everywhere`);
  if ('required' in facts && !Array.isArray(facts['required']))
    faults.push(`${place}: required must be a list`);
  const properties = facts['properties'];
  if (typeof properties === 'object' && properties !== null)
    for (const [name, part] of Object.entries(properties))
      faults.push(...lintToolSchema(part, `${path}/${name}`));
  if ('items' in facts) faults.push(...lintToolSchema(facts['items'], `${path}[]`));
  const extra = facts['additionalProperties'];
  if (typeof extra === 'object' && extra !== null && Object.keys(extra).length > 0)
    faults.push(...lintToolSchema(extra, `${path}/*`));
  return faults;
}
