import type { TokenUsage } from '../../shared/domain/pricing.ts'
import { stopIfCancelled } from '../engine/cancel-signal.ts'
import type { CompletionEvent, CompletionRequest, LanguageModel } from '../engine/language-model.ts'
import type { StoredAnswer } from '../store/records.ts'
import type { AnswerRepository } from '../store/store.ts'
import { requestHash, type AskedModel } from './request-hash.ts'

export type CacheOptions = {
  readonly answers: AnswerRepository
  readonly asked: AskedModel
  /** Asks anew even where an answer is kept; the new one takes its place. */
  readonly ignoreCache: boolean
  /** Which of several answers to one request; 1 where left out. */
  readonly sample?: number | undefined
  /** Older answers are asked for anew; milliseconds since 1970. */
  readonly answersSince?: number | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const nothing: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }

/**
 * Keeps whole answers of a model, and gives them again to the same request without a call: with what was used when
 * they were made, of which nothing is paid again.
 */
export function withCache(model: LanguageModel, options: CacheOptions): LanguageModel {
  return { ...model, complete: (request) => complete(model, request, options) }
}

async function* complete(
  model: LanguageModel,
  request: CompletionRequest,
  { answers, asked, ignoreCache, sample, answersSince = 0, now }: CacheOptions,
): AsyncGenerator<CompletionEvent, void> {
  stopIfCancelled(request.signal)
  const requestSha256 = requestHash(asked, request, sample)
  const kept = ignoreCache ? null : await answers.get(requestSha256)
  if (kept !== null && kept.createdTs >= answersSince) {
    yield { kind: 'cached' }
    yield { kind: 'text', text: kept.text }
    yield { kind: 'usage', usage: kept.usage }
    yield { kind: 'stopped', reason: 'finished' }
    return
  }
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
