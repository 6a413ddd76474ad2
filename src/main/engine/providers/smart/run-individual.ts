import type { Part } from '../../../../shared/domain/part.ts'
import { applyEdits, type PlannedEdit } from '../../apply-edits.ts'
import type { Conversation } from '../../conversation.ts'
import type { CutLimits } from '../../history/cut-text.ts'
import {
  cutCall,
  cutWords,
  measureCut,
  suppressContent,
  truncateContent,
  type PartCut,
} from '../../operations/cut-part.ts'
import { isPinned } from '../../pins/pin.ts'
import { createMatcher } from './matches.ts'
import type {
  ContentOperation,
  ContentOperations,
  IndividualPass,
} from '../../../../shared/domain/smart-pass.ts'
import type { PassContext, PassRun } from './pass-run.ts'
import { keptTail, scopeBetween } from './select-messages.ts'
import { summariseParts, type PartToSummarise } from './summarise-parts.ts'

/** Strings in parameters up to this many characters stay when parameters are suppressed: paths, names, flags. */
const shortParameterChars = 100

/** Treats each part by itself, as the operation of its kind of content says. Messages keep number and order. */
export async function runIndividual(pass: IndividualPass, context: PassContext): Promise<PassRun> {
  const { conversation } = context
  const planned = planParts(pass, context)
  const cuts = planned.flatMap(({ part, tokens, operation }) => {
    const edit = measureCut(cutOf(part, operation, conversation), tokens, conversation)
    return edit === undefined ? [] : [edit]
  })
  const toSummarise = planned.flatMap(({ part, tokens, operation }): PartToSummarise[] =>
    operation.operation === 'summarize' && tokens > operation.params.summarize.minTokens
      ? [{ part, tokens, ...operation.params.summarize }]
      : [],
  )
  const summaries = await summariseParts(toSummarise, pass.id, context)
  const edits: PlannedEdit[] = [...cuts, ...summaries.edits]
  if (edits.length === 0) {
    const [failure] = summaries.failures
    return failure === undefined
      ? { kind: 'idle', reason: 'Nothing that it selects would get shorter.' }
      : { kind: 'failed', ...failure }
  }
  const operations: Record<string, number> = {}
  for (const { operation } of edits) operations[operation] = (operations[operation] ?? 0) + 1
  return {
    kind: 'changed',
    stage: applyEdits(conversation, edits, pass.id),
    operations,
    warnings: summaries.warnings,
  }
}

type PlannedPart = { readonly part: Part; readonly tokens: number; readonly operation: ContentOperation }

function planParts(pass: IndividualPass, context: PassContext): PlannedPart[] {
  const { conversation, sourceIndices, pins, settings } = context
  const { parts, partTokens, messages } = conversation
  const { selection, individualConfig } = pass
  const { start, end } = scopeBetween(
    messages.length,
    settings.keepFirst,
    keptTail(selection, messages.length),
  )
  const matches = selection.type === 'custom' ? createMatcher(selection.where, conversation) : () => true
  const overrides = new Map(
    individualConfig.overrides?.map(({ messageIndex, operations }) => [messageIndex, operations]),
  )
  return parts.slice(start, end).flatMap((partsOfMessage, at) => {
    const messageIndex = start + at
    const own = overrides.get(sourceIndices[messageIndex] ?? -1)
    const { defaults } = individualConfig
    const operations: ContentOperations = {
      messageText: own?.messageText ?? defaults.messageText,
      toolParameters: own?.toolParameters ?? defaults.toolParameters,
      toolResults: own?.toolResults ?? defaults.toolResults,
      environment: own?.environment ?? defaults.environment,
    }
    return partsOfMessage.flatMap((part, index): PlannedPart[] => {
      const operation = operationFor(part, operations)
      if (operation.operation === 'keep' || !matches(part, index) || isPinned(part, pins)) return []
      return [{ part, tokens: partTokens[messageIndex]?.[index] ?? 0, operation }]
    })
  })
}

const untouched: ContentOperation = { operation: 'keep' }

function operationFor(part: Part, operations: ContentOperations): ContentOperation {
  switch (part.kind) {
    case 'user-text':
    case 'assistant-text':
      return operations.messageText
    case 'tool-call':
      return operations.toolParameters
    case 'tool-result':
      return part.isHeader === true || part.holder !== 'text' ? untouched : operations.toolResults
    case 'environment':
      return operations.environment ?? operations.toolResults
    case 'reasoning':
    case 'image':
    case 'summary':
    case 'opaque':
      return untouched
  }
}

function cutOf(part: Part, operation: ContentOperation, conversation: Conversation): PartCut | undefined {
  const isCall = part.kind === 'tool-call'
  switch (operation.operation) {
    case 'suppress': {
      const limits = { mode: 'suppress', maxChars: shortParameterChars, addEllipsis: false } as const
      return isCall ? cutCall(part, conversation, limits) : suppressContent(part)
    }
    case 'truncate': {
      const limits = limitsOf(operation.params.truncate)
      const { maxChars, addEllipsis } = limits
      if (isCall)
        return cutCall(part, conversation, { mode: 'truncate', maxChars: maxChars ?? 0, addEllipsis })
      const isWords = part.kind === 'user-text' || part.kind === 'assistant-text'
      return isWords ? cutWords(part, limits) : truncateContent(part, limits)
    }
    case 'keep':
    case 'summarize':
      return undefined
  }
}

type TruncateParams = Extract<ContentOperation, { operation: 'truncate' }>['params']['truncate']

function limitsOf(params: TruncateParams): CutLimits {
  const maxLines = 'maxLines' in params ? params.maxLines : undefined
  return { maxLines: maxLines ?? null, maxChars: params.maxChars ?? null, addEllipsis: params.addEllipsis }
}
