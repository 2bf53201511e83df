import { invalidInput, MEMORY_LAYERS } from '@memory-hub/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { HubClient, hubSettings } from '../hub/hub-client';
import { SEARCH } from '../hub/operations';
import type { Console } from '../output/console';

const KINDS = ['skill', 'chat_memory', 'card', 'scene', 'persona', 'turn'] as const;

interface SearchOptions {
  readonly kind?: string[];
  readonly layer?: string[];
  readonly limit: number;
  readonly history?: boolean;
}

/** `memhub search`: what the agent of the key may find. */
export function searchCommand(out: Console): Command {
  return new Command('search')
    .description('Search everything that the agent of MEMHUB_API_KEY may read.')
    .argument('<text...>', 'words, "exact phrases", or qualifiers such as kind:skill after:2026-10-01')
    .addOption(new Option('--kind <kind...>', 'only these kinds').choices(KINDS))
    .addOption(new Option('--layer <layer...>', 'only these layers of memory').choices(MEMORY_LAYERS))
    .option('--limit <number>', 'hits at most, 1 to 100', readLimit, 10)
    .option('--history', 'also what is no longer valid')
    .option('--json', 'print JSON')
    .action(async (words: string[], options: SearchOptions) => {
      const hub = new HubClient(hubSettings(out.around.env));
      hub.requireKey();
      const text = words.join(' ').trim();
      if (text === '') throw invalidInput(['text'], 'There is nothing to search for.', 'Give some words.');
      const input = {
        text,
        ...(options.kind === undefined ? {} : { kinds: options.kind.map((kind) => kind.toUpperCase()) }),
        ...(options.layer === undefined ? {} : { layers: options.layer }),
        ...(options.history === true ? { includeHistory: true } : {}),
      };
      const { search } = await hub.ask(SEARCH, { input, first: options.limit });
      show(out, search);
    });
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit;
  throw new InvalidArgumentError('A limit is a whole number from 1 to 100.');
}

function show(
  out: Console,
  { edges, total, totalIsCapped, mode, degraded }: z.output<typeof SEARCH.data>['search'],
): void {
  const hits = edges.map(({ node }) => ({
    ...node,
    kind: node.kind.toLowerCase(),
    snippet: node.snippet.text,
    why: node.why.text,
  }));
  const lines = hits.flatMap((hit, index) => [
    `${index + 1}. ${hit.title.replace(/\s+/g, ' ')}  [${hit.kind} ${hit.id}]`,
    `   ${hit.snippet.replace(/\s+/g, ' ')}`,
    `   ${hit.why}`,
  ]);
  for (const { message } of degraded) out.note(message);
  if (hits.length === 0) out.note('Nothing found.');
  out.result({ hits, total, totalIsCapped, mode: mode.toLowerCase(), degraded }, lines);
}
