import type { TokenUsage } from '../../../shared/models/pricing-types.ts'
import type { ConnectionTest } from '../../../shared/models/profiles-contract.ts'
import type { CancelSignal } from '../../kernel/cancel-signal.ts'
import {
  ModelFailure,
  type CompletionRequest,
  type LanguageModel,
  type ModelFailureCode,
} from '../../kernel/language-model.ts'
import { computeCost } from '../../kernel/pricing/cost.ts'

/** As little as every vendor accepts: OpenAI's Responses take no less. */
const maxTokens = 16

/** The request of a connection test. Its size is fixed, so that no tokenizer has to be loaded for it. */
export const testRequest: Omit<CompletionRequest, 'signal'> = {
  purpose: 'conversation',
  label: 'Connection test',
  system: 'Answer with one word.',
  messages: [{ role: 'user', content: 'Say: ready' }],
  maxTokens,
  inputTokens: 8,
}

const emptyAnswer = `The answer was empty. It could have ${maxTokens} tokens: a model that thinks first may need them all for that. Any other one writes no summaries either.`

/** Asks a model something small and says how that went. Throws nothing for a failure of the model, `Cancelled` for a cancel. */
export async function testModel(
  model: LanguageModel,
  { now, signal }: { readonly now: () => number; readonly signal: CancelSignal },
): Promise<ConnectionTest> {
  const startedTs = now()
  const request: CompletionRequest = { ...testRequest, signal }
  let firstAnswerMs: number | null = null
  let text = ''
  let usage: TokenUsage | null = null
  let failure: ModelFailure | null = null
  try {
    for await (const event of model.complete(request)) {
      if (event.kind === 'text') {
        firstAnswerMs ??= now() - startedTs
        text += event.text
      }
      if (event.kind === 'usage') usage = event.usage
    }
  } catch (error) {
    failure = toFailure(error)
  }
  const durationMs = now() - startedTs
  const { costUsd, missing } =
    usage === null ? { costUsd: 0, missing: [] } : computeCost(usage, model.info.prices)
  const figures = { durationMs, firstAnswerMs, usage, costUsd, missingPrices: [...missing] }
  if (failure !== null) return { ...buildFailedTest(failure.code, failure.message), ...figures }
  return {
    ok: true,
    message: `${model.info.label} answered in ${(durationMs / 1000).toFixed(1)} s.`,
    code: '',
    ...(text.trim() === '' ? { warning: emptyAnswer } : {}),
    ...figures,
    tokenCount: await countTestTokens(model, request),
  }
}

/** A test that came to nothing before a request was made. */
export function buildFailedTest(code: ModelFailureCode, message: string): ConnectionTest {
  return {
    ok: false,
    message,
    code,
    durationMs: 0,
    firstAnswerMs: null,
    usage: null,
    costUsd: 0,
    missingPrices: [],
    tokenCount: null,
  }
}

function toFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error
  throw error
}

async function countTestTokens(
  model: LanguageModel,
  request: CompletionRequest,
): Promise<ConnectionTest['tokenCount']> {
  if (model.countTokens === undefined) return null
  try {
    return { vendor: await model.countTokens(request), ours: request.inputTokens }
  } catch (error) {
    toFailure(error)
    return null
  }
}
