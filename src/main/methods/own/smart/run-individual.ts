import type { Part } from '../../../../shared/kernel/part.ts'
import { idleReason } from '../../../../shared/kernel/words/engine.ts'
import type {
  ContentOperation,
  ContentOperations,
  IndividualPass,
} from '../../../../shared/methods/smart-pass-types.ts'
import { applyEdits, type PlannedEdit } from '../../../kernel/apply-edits.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import type { CutLimits } from '../../../kernel/history/cut-text.ts'
import {
  cutCall,
  cutWords,
  measureCut,
  suppressContent,
  truncateContent,
  type PartCut,
} from '../../../kernel/operations/cut-part.ts'
import { isPinned } from '../../../kernel/pins/pin.ts'
import type { PassContext, PassRun } from './pass-run.ts'
import { createMatcher, countKeptTail, computeScopeBetween } from './selection.ts'
import { summariseParts, type PartToSummarise } from './summarise-parts.ts'

/** Strings in parameters up to this many characters stay when parameters are suppressed: paths, names, flags. */
const shortParameterChars = 100

/** Treats each part by itself, as the operation of its kind of content says. Messages keep number and order. */
export async function runIndividual(pass: IndividualPass, context: PassContext): Promise<PassRun> {
  const { conversation } = context
  const planned = planParts(pass, context)
  const cuts = planned.flatMap(({ part, tokens, operation }) => {
    const edit = measureCut(cutPart(part, operation, conversation), tokens, conversation)
    return edit === undefined ? [] : [edit]
  })
  const toSummarise = planned.flatMap(({ part, tokens, operation, place }): PartToSummarise[] =>
    operation.operation === 'summarize' && tokens > operation.params.summarize.minTokens
      ? [{ part, tokens, ...operation.params.summarize, place }]
      : [],
  )
  const summaries = await summariseParts(toSummarise, pass.id, context)
  const edits: PlannedEdit[] = [...cuts, ...summaries.edits]
  if (edits.length === 0) {
    const [failure] = summaries.failures
    return failure === undefined
      ? { kind: 'idle', reason: idleReason('nothing-selected').message }
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

/** An operation, and where the settings say so. */
type PlacedOperation = {
  readonly operation: ContentOperation
  readonly place: readonly (string | number)[]
}
type PlannedPart = PlacedOperation & { readonly part: Part; readonly tokens: number }

function planParts(pass: IndividualPass, context: PassContext): PlannedPart[] {
  const { conversation, sourceIndices, pins, settings } = context
  const { parts, partTokens, messages } = conversation
  const { selection } = pass
  const { start, end } = computeScopeBetween(
    messages.length,
    settings.keepFirst,
    countKeptTail(selection, messages.length),
  )
  const matches = selection.type === 'custom' ? createMatcher(selection.where, conversation) : () => true
  const operationsAt = createOperationLookup(pass, settings.passes.indexOf(pass))
  return parts.slice(start, end).flatMap((partsOfMessage, at) => {
    const messageIndex = start + at
    const operationFor = operationsAt(sourceIndices[messageIndex] ?? null)
    return partsOfMessage.flatMap((part, index): PlannedPart[] => {
      const found = listContentKinds(part).flatMap((content) => operationFor(content) ?? [])[0]
      if (found === undefined || found.operation.operation === 'keep') return []
      if (!matches(part, index) || isPinned(part, pins)) return []
      return [{ part, tokens: partTokens[messageIndex]?.[index] ?? 0, ...found }]
    })
  })
}

type Content = keyof ContentOperations

/** What a pass does to the contents of a message of the source: as the exception for it says, else as for all. */
function createOperationLookup(
  { individualConfig: { defaults, overrides = [] } }: IndividualPass,
  passIndex: number,
): (sourceIndex: number | null) => (content: Content) => PlacedOperation | undefined {
  const config = ['passes', passIndex, 'individualConfig']
  const exceptions = new Map(overrides.map((override, index) => [override.messageIndex, { override, index }]))
  return (sourceIndex) => {
    const own = sourceIndex === null ? undefined : exceptions.get(sourceIndex)
    return (content) => {
      const exception = own?.override.operations[content]
      if (own !== undefined && exception !== undefined)
        return { operation: exception, place: [...config, 'overrides', own.index, 'operations', content] }
      const operation = defaults[content]
      return operation === undefined ? undefined : { operation, place: [...config, 'defaults', content] }
    }
  }
}

/** The kind of content that a part is, and the one that it is treated as where nothing is said of that; none stays. */
function listContentKinds(part: Part): readonly Content[] {
  switch (part.kind) {
    case 'user-text':
    case 'assistant-text':
      return ['messageText']
    case 'tool-call':
      return ['toolParameters']
    case 'tool-result':
      return part.isHeader === true || part.holder !== 'text' ? [] : ['toolResults']
    case 'environment':
      return ['environment', 'toolResults']
    case 'reasoning':
    case 'hidden-reasoning':
    case 'image':
    case 'summary':
    case 'opaque':
      return []
  }
}

function cutPart(part: Part, operation: ContentOperation, conversation: Conversation): PartCut | undefined {
  const isCall = part.kind === 'tool-call'
  switch (operation.operation) {
    case 'suppress': {
      const limits = { mode: 'suppress', maxChars: shortParameterChars, addEllipsis: false } as const
      return isCall ? cutCall(part, conversation, limits) : suppressContent(part)
    }
    case 'truncate': {
      const limits = buildCutLimits(operation.params.truncate)
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

function buildCutLimits(params: TruncateParams): CutLimits {
  const maxLines = 'maxLines' in params ? params.maxLines : undefined
  return { maxLines: maxLines ?? null, maxChars: params.maxChars ?? null, addEllipsis: params.addEllipsis }
}
