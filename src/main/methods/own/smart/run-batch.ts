import type { Warning } from '../../../../shared/condense/outcome-types.ts'
import { append } from '../../../../shared/kernel/append.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { MessageProvenance } from '../../../../shared/kernel/provenance.ts'
import { idleReason, runWarning } from '../../../../shared/kernel/words/engine.ts'
import type { BatchPass, BatchSummary } from '../../../../shared/methods/smart-pass-types.ts'
import { stopIfCancelled } from '../../../kernel/cancel-signal.ts'
import { selectCondensingPrompt } from '../../../kernel/condensing-prompts.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { findSafeCuts } from '../../../kernel/history/find-safe-cuts.ts'
import type { LanguageModel } from '../../../kernel/language-model.ts'
import { readBuiltInPrompt } from '../../../kernel/prompts/built-in.ts'
import { summariseRequest } from '../../summaries/build-request.ts'
import { summariseMessages, type Summary } from '../../summaries/summarise-messages.ts'
import { tagRequestsWithPlace, selectProfileModel, type PassContext, type PassRun } from './pass-run.ts'
import { createMatcher, countKeptTail, type Scope, computeScopeBetween } from './selection.ts'

/** Replaces each run of selected messages by one summary. Pinned messages stay, with summaries around them. */
export async function runBatch(pass: BatchPass, context: PassContext): Promise<PassRun> {
  const { batchConfig } = pass
  if (batchConfig.operation === 'keep') return { kind: 'idle', reason: idleReason('keeps-selection').message }
  const config = batchConfig.summarizationConfig
  const { services } = context.request
  const model = selectProfileModel(services, config.apiProfile)
  const gaps = findGaps(pass, config, context)
  if (gaps.length === 0) return { kind: 'idle', reason: idleReason('selection-too-small').message }
  const { summaries, warnings, failures } = await summariseGaps(gaps, pass, { config, model, context })
  const [failure] = failures
  if (summaries.length === 0 && failure !== undefined) return { kind: 'failed', ...failure }
  const count = summaries.reduce((sum, { gap }) => sum + gap.end - gap.start, 0)
  return {
    kind: 'changed',
    stage: assemble(context.conversation, summaries, pass.id, model.info.label),
    operations: { summarised: count },
    warnings: [...(model.info.isExtractive ? [runWarning('extractive')] : []), ...warnings],
  }
}

type Gaps = {
  readonly summaries: readonly GapSummary[]
  readonly warnings: readonly Warning[]
  readonly failures: readonly { readonly code: string; readonly message: string }[]
}
type GapSummary = { readonly gap: Scope; readonly text: string }

/** One after the other. Messages whose summary fails stay: what was paid for before is kept. */
async function summariseGaps(gaps: readonly Scope[], pass: BatchPass, asked: Asked): Promise<Gaps> {
  const summaries: GapSummary[] = []
  const warnings: Warning[] = []
  const failures: Extract<Summary, { ok: false }>[] = []
  for (const gap of gaps) {
    const summary = await summariseGap(gap, pass, asked)
    stopIfCancelled(asked.context.request.signal)
    if (summary.ok) {
      summaries.push({ gap, text: summary.text })
      append(warnings, summary.warnings)
    } else {
      failures.push(summary)
    }
  }
  const [failure] = failures
  if (failure !== undefined) {
    const missing = gaps.length - summaries.length
    const figures = { failed: missing, of: gaps.length, left: 'messages-kept', why: failure.message } as const
    warnings.push(runWarning('partly-failed', figures))
  }
  return { summaries, warnings, failures: failures.map(({ code, message }) => ({ code, message })) }
}

/** Runs of at least two selected messages that may go together: no call is parted from its result. */
function findGaps(pass: BatchPass, config: BatchSummary, context: PassContext): Scope[] {
  const { conversation, settings } = context
  const { messages } = conversation
  const tail = Math.max(countKeptTail(pass.selection, messages.length), config.keepLast)
  const { start, end } = computeScopeBetween(
    messages.length,
    Math.max(settings.keepFirst, config.keepFirst),
    tail,
  )
  const isSelected = createSelector(pass, context)
  const cuts = new Set(findSafeCuts(messages))
  const gaps: Scope[] = []
  for (let from = start; from < end; from += 1) {
    if (!isSelected(from)) continue
    let to = from
    while (to < end && isSelected(to)) to += 1
    let first = from
    let last = to
    while (first < last && !cuts.has(first)) first += 1
    while (last > first && !cuts.has(last)) last -= 1
    if (last - first >= 2) gaps.push({ start: first, end: last })
    from = to
  }
  return gaps
}

function createSelector(
  { selection }: BatchPass,
  { conversation, pins }: PassContext,
): (index: number) => boolean {
  const pinned = new Set(pins.map(({ messageIndex }) => messageIndex))
  if (selection.type !== 'custom') return (index) => !pinned.has(index)
  const matches = createMatcher(selection.where, conversation)
  return (index) => !pinned.has(index) && (conversation.parts[index] ?? []).some(matches)
}

type Asked = { readonly config: BatchSummary; readonly model: LanguageModel; readonly context: PassContext }

function summariseGap(
  { start, end }: Scope,
  pass: BatchPass,
  { config, model, context }: Asked,
): Promise<Summary> {
  const { conversation, request } = context
  const { info } = model
  const prompt =
    config.customPrompt?.trim() || (selectCondensingPrompt(request.services.prompts, config.apiProfile) ?? '')
  const opening: Message = { role: 'user', content: 'This is a part of a longer conversation.' }
  return summariseMessages({
    conversation,
    messages: [opening, ...conversation.messages.slice(start, end)],
    model: tagRequestsWithPlace(model, ['passes', context.settings.passes.indexOf(pass), 'batchConfig']),
    system: prompt === '' ? readBuiltInPrompt('conversation') : prompt,
    // The extractive model reads calls and results as they are; as text they would be words like others.
    shape: {
      keepImages: info.supportsImages,
      toolsAsText: !info.isExtractive,
      request: summariseRequest,
    },
    maxTokens: Math.min(config.maxTokens, info.maxOutputTokens, Math.floor(info.windowTokens / 4)),
    signal: request.signal,
    onText: (label) =>
      request.services.onProgress({ stage: pass.id, label: `${label}: summarising`, done: 0, total: 1 }),
  })
}

function assemble(
  conversation: Conversation,
  summaries: readonly GapSummary[],
  passId: string,
  label: string,
): { messages: Message[]; provenance: { messages: MessageProvenance[]; dropped: [] } } {
  const messages: Message[] = []
  const provenance: MessageProvenance[] = []
  let at = 0
  const keepUntil = (index: number): void => {
    for (; at < index; at += 1) {
      const message = conversation.messages[at]
      if (message === undefined) continue
      messages.push(message)
      provenance.push({ sources: [at], changes: [] })
    }
  }
  for (const { gap, text } of summaries) {
    keepUntil(gap.start)
    const ts = conversation.messages[gap.end]?.ts
    const sources = Array.from({ length: gap.end - gap.start }, (_, index) => gap.start + index)
    messages.push({
      // A history begins with the user.
      role: gap.start === 0 ? 'user' : 'assistant',
      content: text,
      ...(typeof ts === 'number' ? { ts } : {}),
      isSummary: true,
    })
    provenance.push({
      sources,
      changes: [
        {
          at: { messageIndex: gap.start, blockIndex: 0 },
          kind: 'summary',
          operation: 'summarised',
          passId,
          reason: `${sources.length} messages summarised by ${label}`,
          tokensBefore: sources.reduce((sum, index) => sum + (conversation.messageTokens[index] ?? 0), 0),
          tokensAfter: conversation.counter.count(text),
          lengthAfter: text.length,
        },
      ],
    })
    at = gap.end
  }
  keepUntil(conversation.messages.length)
  return { messages, provenance: { messages: provenance, dropped: [] } }
}
