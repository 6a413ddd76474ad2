import type { Part } from '../../../shared/kernel/part.ts'
import { applyEdits, type PlannedEdit } from '../../kernel/apply-edits.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { toTextBlock, listBlocks, isThinking } from '../../kernel/history/blocks.ts'
import { findNewerReads, readKey } from '../../kernel/history/part-queries.ts'
import { splitTurns } from '../../kernel/history/turns.ts'
import type { Stage } from '../../kernel/stages/stage.ts'
import type { Estimator } from '../../kernel/tokens/estimator.ts'
import { countPartTokens } from '../../kernel/tokens/token-counter.ts'
import { chooseOutputs, formatPlaceholder } from './choose-outputs.ts'
import { findOutputs, type ToolOutput } from './find-outputs.ts'
import type { ComposedSettings } from './settings.ts'
import { shortenMiddle } from './shorten.ts'

/** The pass that changes outputs and thinking in their places. */
export const outputsPass = 'outputs'

/** What was changed in place, and how much of the characters it took away. */
export type ChangedOutputs = {
  readonly stage: Stage
  readonly edits: readonly PlannedEdit[]
  readonly share: number
}

/** Old outputs cleared or cut, thinking of older answers taken out; messages keep their places, and one that is emptied goes. */
export function changeOutputs(
  conversation: Conversation,
  settings: ComposedSettings,
  estimator: Estimator,
): ChangedOutputs {
  const chosen = chooseOutputs(conversation, settings.outputs, estimator)
  const edits = [
    ...chosen.flatMap((output) => planOutputEdits(conversation, output, settings)),
    ...planInputClearing(conversation, chosen, settings),
    ...(settings.outputs.duplicateReads ? planDuplicateReads(conversation, chosen) : []),
    ...planOldThinking(conversation, settings.keepThinkingTurns),
  ]
  const stage = withoutEmptied(conversation, applyEdits(conversation, edits, outputsPass))
  const before = conversation.parts.flat().reduce((total, { text }) => total + text.length, 0)
  const gone = edits.reduce((total, { edit }) => total + edit.part.text.length - measureEditedLength(edit), 0)
  return { stage, edits, share: before === 0 ? 0 : gone / before }
}

const measureEditedLength = (edit: PlannedEdit['edit']): number => ('text' in edit ? edit.text.length : 2)

function planOutputEdits(
  conversation: Conversation,
  output: ToolOutput,
  { outputs }: ComposedSettings,
): PlannedEdit[] {
  if (outputs.mode === 'cut') {
    if (output.text.length <= outputs.overChars) return []
    const text = shortenMiddle(output.text, outputs.maxChars, outputs.headShare)
    if (text.length >= output.text.length) return []
    const reason = `tool output cut to ${outputs.maxChars} of ${output.text.length} characters`
    return replaceBody(
      conversation,
      output.body.filter(({ kind }) => kind !== 'image'),
      text,
      'shortened',
      reason,
    )
  }
  const text = formatPlaceholder(outputs, output)
  return replaceBody(conversation, output.body, text, 'dropped', 'old tool output cleared')
}

/** The text stands where the first part stood, and the others go. */
function replaceBody(
  { counter }: Conversation,
  body: readonly Part[],
  text: string,
  operation: 'shortened' | 'dropped',
  reason: string,
): PlannedEdit[] {
  return body.map((part, at) => {
    const own = at === 0 ? text : ''
    return {
      edit: { part, text: own },
      operation,
      reason,
      tokensBefore: countPartTokens(part, counter),
      tokensAfter: counter.count(own),
    }
  })
}

function planInputClearing(
  { parts, counter }: Conversation,
  chosen: readonly ToolOutput[],
  { outputs: { mode, clearInputsOf } }: ComposedSettings,
): PlannedEdit[] {
  if (mode !== 'clear' || clearInputsOf.length === 0) return []
  const isNamed = (name = ''): boolean => clearInputsOf.includes('*') || clearInputsOf.includes(name)
  const ids = new Set(chosen.filter(({ toolName }) => isNamed(toolName)).map(({ callId }) => callId))
  const calls = parts.flat().filter(({ kind, holder }) => kind === 'tool-call' && holder === 'input')
  return calls
    .filter(({ toolCallId, text, toolName }) => ids.has(toolCallId) && text !== `${toolName} {}`)
    .map((part) => ({
      edit: { part, input: {} },
      operation: 'dropped',
      reason: 'input of an old tool call cleared',
      tokensBefore: countPartTokens(part, counter),
      tokensAfter: counter.count(`${part.toolName} {}`),
    }))
}

/** Reads of files that were read again later, whatever stands there now. */
function planDuplicateReads(conversation: Conversation, chosen: readonly ToolOutput[]): PlannedEdit[] {
  const taken = new Set(chosen.flatMap(({ body }) => body))
  const repeated = findRepeatedReads(conversation)
  return findOutputs(conversation).flatMap((output) => {
    const again = output.body.filter((part) => repeated.has(part) && !taken.has(part))
    return again.flatMap((part) =>
      replaceBody(
        conversation,
        [part],
        `[${part.path ?? 'This file'} was read again later; see there.]`,
        'dropped',
        'the file was read again later',
      ),
    )
  })
}

/** Reads whose file was read again: with other content, or with the very same. */
function findRepeatedReads({ parts }: Conversation): ReadonlySet<Part> {
  const repeated = new Set<Part>(findNewerReads(parts).keys())
  const latest = new Map<string, string>()
  for (const part of parts.flat().toReversed()) {
    const key = readKey(part)
    if (key === undefined) continue
    if (latest.get(key) === part.text) repeated.add(part)
    else if (!latest.has(key)) latest.set(key, part.text)
  }
  return repeated
}

/** Thinking of all but the newest answers that have some. */
function planOldThinking({ messages, parts, counter }: Conversation, keepTurns: number): PlannedEdit[] {
  if (keepTurns < 0) return []
  const findThinking = (index: number): Part[] => {
    const message = messages[index]
    const blocks = message === undefined ? [] : listBlocks(message)
    return (parts[index] ?? []).filter(({ kind, blockIndex }) => {
      const block = blocks[blockIndex]
      return kind === 'reasoning' || (block !== undefined && isThinking(block))
    })
  }
  const answers = splitTurns(messages)
    .filter(({ from }) => messages[from]?.role === 'assistant')
    .map(({ from, to }) => Array.from({ length: to - from }, (_, at) => findThinking(from + at)).flat())
    .filter((thinking) => thinking.length > 0)
  return answers.slice(0, Math.max(0, answers.length - keepTurns)).flatMap((thinking) =>
    thinking.map((part) => ({
      edit: { part, text: '' },
      operation: 'dropped',
      reason: 'thinking of an older answer taken out',
      tokensBefore: countPartTokens(part, counter),
      tokensAfter: 0,
    })),
  )
}

/** A message of which nothing is left goes with it: model APIs refuse one without content. */
function withoutEmptied({ messages: source }: Conversation, { messages, provenance }: Stage): Stage {
  const isEmptied = (index: number): boolean => {
    const message = messages[index]
    if (message === undefined || message === source[index]) return false
    if (typeof message.content === 'string') return message.content.trim() === ''
    return message.content.every((block) => toTextBlock(block)?.text.trim() === '')
  }
  const kept = messages.flatMap((_, index) => (isEmptied(index) ? [] : [index]))
  if (kept.length === messages.length) return { messages, provenance }
  const gone = messages.flatMap((_, index) => (isEmptied(index) ? [index] : []))
  return {
    messages: kept.flatMap((index) => messages[index] ?? []),
    provenance: {
      messages: kept.flatMap((index) => provenance.messages[index] ?? []),
      dropped: gone.map((sourceIndex) => ({
        sourceIndex,
        operation: 'dropped',
        passId: outputsPass,
        reason: 'nothing but thinking stood in it',
      })),
    },
  }
}
