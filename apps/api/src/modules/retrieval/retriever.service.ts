import { Injectable } from '@nestjs/common';
import { invalidInput, LIMITS, wellFormed, type SearchMode } from '@memory-hub/contracts';
import { parseQuery, queryTerms, rank, type ParsedQuery, type QueryTerm } from '@memory-hub/retrieval';
import type { RequestContext } from '../../common';
import { UnitOfWork, type TxContext } from '../../infrastructure/prisma';
import type { ConfirmedChunk } from './domain/confirmed-chunk';
import { classesOf, countedUpTo, frequenciesOf, statisticsOf, type Corpus } from './domain/corpus';
import { facetsOf } from './domain/facets';
import { hitOf, type RankedChunk } from './domain/hits';
import { pickTerms } from './domain/pick-terms';
import { namesAnything, NO_NAMES, withQualifiers } from './domain/qualifiers';
import { candidateOf, cosineOf } from './domain/rank-candidate';
import type { Degradation, RetrievalAnswer, RetrievalQuery } from './domain/retrieval-query';
import { scopeOf, type Scope } from './domain/scope';
import { MeaningLeg, type QueryVector } from './meaning-leg';
import { NamesRepository } from './names.repository';
import { markOf, SearchPages } from './search-pages';
import { SearchRepository } from './search.repository';
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

/** What is asked, and what the first transaction found out about it. */
interface Question {
  readonly text: string;
  readonly scope: Scope;
  readonly terms: readonly QueryTerm[];
  readonly phrases: readonly string[];
  readonly corpus: Corpus;
  /** Of the keyword leg, best first. */
  readonly keyword: readonly bigint[];
}

interface Found {
  readonly ranked: readonly RankedChunk[];
  readonly meaning: MeaningCandidates | null;
  readonly waiting: number;
}

/** The only way anything is found: portal, GraphQL, MCP, recall, arbitration. */
@Injectable()
export class Retriever {
  constructor(
    private readonly work: UnitOfWork,
    private readonly repository: SearchRepository,
    private readonly names: NamesRepository,
    private readonly meaning: MeaningLeg,
    private readonly vectors: VectorIndex,
    private readonly pages: SearchPages,
  ) {}

  /**
   * Finds what the principal may read. Both legs bring ids only; Postgres confirms them under the access test and
   * one ranker orders what it confirmed. No connection is held while the embedder thinks.
   * @throws DomainError VALIDATION_FAILED for a bad limit, a foreign cursor, a query over 20,000 characters.
   */
  async retrieve(ctx: RequestContext, query: RetrievalQuery): Promise<RetrievalAnswer> {
    assertQuery(query);
    const shown = this.pages.shown(ctx, query);
    const watch = new Stopwatch();
    const asked = query.mode ?? 'hybrid';
    const parsed = readText(ctx, query);
    const embedding = wantsMeaning(asked, parsed)
      ? watch.time('embed', () => this.meaning.embedQuery(parsed.text))
      : null;
    const question = await this.work.read(ctx, (tx) =>
      this.ask(tx, { ...query, mode: asked }, { parsed, watch }),
    );
    const vector = await embedding;
    const found = await this.work.read(ctx, (tx) => this.find(tx, question, { vector, watch }));
    const rest = found.ranked.filter(({ chunk }) => !shown.has(markOf(chunk))).slice(query.offset ?? 0);
    const page = rest.slice(0, query.limit);
    const total = question.corpus.documents;
    return {
      hits: await watch.time('snippets', () => page.map((entry) => hitOf(entry, question.phrases))),
      asked,
      mode: modeOf({ keyword: question.terms.length > 0, meaning: found.meaning !== null, asked }),
      degraded: degradations(vector, found),
      tookMs: watch.read(),
      total: Math.min(found.ranked.length, COUNTED_HITS),
      totalIsCapped: found.ranked.length > COUNTED_HITS,
      facets: facetsOf(found.ranked.map(({ chunk }) => chunk)),
      coverage: { embedded: Math.max(total - found.waiting, 0), total },
      nextCursor:
        rest.length > page.length
          ? this.pages.after(ctx, query, [...shown, ...page.map(({ chunk }) => markOf(chunk))])
          : null,
    };
  }

  /** Where to look, how rare the words are there, and the candidates of the keyword leg. */
  private async ask(
    ctx: TxContext,
    query: RetrievalQuery,
    { parsed, watch }: { parsed: ParsedQuery; watch: Stopwatch },
  ): Promise<Question> {
    const names = namesAnything(parsed.filters) ? await this.names.resolve(ctx, parsed.filters) : NO_NAMES;
    const scope = scopeOf(ctx, withQualifiers(query, parsed.filters, names));
    const terms =
      query.mode === 'hybrid' || query.mode === 'keyword' ? queryTerms(parsed.text, QUERY_TERMS) : [];
    const corpus = await watch.time('statistics', () => this.corpus(ctx, scope, terms));
    const asked = { text: parsed.text, scope, terms, phrases: parsed.phrases, corpus };
    return {
      ...asked,
      keyword: await watch.time('keyword', () => this.keywordCandidates(ctx, asked, FIRST_WINDOW)),
    };
  }

  private async corpus(ctx: TxContext, scope: Scope, terms: readonly QueryTerm[]): Promise<Corpus> {
    const { classes, documents } = classesOf(await this.repository.statistics(ctx, scope));
    const counts = await this.repository.frequencies(ctx, scope, {
      terms: terms.map((term) => term.hash),
      most: countedUpTo(documents),
    });
    return { classes, documents, frequencies: frequenciesOf(counts, documents) };
  }

  private async find(
    ctx: TxContext,
    question: Question,
    { vector, watch }: { vector: QueryVector | null; watch: Stopwatch },
  ): Promise<Found> {
    const confirmed = new Map<bigint, ConfirmedChunk>();
    const looked = new Set<bigint>();
    const query = vector !== null && 'vector' in vector ? vector.vector : null;
    let meaning: MeaningCandidates | null = null;
    let keyword = question.keyword;
    for (let [round, window] = [1, FIRST_WINDOW]; ; round += 1) {
      meaning = await watch.time('meaning', () =>
        query === null ? null : this.vectors.search(question.scope, query, window),
      );
      // An engine that gives more than it was asked for is not believed any further.
      const numbers = [...new Set([...keyword, ...(meaning?.numbers.slice(0, window) ?? [])])];
      await this.confirm(ctx, question, {
        numbers: numbers.filter((no) => !looked.has(no)),
        confirmed,
        watch,
      });
      for (const no of numbers) looked.add(no);
      const lost =
        numbers.length === 0 ? 0 : 1 - numbers.filter((no) => confirmed.has(no)).length / numbers.length;
      if (lost <= TOLERATED_LOSS || round === ROUNDS || window >= MOST_CANDIDATES) break;
      window = Math.min(MOST_CANDIDATES, window * 2);
      keyword = await watch.time('keyword', () => this.keywordCandidates(ctx, question, window));
    }
    const waiting = await watch.time('coverage', () => this.repository.waiting(ctx, question.scope));
    const ranked = await watch.time('rank', () =>
      rankChunks(ctx, question, { chunks: [...confirmed.values()], query, meaning }),
    );
    return { ranked, meaning, waiting };
  }

  private async keywordCandidates(
    ctx: TxContext,
    { scope, terms, corpus }: Omit<Question, 'keyword'>,
    limit: number,
  ): Promise<bigint[]> {
    return this.repository.keywordCandidates(ctx, scope, {
      ...pickTerms(terms, corpus.frequencies, corpus.documents),
      limit,
    });
  }

  /** Adds what Postgres confirms of the numbers, and of the turns around the first of them. */
  private async confirm(
    ctx: TxContext,
    { scope, terms }: Question,
    {
      numbers,
      confirmed,
      watch,
    }: { numbers: readonly bigint[]; confirmed: Map<bigint, ConfirmedChunk>; watch: Stopwatch },
  ): Promise<void> {
    const context = await watch.time('context', () =>
      this.repository.neighbours(ctx, scope, numbers.slice(0, CONTEXT_TURNS)),
    );
    const asked = {
      numbers: [...new Set([...numbers, ...context])],
      terms: terms.map((term) => term.hash),
      vectorSpace: this.meaning.vectorSpace,
    };
    const chunks = await watch.time('confirm', () => this.repository.confirm(ctx, scope, asked));
    for (const chunk of chunks) confirmed.set(chunk.no, chunk);
  }
}

function assertQuery(query: RetrievalQuery): void {
  if (query.text.length > LIMITS.queryCharacters)
    throw invalidInput(
      ['text'],
      `A query may have ${LIMITS.queryCharacters} characters at most.`,
      'Search for the part that matters.',
    );
  if (!Number.isInteger(query.limit) || query.limit < 1 || query.limit > LIMITS.page)
    throw invalidInput(['limit'], `limit must be between 1 and ${LIMITS.page}.`);
  const offset = query.offset ?? 0;
  if (!Number.isInteger(offset) || offset < 0 || offset > MOST_CANDIDATES)
    throw invalidInput(['offset'], `offset must be between 0 and ${MOST_CANDIDATES}.`);
  if (query.after !== undefined && query.before !== undefined && query.after >= query.before)
    throw invalidInput(['after'], 'The interval is empty: its start is not before its end.');
}

function readText(ctx: RequestContext, { reading, text }: RetrievalQuery): ParsedQuery {
  if (reading === 'qualifiers') return parseQuery(text, { now: ctx.now, zone: ctx.zone });
  const filters = {
    kinds: [],
    spaces: [],
    agents: [],
    authors: [],
    tags: [],
    layers: [],
    languages: [],
    sessions: [],
  };
  return { text: wellFormed(text).text, phrases: [], filters };
}

function wantsMeaning(asked: SearchMode, { text }: ParsedQuery): boolean {
  return (asked === 'hybrid' || asked === 'meaning') && text.trim() !== '';
}

function modeOf({
  asked,
  keyword,
  meaning,
}: {
  asked: SearchMode;
  keyword: boolean;
  meaning: boolean;
}): SearchMode {
  if (keyword && meaning) return 'hybrid';
  if (meaning) return 'meaning';
  return keyword || asked === 'keyword' ? 'keyword' : 'none';
}

function degradations(vector: QueryVector | null, { meaning, waiting }: Found): Degradation[] {
  if (vector !== null && 'degraded' in vector) return [vector.degraded];
  if (meaning === null) return [];
  if (!meaning.ready) return [{ leg: 'meaning', reason: 'loading' }];
  return waiting > 0 ? [{ leg: 'meaning', reason: 'partial' }] : [];
}

function rankChunks(
  ctx: RequestContext,
  { text, terms, phrases, corpus }: Question,
  {
    chunks,
    query,
    meaning,
  }: { chunks: readonly ConfirmedChunk[]; query: Float32Array | null; meaning: MeaningCandidates | null },
): RankedChunk[] {
  const byId = new Map(
    chunks.map((chunk) => [String(chunk.no), { chunk, cosine: cosineOf(query, chunk) }] as const),
  );
  const hashes = new Map(terms.map(({ hash }) => [String(hash), hash] as const));
  const ranked = rank({
    query: text,
    terms,
    phrases,
    candidates: [...byId.values()].map(({ chunk, cosine }) => candidateOf(chunk, cosine, hashes)),
    corpus: statisticsOf(corpus),
    background: meaning?.background,
    now: ctx.now,
    limit: MOST_CANDIDATES,
  });
  return ranked.flatMap((hit) => {
    const found = byId.get(hit.id);
    return found === undefined ? [] : [{ hit, ...found }];
  });
}
