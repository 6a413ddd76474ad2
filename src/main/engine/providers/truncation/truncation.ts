import type { Part } from '../../../../shared/domain/part.ts'
import { applyEdits, type PlannedEdit } from '../../apply-edits.ts'
import { stopIfCancelled } from '../../cancel-signal.ts'
import { reviseConversation, type Conversation } from '../../conversation.ts'
import {
  cutCall,
  cutWords,
  measureCut,
  suppressContent,
  truncateContent,
  type PartCut,
} from '../../operations/cut-part.ts'
import { passMetrics } from '../../pass-metrics.ts'
import { defineProvider, type CondenseRequest, type ProviderResult } from '../../provider.ts'
import { truncationPresets, truncationSettingsSchema, type TruncationSettings } from './settings.ts'

const passId = 'truncation'

/** Cuts or suppresses old tool content by fixed rules: fast, deterministic, lossy. */
export const truncationProvider = defineProvider<TruncationSettings>({
  id: 'truncation',
  label: 'Truncation',
  description:
    'Old tool results, parameters and environment details are cut or taken out. No model. The default saved 51 % of 16 real tasks at the median, half of them between 3 and 76 %.',
  version: '1.1.0',
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
      const edit = measureCut(cutPart(part, conversation, settings), tokensBefore, conversation)
      return edit === undefined ? [] : [edit]
    })
  })
}

function cutPart(part: Part, conversation: Conversation, settings: TruncationSettings): PartCut | undefined {
  const { toolResults, toolParameters, maxTextChars } = settings
  const words = { maxLines: null, maxChars: maxTextChars, addEllipsis: true }
  switch (part.kind) {
    case 'tool-result':
      return part.isHeader === true ? undefined : cutContent(part, toolResults.mode, toolResults)
    case 'environment':
      return cutContent(part, settings.environment, toolResults)
    case 'tool-call':
      return cutCall(part, conversation, toolParameters)
    case 'user-text':
      return settings.preserveUserMessages ? undefined : cutWords(part, words)
    case 'assistant-text':
      return settings.preserveAssistantText ? undefined : cutWords(part, words)
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
  limits: TruncationSettings['toolResults'],
): PartCut | undefined {
  if (mode === 'keep') return undefined
  return mode === 'suppress' ? suppressContent(part) : truncateContent(part, limits)
}
