import type { TokenUsage } from '../../../shared/models/pricing-types.ts'
import { stopIfCancelled } from '../../kernel/cancel-signal.ts'
import type { CompletionEvent, CompletionRequest, LanguageModel } from '../../kernel/language-model.ts'
import type { StoredAnswer } from '../store/records.ts'
import type { AnswerRepository } from '../store/store.ts'
import { askOnce, type AskOnceDependencies, type KeptAnswer } from './ask-once.ts'
import { hashRequest, type AskedModel } from './hash-request.ts'

export type CacheOptions = AskOnceDependencies & {
  readonly answers: AnswerRepository
  readonly asked: AskedModel & { readonly id: string; readonly timeoutMs: number }
  /** Asks anew even where an answer is kept or on its way; the new one takes its place. */
  readonly ignoreCache: boolean
  /** Which of several answers to one request; 1 where left out. */
  readonly sample?: number | undefined
  /** Older answers are asked for anew; milliseconds since 1970. */
  readonly answersSince?: number | undefined
}

const nothing: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }

/**
 * Keeps whole answers of a model, and gives them again to the same request without a call: with what was used when
 * they were made, of which nothing is paid again. Requests that come while an equal one is on its way wait for it.
 */
export function withCache(model: LanguageModel, options: CacheOptions): LanguageModel {
  return { ...model, complete: (request) => complete(model, request, options) }
}

async function* complete(
  model: LanguageModel,
  request: CompletionRequest,
  options: CacheOptions,
): AsyncGenerator<CompletionEvent, void> {
  stopIfCancelled(request.signal)
  const { answers, asked, ignoreCache, sample, answersSince = 0 } = options
  const requestSha256 = hashRequest(asked, request, sample)
  const keeping = { complete: (one: CompletionRequest) => keepWhole(model, one, requestSha256, options) }
  if (ignoreCache) {
    yield* keeping.complete(request)
    return
  }
  const find = async (): Promise<KeptAnswer | null> => {
    const kept = await answers.get(requestSha256)
    return kept === null || kept.createdTs < answersSince ? null : { ...kept, stop: 'finished' }
  }
  const { id: profileId, timeoutMs } = asked
  yield* askOnce(options, { name: requestSha256, profileId, timeoutMs, find, model: keeping }, request)
}

async function* keepWhole(
  model: LanguageModel,
  request: CompletionRequest,
  requestSha256: string,
  { answers, asked, now }: CacheOptions,
): AsyncGenerator<CompletionEvent, void> {
  let text = ''
  let usage = nothing
  for await (const event of model.complete(request)) {
    if (event.kind === 'call') text = ''
    if (event.kind === 'text') text += event.text
    if (event.kind === 'usage') usage = event.usage
    // Before the event goes on: whoever hears it may listen no further.
    if (event.kind === 'stopped' && event.reason === 'finished' && text.trim() !== '')
      await keep(answers, { requestSha256, model: asked.model, text, usage, createdTs: now() })
    yield event
  }
}

async function keep(answers: AnswerRepository, answer: StoredAnswer): Promise<void> {
  try {
    await answers.put(answer)
  } catch {
    // The answer is there and paid for; that it could not be kept must not lose it.
  }
}
