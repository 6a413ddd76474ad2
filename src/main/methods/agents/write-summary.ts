import type { Warning } from '../../../shared/condense/outcome-types.ts'
import { append } from '../../../shared/kernel/append.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { runWarning } from '../../../shared/kernel/words/engine.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import type { CondenseRequest } from '../../kernel/method.ts'
import { summariseMessages, type Summary } from '../summaries/summarise-messages.ts'
import {
  buildRequestText,
  buildSummaryPrompt,
  turnRequest,
  verifyText,
  withoutAnalysis,
} from './build-summary-prompt.ts'
import { formatFileLists, listText, findTouched } from './file-lists.ts'
import type { KeepPlan } from './plan-kept.ts'
import { prepareInput } from './prepare-input.ts'
import type { ComposedSettings } from './settings.ts'
import { writeTranscript } from './write-transcript.ts'

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
  const touched = findTouched(conversation, plan.gone)
  switch (summary.kind) {
    case 'none':
      return { ok: true, text: null, warnings: [] }
    case 'note':
      return { ok: true, text: summary.note, warnings: [] }
    case 'list': {
      const list = listText(touched, plan.gone.length, summary.listChars)
      return {
        ok: true,
        text: [...collectEarlierSummaries(conversation, plan), list].join('\n\n'),
        warnings: [],
      }
    }
    case 'transcript': {
      const { textChars, listChars } = summary
      const maxTokens = findTranscriptTokens(request, conversation, plan, summary.maxTokens)
      const text = writeTranscript(conversation, plan.gone, { maxTokens, textChars, lineChars: listChars })
      return { ok: true, text, warnings: [] }
    }
    case 'model': {
      const written = await askForSummary(request, conversation, plan, settings)
      const lists = summary.fileLists ? formatFileLists(touched) : ''
      return written.ok && lists !== '' ? { ...written, text: `${written.text}\n\n${lists}` } : written
    }
  }
}

/** A transcript of fewer tokens says nothing. */
const leastTranscriptTokens = 200

/** As many as are asked for, or what is left of the target beside all that stays. */
function findTranscriptTokens(
  { targetTokens }: CondenseRequest,
  { messageTokens }: Conversation,
  { kept }: KeepPlan,
  maxTokens: number,
): number {
  if (targetTokens === null) return maxTokens
  const left = targetTokens - kept.reduce((total, index) => total + (messageTokens[index] ?? 0), 0)
  return Math.max(leastTranscriptTokens, Math.min(maxTokens, left))
}

/** Lists of before stay as they are: what they stand for is not seen again. */
function collectEarlierSummaries({ messages, parts }: Conversation, { gone }: KeepPlan): string[] {
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
  const prepareMessages = (indices: readonly number[]) =>
    prepareInput(conversation, indices, settings.input, info.isExtractive)
  const history = prepareMessages(gone.filter((index) => splitTurn === null || index < splitTurn))
  const turn = prepareMessages(gone.filter((index) => splitTurn !== null && index >= splitTurn))
  const { maxTokens } = settings.summary
  const warnings: Warning[] = info.isExtractive ? [runWarning('extractive')] : []
  const texts: string[] = []
  if (history.messages.length > 0 || history.previous.length > 0) {
    const first = await ask({ ...history, request: buildRequestText(history.previous), maxTokens })
    if (!first.ok) return first
    const text = await verifySummary(
      ask,
      { messages: history.messages, text: first.text, maxTokens },
      settings,
      info.isExtractive,
    )
    texts.push(withoutAnalysis(text))
    append(warnings, buildSummaryWarnings(first))
  }
  if (turn.messages.length > 0) {
    const second = await ask({
      ...turn,
      request: turnRequest,
      maxTokens: Math.max(50, Math.floor(maxTokens / 2)),
    })
    if (!second.ok) return second
    texts.push(texts.length === 0 ? second.text : `## Beginning of the current turn\n${second.text}`)
    append(warnings, buildSummaryWarnings(second))
  }
  return { ok: true, text: texts.join('\n\n'), warnings }
}

function buildSummaryWarnings({ warnings, isCut }: Extract<Summary, { ok: true }>): Warning[] {
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
      system: buildSummaryPrompt(settings),
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
async function verifySummary(
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
