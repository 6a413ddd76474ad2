import type { OutcomeError } from '../../../shared/condense/outcome-types.ts'
import { runFailure } from '../../../shared/kernel/words/engine.ts'
import { askModel } from '../../kernel/ask-model.ts'
import type { CancelSignal } from '../../kernel/cancel-signal.ts'
import { checkAnswer } from '../../kernel/check-answer.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'
import { splitText } from '../../kernel/split-text.ts'
import type { TokenCounter } from '../../kernel/tokens/token-counter.ts'

export type TextSummaryTask = {
  /** What the text is, such as `Output of read_file (src/app.ts)`. */
  readonly title: string
  readonly text: string
  readonly model: LanguageModel
  readonly system: string
  /** Longest summary, in tokens. */
  readonly maxTokens: number
  readonly counter: TokenCounter
  readonly signal: CancelSignal
}

export type TextSummary =
  | { readonly ok: true; readonly text: string }
  | ({ readonly ok: false } & OutcomeError)

/** Room for the title and what a vendor adds. */
const overheadTokens = 64
const windowShare = 0.95

/** Summarises one text by itself, piece by piece where the model's window is smaller than the text. */
export async function summariseText(task: TextSummaryTask): Promise<TextSummary> {
  const { model, system, counter, title, signal } = task
  const fixed = counter.count(system) + counter.count(title) + overheadTokens
  const room = Math.floor(model.info.windowTokens * windowShare) - task.maxTokens - fixed
  if (room < overheadTokens) {
    const { label, windowTokens } = model.info
    return { ok: false, ...runFailure('input-too-long', { model: label, windowTokens, what: 'text' }) }
  }
  const pieces = splitText(task.text, room, counter)
  const texts: string[] = []
  for (const piece of pieces) {
    const content = `${title}:\n\n${piece}`
    const inputTokens = counter.count(piece) + fixed
    const maxTokens = Math.max(1, Math.floor(task.maxTokens / pieces.length))
    const request = { label: title, purpose: 'tool-output', system, maxTokens, inputTokens, signal } as const
    const answer = await askModel(
      model,
      { ...request, messages: [{ role: 'user', content }] },
      () => undefined,
    )
    const checked = checkAnswer(answer, model.info.label)
    if (!checked.ok) return checked
    texts.push(checked.text)
  }
  return { ok: true, text: texts.join('\n') }
}
