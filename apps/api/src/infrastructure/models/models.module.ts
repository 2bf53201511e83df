import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import {
  CircuitBreaker,
  createBundledEmbedder,
  createOpenAiCompatibleModel,
  withCircuitBreaker,
  type BundledEmbedder,
  type LanguageModel,
} from '@memory-hub/models';
import type { Settings } from '../../config';

/** Injection token of the embedder of this process. */
export const EMBEDDER = Symbol('embedder');
/** Injection token of the language model; null when rules are used instead. */
export const LANGUAGE_MODEL = Symbol('language model');

@Global()
@Module({})
export class ModelsModule implements OnApplicationShutdown {
  constructor(@Inject(EMBEDDER) private readonly embedder: BundledEmbedder) {}

  static forRoot(settings: Settings): DynamicModule {
    const embedder = createBundledEmbedder({ workers: settings.MEMHUB_EMBED_WORKERS });
    const providers = [
      { provide: EMBEDDER, useValue: embedder },
      { provide: LANGUAGE_MODEL, useValue: languageModel(settings) },
    ];
    return { module: ModelsModule, providers, exports: [EMBEDDER, LANGUAGE_MODEL] };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.embedder.close();
  }
}

function languageModel(settings: Settings): LanguageModel | null {
  const { MEMHUB_LLM_API_KEY: apiKey, MEMHUB_LLM_BASE_URL: baseUrl, MEMHUB_LLM_MODEL: model } = settings;
  if (apiKey === undefined || baseUrl === undefined || model === undefined) return null;
  const timeoutMs = settings.MEMHUB_LLM_TIMEOUT_SECONDS * 1_000;
  const endpoint = createOpenAiCompatibleModel({ apiKey, baseUrl, model, timeoutMs });
  // While it is down, sessions that wait must not each sit out its time-out.
  return withCircuitBreaker(endpoint, new CircuitBreaker(() => performance.now()));
}
