import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { invalidInput, LIMITS, type SearchMode } from '@memory-hub/contracts';
import { parseQuery, queryTerms, rank, type QueryTerm, type RankedHit } from '@memory-hub/retrieval';
import { z } from 'zod';
import type { RequestContext } from '../../common';
import { SignedCursors } from '../../infrastructure/graphql';
import { SECRET_KEY } from '../../infrastructure/settings';
import { UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import type { ConfirmedChunk } from './domain/confirmed-chunk';
import { facetsOf } from './domain/facets';
import { hitsOf } from './domain/hits';
import { pickTerms } from './domain/pick-terms';
import { candidateOf, cosineOf } from './domain/rank-candidate';
import type { Degradation, RetrievalAnswer, RetrievalQuery } from './domain/retrieval-query';
import { scopeOf, type Scope } from './domain/scope';
import { MeaningLeg, type QueryVector } from './meaning-leg';
import { SearchRepository, type ClassStatistics, type TermFrequency } from './search.repository';
import { Stopwatch } from './stopwatch';
import { VectorIndex, type MeaningCandidates } from './vectors/vector-index';

/** Candidates of one leg in the first round, and of one search at most. */
const FIRST_WINDOW = 200;
const MOST_CANDIDATES = 480;
const QUERY_TERMS = 64;
/** Above this share of candidates that Postgres does not confirm, the search looks further. */
const TOLERATED_LOSS = 0.3;
const ROUNDS = 3;
/** Turns whose neighbours are read for context. */
const CONTEXT_TURNS = 60;
/** Totals are counted to here: "100+". */
const COUNTED_HITS = 100;

const cursorShape = z.object({ q: z.string(), e: z.string(), o: z.int().min(0) });

interface Round {
  readonly ctx: TxContext;
  readonly scope: Scope;
  readonly terms: readonly QueryTerm[];
  readonly phrases: readonly string[];
  readonly query: QueryVector | null;
  readonly watch: Stopwatch;
}

interface Corpus {
  readonly frequencies: readonly TermFrequency[];
  readonly statistics: readonly ClassStatistics[];
}

/** The only way anything is found: portal, GraphQL, MCP, recall, arbitration. */
@Injectable()
export class Retriever {
  private readonly cursors: SignedCursors;

  constructor(
    private readonly work: UnitOfWork,
    private readonly repository: SearchRepository,
    private readonly meaning: MeaningLeg,
    private readonly vectors: VectorIndex,
    @Inject(SECRET_KEY) secret: string,
  ) {
    this.cursors = new SignedCursors(secret);
  }

  /**
   * Finds what the principal may read. Both legs bring ids only; Postgres confirms them under the access test and
   * one ranker orders what it confirmed.
   * @throws DomainError VALIDATION_FAILED for a bad limit, a foreign cursor, a query over 20,000 characters.
   */
  async retrieve(ctx: RequestContext, query: RetrievalQuery): Promise<RetrievalAnswer> {
    assertQuery(query);
    const offset = this.offsetOf(ctx, query);
    const watch = new Stopwatch();
    const asked = query.mode ?? 'hybrid';
    const parsed = parseQuery(query.text, { now: ctx.now, zone: ctx.zone });
    const narrowed = withQualifiers(query, parsed.filters);
    const terms = asked === 'meaning' ? [] : queryTerms(parsed.text, QUERY_TERMS);
    const wantsMeaning = (asked === 'hybrid' || asked === 'meaning') && parsed.text.trim() !== '';
    const embedded = wantsMeaning ? await watch.time('embed', () => this.meaning.embedQuery(parsed.text)) : null;
    const answer = await this.work.read(ctx, async (tx) =>
      this.search({ ctx: tx, scope: scopeOf(tx, narrowed), terms, phrases: parsed.phrases, query: embedded, watch }, offset + query.limit),
    );
    const page = answer.hits.slice(offset, offset + query.limit);
    const more = answer.hits.length > offset + query.limit;
    return {
      hits: page,
      asked,
      mode: modeOf(asked, answer.legs),
      degraded: answer.degraded,
      tookMs: watch.read(),
      total: Math.min(answer.hits.length, COUNTED_HITS),
      totalIsCapped: answer.hits.length > COUNTED_HITS,
      facets: facetsOf(answer.hits),
      coverage: answer.coverage,
      nextCursor: more ? this.cursors.sign({ q: queryHash(query), e: ctx.epoch, o: offset + query.limit }) : null,
    };
  }

  private async search(round: Round, wanted: number) {
    const degraded: Degradation[] = [];
    const corpus = await round.watch.time('statistics', () => this.corpus(round));
    let found: { hits: ReturnType<typeof hitsOf>; confirmed: number; asked: number } = { hits: [], confirmed: 0, asked: 0 };
    let meaning: MeaningCandidates | null = null;
    let window = Math.min(MOST_CANDIDATES, Math.max(FIRST_WINDOW, wanted));
    for (let attempt = 0; attempt < ROUNDS; attempt += 1) {
      meaning = this.meaningCandidates(round, window);
      found = await this.rankRound(round, corpus, { meaning, window });
      const lost = found.asked === 0 ? 0 : 1 - found.confirmed / found.asked;
      if (lost <= TOLERATED_LOSS || window >= MOST_CANDIDATES) break;
      window = Math.min(MOST_CANDIDATES, window * 2);
    }
    if (round.query !== null && 'degraded' in round.query) degraded.push(round.query.degraded);
    const coverage = await round.watch.time('coverage', () => this.repository.coverage(round.ctx, round.scope));
    if (meaning !== null && !meaning.ready) degraded.push({ leg: 'meaning', reason: 'loading' });
    else if (meaning !== null && coverage.embedded < coverage.total) degraded.push({ leg: 'meaning', reason: 'partial' });
    return { hits: found.hits, degraded, coverage, legs: { keyword: round.terms.length > 0, meaning: meaning !== null } };
  }

  private async corpus({ ctx, scope, terms }: Round): Promise<Corpus> {
    const frequencies = await this.repository.frequencies(ctx, scope, terms.map((term) => term.hash));
    return { frequencies, statistics: await this.repository.statistics(ctx, scope) };
  }

  private meaningCandidates({ scope, query }: Round, limit: number): MeaningCandidates | null {
    if (query === null || 'degraded' in query) return null;
    return this.vectors.search(scope, query.vector, limit);
  }

  private async rankRound(round: Round, corpus: Corpus, { meaning, window }: { meaning: MeaningCandidates | null; window: number }) {
    const { ctx, scope, terms, watch } = round;
    const byTerm = sumByTerm(corpus.frequencies);
    const documents = corpus.statistics.reduce((sum, entry) => sum + entry.documents, 0);
    const picked = pickTerms(terms, byTerm, documents);
    const keyword = await watch.time('keyword', () => this.repository.keywordCandidates(ctx, scope, { ...picked, limit: window }));
    const numbers = [...new Set([...keyword, ...(meaning?.numbers ?? [])])];
    const context = await watch.time('context', () => this.repository.neighbours(ctx, scope, numbers.slice(0, CONTEXT_TURNS)));
    const all = [...new Set([...numbers, ...context])];
    const chunks = await watch.time('confirm', () =>
      this.repository.confirm(ctx, scope, { numbers: all, terms: terms.map((term) => term.hash), vectorSpace: this.meaning.vectorSpace }),
    );
    const ranked = await watch.time('rank', () => this.rankChunks(round, corpus, { chunks, meaning }));
    const hits = await watch.time('snippets', () => hitsOf(ranked, round.phrases));
    const confirmed = new Set(chunks.map((chunk) => chunk.no));
    return { hits, asked: numbers.length, confirmed: numbers.filter((no) => confirmed.has(no)).length };
  }

  private rankChunks(round: Round, corpus: Corpus, { chunks, meaning }: { chunks: readonly ConfirmedChunk[]; meaning: MeaningCandidates | null }): { hit: RankedHit; chunk: ConfirmedChunk; cosine: number | undefined }[] {
    const query = round.query !== null && 'vector' in round.query ? round.query.vector : null;
    const byId = new Map(chunks.map((chunk) => [String(chunk.no), { chunk, cosine: cosineOf(query, chunk) }] as const));
    const ranked = rank({
      terms: round.terms,
      phrases: round.phrases,
      candidates: [...byId.values()].map(({ chunk, cosine }) => candidateOf(chunk, cosine)),
      corpus: {
        classes: new Map(corpus.statistics.map(({ aclId, documents, totalLength }) => [aclId, { documents, totalLength }] as const)),
        frequencies: nestedFrequencies(corpus.frequencies),
      },
      background: meaning?.background,
      now: round.ctx.now,
      limit: MOST_CANDIDATES,
    });
    return ranked.flatMap((hit) => {
      const found = byId.get(hit.id);
      return found === undefined ? [] : [{ hit, ...found }];
    });
  }

  private offsetOf(ctx: RequestContext, query: RetrievalQuery): number {
    if (query.cursor === null || query.cursor === undefined) return query.offset ?? 0;
    const facts = cursorShape.parse(this.cursors.open(query.cursor));
    if (facts.q !== queryHash(query) || facts.e !== ctx.epoch)
      throw invalidInput(['after'], 'This cursor belongs to another search, or your access has changed since.', 'Start again without a cursor.');
    return facts.o;
  }
}

function assertQuery(query: RetrievalQuery): void {
  if (query.text.length > LIMITS.queryCharacters)
    throw invalidInput(['text'], `A query may have ${LIMITS.queryCharacters} characters at most.`, 'Search for the part that matters.');
  if (!Number.isInteger(query.limit) || query.limit < 1 || query.limit > LIMITS.page)
    throw invalidInput(['limit'], `limit must be between 1 and ${LIMITS.page}.`);
  const offset = query.offset ?? 0;
  if (!Number.isInteger(offset) || offset < 0 || offset > MOST_CANDIDATES)
    throw invalidInput(['offset'], `offset must be between 0 and ${MOST_CANDIDATES}.`);
  if (query.after !== undefined && query.before !== undefined && query.after >= query.before)
    throw invalidInput(['after'], 'The interval is empty: its start is not before its end.');
}

function modeOf(asked: SearchMode, legs: { keyword: boolean; meaning: boolean }): SearchMode {
  if (asked === 'none') return 'none';
  if (legs.keyword && legs.meaning) return 'hybrid';
  if (legs.meaning) return 'meaning';
  return legs.keyword || asked === 'keyword' ? 'keyword' : 'none';
}

function sumByTerm(frequencies: readonly TermFrequency[]): Map<bigint, number> {
  const sums = new Map<bigint, number>();
  for (const { term, documents } of frequencies) sums.set(term, (sums.get(term) ?? 0) + documents);
  return sums;
}

function nestedFrequencies(frequencies: readonly TermFrequency[]): Map<bigint, Map<string, number>> {
  const nested = new Map<bigint, Map<string, number>>();
  for (const { term, aclId, documents } of frequencies) {
    const classes = nested.get(term) ?? new Map<string, number>();
    nested.set(term, classes.set(aclId, (classes.get(aclId) ?? 0) + documents));
  }
  return nested;
}

function queryHash({ cursor: _cursor, limit: _limit, offset: _offset, ...query }: RetrievalQuery): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 16);
}

/** Qualifiers in the words narrow further; names are resolved by the caller, ids and closed words here. */
function withQualifiers(query: RetrievalQuery, filters: ReturnType<typeof parseQuery>['filters']): RetrievalQuery {
  const kinds = filters.kinds.flatMap((kind) => KIND_WORDS[kind] ?? []);
  return {
    ...query,
    ...(kinds.length > 0 ? { kinds: query.kinds === undefined ? kinds : kinds.filter((kind) => query.kinds?.includes(kind)) } : {}),
    ...(filters.layers.length > 0 ? { layers: filters.layers } : {}),
    ...(filters.tags.length > 0 ? { tags: [...(query.tags ?? []), ...filters.tags] } : {}),
    ...(filters.from !== undefined && query.after === undefined ? { after: filters.from } : {}),
    ...(filters.to !== undefined && query.before === undefined ? { before: filters.to } : {}),
  };
}

const KIND_WORDS: Readonly<Record<string, readonly ('skill' | 'chat_memory' | 'card' | 'scene' | 'persona' | 'turn')[]>> = {
  skill: ['skill'],
  chat_memory: ['chat_memory'],
  memory: ['card', 'scene', 'persona'],
  card: ['card'],
  scene: ['scene'],
  persona: ['persona'],
  turn: ['turn'],
};
