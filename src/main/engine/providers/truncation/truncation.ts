import type { Part } from '../../../../shared/domain/part.ts'
import { applyEdits, editedText, type PlannedEdit } from '../../apply-edits.ts'
import { stopIfCancelled } from '../../cancel-signal.ts'
import { reviseConversation, type Conversation } from '../../conversation.ts'
import { cutText } from '../../history/cut-text.ts'
import { inputOf } from '../../history/blocks.ts'
import type { PartEdit } from '../../history/replace-parts.ts'
import { passMetrics } from '../../pass-metrics.ts'
import { defineProvider, type CondenseRequest, type ProviderResult } from '../../provider.ts'
import { cutInput, cutXmlCall } from './cut-parameters.ts'
import { truncationPresets, truncationSettingsSchema, type TruncationSettings } from './settings.ts'

const passId = 'truncation'

/** Cuts or suppresses old tool content by fixed rules: fast, deterministic, lossy. */
export const truncationProvider = defineProvider<TruncationSettings>({
  id: 'truncation',
  label: 'Truncation',
  description: 'Old tool results and parameters are cut by lines and characters, or taken out. No model.',
  version: '1.0.0',
  capabilities: {
    lossless: false,
    lossy: true,
    usesModel: false,
    parallel: false,
    multiPass: false,
    fallback: false,
    speed: 'fast',
  },
  settings: truncationSettingsSchema,
  presets: truncationPresets,
  keptEnds: (settings) => ({ first: settings.keepFirst, last: settings.preserveRecentCount }),
  estimate: (conversation, settings) => {
    const saved = planEdits(conversation, settings).reduce(
      (sum, edit) => sum + edit.tokensBefore - edit.tokensAfter,
      0,
    )
    return { finalTokens: conversation.totalTokens - saved, confidence: 0.99, costUsd: 0, durationMs: 0 }
  },
  condense: (request, settings) => Promise.resolve(condense(request, settings)),
})

function condense(
  { conversation, services, signal }: CondenseRequest,
  settings: TruncationSettings,
): ProviderResult {
  const started = services.now()
  services.onProgress({ stage: passId, label: 'Cutting old tool content', done: 0, total: 1 })
  stopIfCancelled(signal)
  const edits = planEdits(conversation, settings)
  if (edits.length === 0) {
    const reason = `No part outside the first ${settings.keepFirst} and the last ${settings.preserveRecentCount} messages is above ${settings.minTokens} tokens and would get shorter.`
    return { kind: 'unchanged', reason }
  }
  const { messages, provenance } = applyEdits(conversation, edits, passId)
  const after = reviseConversation(conversation, messages).totalTokens
  return {
    kind: 'condensed',
    messages,
    provenance,
    passes: [
      passMetrics(
        passId,
        'Mechanical truncation',
        conversation.totalTokens,
        after,
        edits,
        services.now() - started,
      ),
    ],
    fidelity: null,
    warnings: [],
  }
}

function planEdits(conversation: Conversation, settings: TruncationSettings): PlannedEdit[] {
  const end = conversation.messages.length - settings.preserveRecentCount
  return conversation.parts.slice(0, Math.max(0, end)).flatMap((parts, messageIndex) => {
    if (messageIndex < settings.keepFirst) return []
    return parts.flatMap((part, partIndex): PlannedEdit[] => {
      const tokensBefore = conversation.partTokens[messageIndex]?.[partIndex] ?? 0
      if (tokensBefore <= settings.minTokens) return []
      const cut = cutPart(part, conversation, settings)
      if (cut === undefined) return []
      const tokensAfter = conversation.counter.count(editedText(cut.edit))
      return tokensAfter < tokensBefore ? [{ ...cut, tokensBefore, tokensAfter }] : []
    })
  })
}

type Cut = Pick<PlannedEdit, 'edit' | 'operation' | 'reason'>

function cutPart(part: Part, conversation: Conversation, settings: TruncationSettings): Cut | undefined {
  switch (part.kind) {
    case 'tool-result':
      return part.isHeader === true ? undefined : cutContent(part, settings.toolResults.mode, settings)
    case 'environment':
      return cutContent(part, settings.environment, settings)
    case 'tool-call':
      return cutCall(part, conversation, settings)
    case 'user-text':
      return settings.preserveUserMessages ? undefined : cutWords(part, settings)
    case 'assistant-text':
      return settings.preserveAssistantText ? undefined : cutWords(part, settings)
    case 'reasoning':
    case 'image':
    case 'summary':
    case 'opaque':
      return undefined
  }
}

function cutContent(
  part: Part,
  mode: 'keep' | 'truncate' | 'suppress',
  { toolResults }: TruncationSettings,
): Cut | undefined {
  const isEnvironment = part.kind === 'environment'
  const what = isEnvironment ? 'Environment details' : 'Tool result'
  if (mode === 'keep') return undefined
  if (mode === 'suppress') {
    const text = isEnvironment
      ? '<environment_details>suppressed</environment_details>'
      : '[Tool result suppressed]'
    return { edit: { part, text }, operation: 'dropped', reason: `${what} suppressed` }
  }
  const tail = closingTags.exec(part.text)?.[0] ?? ''
  const body = part.text.slice(0, part.text.length - tail.length)
  const text = cutText(body, toolResults) + tail
  const limits = toolResults.maxChars === null ? '' : `, ${toolResults.maxChars} characters`
  const reason = `${what} cut to ${toolResults.maxLines} ${toolResults.maxLines === 1 ? 'line' : 'lines'}${limits}`
  return text === part.text ? undefined : { edit: { part, text }, operation: 'shortened', reason }
}

/** Tags that agents put around content: what is cut inside them is still closed. */
const closingTags = /(?:\n?<\/(?:content|file|environment_details)>)+\s*$/

function cutCall(
  part: Part,
  conversation: Conversation,
  { toolParameters }: TruncationSettings,
): Cut | undefined {
  const { mode, maxChars } = toolParameters
  if (mode === 'keep') return undefined
  const edit = cutCallEdit(part, conversation, toolParameters)
  if (edit === undefined || editedText(edit) === part.text) return undefined
  return mode === 'suppress'
    ? { edit, operation: 'dropped', reason: `Parameters over ${maxChars} characters suppressed` }
    : { edit, operation: 'shortened', reason: `Parameters cut to ${maxChars} characters each` }
}

function cutCallEdit(
  part: Part,
  conversation: Conversation,
  settings: TruncationSettings['toolParameters'],
): PartEdit | undefined {
  if (part.holder === 'text') return { part, text: cutXmlCall(part.text, settings) }
  const input = inputOf(conversation.messages[part.messageIndex], part.blockIndex)
  return input === undefined ? undefined : { part, input: cutInput(input, settings) }
}

function cutWords(part: Part, { maxTextChars }: TruncationSettings): Cut | undefined {
  const text = cutText(part.text, { maxLines: null, maxChars: maxTextChars, addEllipsis: true })
  return text === part.text
    ? undefined
    : { edit: { part, text }, operation: 'shortened', reason: `Text cut to ${maxTextChars} characters` }
}
