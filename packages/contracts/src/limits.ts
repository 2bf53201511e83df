/** Limits of inputs, in one place so that every edge states the same numbers. Characters are UTF-16 units. */
export const LIMITS = {
  turnsPerCapture: 500,
  captureBytes: 16 * 1024 * 1024,
  turnCharacters: 1024 * 1024,
  /** Part of a turn that is indexed in the capture call itself. */
  turnIndexedCharacters: 64 * 1024,
  /** Part of all turns of a capture call that is indexed in the call itself. */
  captureIndexedCharacters: 256 * 1024,
  memoryCharacters: 4_000,
  cardCharacters: 1_000,
  tags: 32,
  tagCharacters: 64,
  categoryCharacters: 64,
  metadataBytes: 16 * 1024,
  /** Levels of JSON that a caller may nest. */
  jsonLevels: 32,
  queryCharacters: 20_000,
  meaningQueryCharacters: 2_000,
  page: 100,
  nameCharacters: 120,
  promptCharacters: 20_000,
  idempotencyKeyCharacters: 200,
  sessionIdCharacters: 200,
  skillFiles: 200,
  skillBytes: 10 * 1024 * 1024,
  injectedCards: 5,
  injectedCardCharacters: 500,
  injectedCharacters: 2_000,
  personaCharacters: 2_000,
  taskWaitSeconds: 300,
} as const;
