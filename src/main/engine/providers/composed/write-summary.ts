import type { Message } from '../../../../shared/domain/message.ts'
import type { Warning } from '../../../../shared/domain/outcome.ts'
import { runWarning } from '../../../../shared/words/engine.ts'
import type { Conversation } from '../../conversation.ts'
import type { CondenseRequest } from '../../provider.ts'
import { summariseMessages, type Summary } from '../../summaries/summarise-messages.ts'
import { fileListText, listText, touchedIn } from './file-lists.ts'
import type { KeepPlan } from './plan-kept.ts'
import { prepareInput } from './prepare-input.ts'
import type { ComposedSettings } from './settings.ts'
import { requestText, summaryPrompt, turnRequest, verifyText, withoutAnalysis } from './summary-prompt.ts'
import { append } from '../../../../shared/lib/append.ts'

/** The pass that takes messages out and puts a summary in. */
export const summaryPass = 'summary'

/** What stands for the messages that go; null where nothing does. */
export type Written =
  | { readonly ok: true; readonly text: string | null; readonly warnings: readonly Warning[] }
  | Extract<Summary, { ok: false }>

/** Writes what stands for the messages that go: nothing, a note, a list, or a summary by the model. */
export async function writeSummary(
  request: CondenseRequest,
  conversation: Conversation,
  plan: KeepPlan,
  settings: ComposedSettings,
): Promise<Written> {
  const { summary } = settings
  const touched = touchedIn(conversation, plan.gone)
  switch (summary.kind) {
    case 'none':
      return { ok: true, text: null, warnings: [] }
    case 'note':
      return { ok: true, text: summary.note, warnings: [] }
    case 'list': {
      const list = listText(touched, plan.gone.length, summary.listChars)
      return { ok: true, text: [...earlierTexts(conversation, plan), list].join('\n\n'), warnings: [] }
    }
    case 'model': {
      const written = await askForSummary(request, conversation, plan, settings)
      const lists = summary.fileLists ? fileListText(touched) : ''
      return written.ok && lists !== '' ? { ...written, text: `${written.text}\n\n${lists}` } : written
    }
  }
}

/** Lists of before stay as they are: what they stand for is not seen again. */
function earlierTexts({ messages, parts }: Conversation, { gone }: KeepPlan): string[] {
  return gone.flatMap((index) =>
    messages[index]?.isSummary === true ? [(parts[index] ?? []).map(({ text }) => text).join('\n')] : [],
  )
}

type Asked = {
  readonly messages: readonly Message[]
  readonly request: string
  readonly maxTokens: number
}

async function askForSummary(
  request: CondenseRequest,
  conversation: Conversation,
  { gone, splitTurn }: KeepPlan,
  settings: ComposedSettings,
): Promise<Written & { readonly text?: string | null }> {
  const { info } = request.services.model
  const ask = createAsk(request, conversation, settings)
  const ready = (indices: readonly number[]) =>
    prepareInput(conversation, indices, settings.input, info.isExtractive)
  const history = ready(gone.filter((index) => splitTurn === null || index < splitTurn))
  const turn = ready(gone.filter((index) => splitTurn !== null && index >= splitTurn))
  const { maxTokens } = settings.summary
  const warnings: Warning[] = info.isExtractive ? [runWarning('extractive')] : []
  const texts: string[] = []
  if (history.messages.length > 0 || history.previous.length > 0) {
    const first = await ask({ ...history, request: requestText(history.previous), maxTokens })
    if (!first.ok) return first
    const text = await verified(
      ask,
      { messages: history.messages, text: first.text, maxTokens },
      settings,
      info.isExtractive,
    )
    texts.push(withoutAnalysis(text))
    append(warnings, warningsOf(first))
  }
  if (turn.messages.length > 0) {
    const second = await ask({
      ...turn,
      request: turnRequest,
      maxTokens: Math.max(50, Math.floor(maxTokens / 2)),
    })
    if (!second.ok) return second
    texts.push(texts.length === 0 ? second.text : `## Beginning of the current turn\n${second.text}`)
    append(warnings, warningsOf(second))
  }
  return { ok: true, text: texts.join('\n\n'), warnings }
}

function warningsOf({ warnings, isCut }: Extract<Summary, { ok: true }>): Warning[] {
  return [...warnings, ...(isCut ? [runWarning('summary-cut')] : [])]
}

type Ask = (asked: Asked) => Promise<Summary>

function createAsk(
  { services, signal }: CondenseRequest,
  conversation: Conversation,
  settings: ComposedSettings,
): Ask {
  const { model, onProgress } = services
  const { info } = model
  let written = 0
  return ({ messages, request, maxTokens }) => {
    const total = Math.min(maxTokens, info.maxOutputTokens, Math.floor(info.windowTokens / 4))
    return summariseMessages({
      conversation,
      messages,
      model,
      system: summaryPrompt(settings),
      shape: {
        keepImages: settings.input.media === 'keep' && info.supportsImages,
        // The extractive model reads calls and results as they are; as text they would be words like others.
        toolsAsText: settings.input.form === 'text' && !info.isExtractive,
        request,
      },
      maxTokens: total,
      overflow: settings.input.overflow,
      signal,
      onText: (label, text) => {
        written += conversation.counter.count(text)
        onProgress({
          stage: summaryPass,
          label: `${label}: summarising`,
          done: Math.min(written, total),
          total,
        })
      },
    })
  }
}

/** The summary as a second call mends it; as it was where that fails. The built-in summariser has nothing to mend. */
async function verified(
  ask: Ask,
  {
    messages,
    text,
    maxTokens,
  }: { readonly messages: readonly Message[]; readonly text: string; readonly maxTokens: number },
  { summary }: ComposedSettings,
  isExtractive: boolean,
): Promise<string> {
  if (!summary.verify || isExtractive) return text
  const mended = await ask({ messages, request: verifyText(text), maxTokens })
  return mended.ok ? mended.text : text
}
