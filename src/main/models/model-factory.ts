import type { LanguageModel } from '../engine/language-model.ts'
import type { ModelOptions } from '../llm/create-model.ts'

/** Makes a model with retries and without leaks of its key; tests bring their own. */
export type ModelFactory = (options: ModelOptions) => LanguageModel | Promise<LanguageModel>
