import type { LanguageModel, ModelInfo } from '../../kernel/language-model.ts'

/** What an adapter needs to speak to a server. */
export type AdapterOptions = {
  readonly info: ModelInfo
  /** As the vendor calls it. */
  readonly model: string
  /** Null for the vendor's own address. */
  readonly baseUrl: string | null
  /** Null where the server wants none. */
  readonly key: string | null
  /** Idle timeout between two pieces of an answer, and before the first, in milliseconds. */
  readonly timeoutMs: number
}

/** Makes one call per `complete`, without retries: those are `withRetries`. */
export type Adapter = (options: AdapterOptions) => LanguageModel
