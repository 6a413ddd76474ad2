import type { TokenUsage } from '../../../../shared/domain/pricing.ts'
import { stopIfCancelled } from '../../cancel-signal.ts'
import { ModelFailure, type CompletionRequest, type LanguageModel } from '../../language-model.ts'
import { costOf } from '../../pricing/cost.ts'
import type { Spent } from '../../provider.ts'

export type SummaryAnswer =
  | { readonly ok: true; readonly text: string; readonly spent: Spent; readonly isCut: boolean }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly spent: Spent }

const noUsage: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }

/** Asks a model for a summary and tells an answer from the ways of having none. The cost counts either way. */
export async function askForSummary(
  model: LanguageModel,
  request: CompletionRequest,
  onText: (text: string) => void,
): Promise<SummaryAnswer> {
  let text = ''
  let usage = noUsage
  let stopped: 'finished' | 'max-tokens' | 'refused' | 'cut' = 'cut'
  const spent = (): Spent => ({
    costUsd: costOf(usage, model.info.prices).costUsd,
    modelCalls: 1,
    cacheHits: 0,
  })
  try {
    for await (const event of model.complete(request)) {
      stopIfCancelled(request.signal)
      if (event.kind === 'text') {
        text += event.text
        onText(event.text)
      } else if (event.kind === 'usage') usage = event.usage
      else stopped = event.reason
    }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return { ok: false, code: error.code, message: `${model.info.label}: ${error.message}`, spent: spent() }
  }
  const failure = failureOf(text.trim(), stopped)
  if (failure !== undefined) return { ok: false, ...failure, spent: spent() }
  return { ok: true, text: text.trim(), spent: spent(), isCut: stopped === 'max-tokens' }
}

function failureOf(text: string, stopped: string): { code: string; message: string } | undefined {
  if (stopped === 'refused') return { code: 'summary-refused', message: 'The model refused to summarise.' }
  if (text === '') return { code: 'condense-failed', message: 'The model answered nothing.' }
  if (stopped === 'cut') return { code: 'condense-failed', message: 'The answer broke off before its end.' }
  return undefined
}
