import { z } from 'zod';
import type { Operation } from './hub-client';

const FAULTS = 'userErrors { code message hint path }';

function operation<S extends z.ZodType>(query: string, data: S): Operation<S> {
  return { query, data };
}

export const SIGN_IN = operation(
  `mutation ($input: SignInInput!) { signIn(input: $input) { viewer { csrfToken } ${FAULTS} } }`,
  z.object({ signIn: z.object({ viewer: z.object({ csrfToken: z.string() }) }) }),
);

export const SIGN_OUT = operation(
  'mutation { signOut { ok } }',
  z.object({ signOut: z.object({ ok: z.boolean() }) }),
);

export const OWN_SPACES = operation(
  '{ viewer { spaces { space { id name slug kind viewerCan { createAgent } } } } }',
  z.object({
    viewer: z.object({
      spaces: z.array(
        z.object({
          space: z.object({
            id: z.string(),
            name: z.string(),
            slug: z.string(),
            kind: z.string(),
            viewerCan: z.object({ createAgent: z.boolean() }),
          }),
        }),
      ),
    }),
  }),
);

export const CREATE_AGENT = operation(
  `mutation ($input: CreateAgentInput!) { createAgent(input: $input) { key agent { id name connect { client label code file } } ${FAULTS} } }`,
  z.object({
    createAgent: z.object({
      key: z.string(),
      agent: z.object({
        id: z.string(),
        name: z.string(),
        connect: z.array(
          z.object({ client: z.string(), label: z.string(), code: z.string(), file: z.string().nullable() }),
        ),
      }),
    }),
  }),
);

export const SEARCH = operation(
  `query ($input: SearchInput!, $first: Int) { search(input: $input, first: $first) {
    total totalIsCapped mode degraded { leg reason message }
    edges { node { id kind layer title snippet { text } trust eventTime recordedAt sessionId path why { text } } } } }`,
  z.object({
    search: z.object({
      total: z.number(),
      totalIsCapped: z.boolean(),
      mode: z.string(),
      degraded: z.array(z.object({ leg: z.string(), reason: z.string(), message: z.string() })),
      edges: z.array(
        z.object({
          node: z.object({
            id: z.string(), kind: z.string(), layer: z.string().nullable(), title: z.string(), snippet: z.object({ text: z.string() }), trust: z.string(),
            eventTime: z.string().nullable(), recordedAt: z.string(), sessionId: z.string().nullable(), path: z.string().nullable(), why: z.object({ text: z.string() }),
          }), // prettier-ignore
        }),
      ),
    }),
  }),
);

export const CAPTURE = operation(
  `mutation ($input: CaptureTurnsInput!) { captureTurns(input: $input) { report { position status reason } ${FAULTS} } }`,
  z.object({
    captureTurns: z.object({
      report: z.array(
        z.object({
          position: z.number(),
          status: z.enum(['stored', 'duplicate', 'not_captured']),
          reason: z.string().nullable(),
        }),
      ),
    }),
  }),
);

export const EXTRACT = operation(
  `mutation ($input: RunExtractionInput!) { runExtraction(input: $input) { task { id } ${FAULTS} } }`,
  z.object({ runExtraction: z.object({ task: z.object({ id: z.string() }).nullable() }) }),
);

export const KEY_CHECK = operation(
  '{ agents(first: 1) { edges { node { id name } } } }',
  z.object({
    agents: z.object({ edges: z.array(z.object({ node: z.object({ id: z.string(), name: z.string() }) })) }),
  }),
);
