import type { LanguageModel, ModelInfo } from '../engine/language-model.ts'
import type { ModelOptions } from '../llm/create-model.ts'

/** Makes a model with retries and without leaks of its key; tests bring their own. */
export type ModelFactory = (options: ModelOptions) => LanguageModel | Promise<LanguageModel>

export type RecordedModelOptions = {
  readonly info: ModelInfo
  /** As the vendor calls it. */
  readonly model: string
  /** Absolute path. */
  readonly file: string
  /** Asked for what the file does not hold; null where nobody is. */
  readonly source: LanguageModel | null
}

/** Makes a model that answers from a file. */
export type RecordedModelFactory = (options: RecordedModelOptions) => LanguageModel | Promise<LanguageModel>
