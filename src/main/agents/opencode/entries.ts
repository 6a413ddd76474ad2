import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { Entry } from '../session/entry-order.ts'
import { buildAnswerBlocks, buildResultBlock, buildPromptBlocks } from './blocks.ts'
import type { StoredMessage, StoredPart } from './stored.ts'

/** How messages look to a request. */
export type View = Readonly<{
  /** Provider and model that it goes to. */
  model: string
  /** Parts whose results were cleared by then. */
  cleared: ReadonlySet<StoredPart>
}>

/** One model call of an answer: what came back, and the results of its calls. */
export type Step = Readonly<{ answer: Entry | null; results: Entry | null }>

export type Entries = {
  /** The entries of a message, in the order in which they are sent. */
  readonly of: (message: StoredMessage, view: View) => readonly Entry[]
  /** Those of an answer, for each model call in it. */
  readonly steps: (message: StoredMessage, view: View) => readonly Step[]
}

/** Turns stored messages into those of the history; the same version of a message is the same entry. */
export function createEntries(): Entries {
  const known = new Map<string, Entry | null>()
  const numbers = new Map<StoredMessage, number>()
  const findOrBuildEntry = (key: string, make: () => Message | null, isCopy: boolean): Entry | null => {
    const found = known.get(key)
    if (found !== undefined) return found
    const message = make()
    const entry = message === null ? null : isCopy ? { message, isCopy } : { message }
    known.set(key, entry)
    return entry
  }
  const numberMessage = (message: StoredMessage): number => {
    const number = numbers.get(message) ?? numbers.size
    numbers.set(message, number)
    return number
  }
  const buildSteps = (message: StoredMessage, view: View): readonly Step[] => {
    const { role, modelId, parts } = message
    if (role === 'user') return []
    const number = numberMessage(message)
    const isOther = modelId !== null && view.model !== buildModelKey(message)
    return splitSteps(parts).map((own, step): Step => {
      const isForeign = isOther && own.some(({ type }) => type === 'reasoning')
      const calls = own.filter(({ type }) => type === 'tool')
      const cleared = calls.filter((part) => view.cleared.has(part))
      const key = `${number} ${step}`
      return {
        answer: findOrBuildEntry(
          `${key} ${isForeign}`,
          () => buildAnswerMessage(message, own, isForeign),
          isForeign,
        ),
        results: findOrBuildEntry(
          `${key} results ${calls.flatMap((part, place) => (view.cleared.has(part) ? place : [])).join()}`,
          () => buildResultsMessage(message, calls, view.cleared),
          cleared.length > 0,
        ),
      }
    })
  }
  return {
    steps: buildSteps,
    of: (message, view) => {
      if (message.role === 'assistant')
        return buildSteps(message, view).flatMap(({ answer, results }) =>
          [answer ?? [], results ?? []].flat(),
        )
      const entry = findOrBuildEntry(`${numberMessage(message)}`, () => buildPromptMessage(message), false)
      return entry === null ? [] : [entry]
    },
  }
}

/** Provider and model of an answer. */
export function buildModelKey({ providerId, modelId }: StoredMessage): string {
  return `${providerId ?? ''}/${modelId ?? ''}`
}

/** Parts of an answer by the model call that they came from: early versions keep all calls of a turn in one message. */
export function splitSteps(parts: readonly StoredPart[]): readonly (readonly StoredPart[])[] {
  const steps: StoredPart[][] = []
  for (const part of parts) {
    const last = steps.at(-1)
    if (last === undefined || (part.type === 'step-start' && last.some(({ type }) => type === 'step-start')))
      steps.push([part])
    else last.push(part)
  }
  return steps
}

function buildMarks({ created, id, role, providerId, modelId }: StoredMessage) {
  const model = role === 'assistant' && providerId !== null ? { model: { providerId, modelId } } : {}
  return { ...(created === null ? {} : { ts: created }), origin: { id, ...model } }
}

function buildPromptMessage(message: StoredMessage): Message | null {
  const shown = message.parts.map((part) => ({ part, blocks: buildPromptBlocks(part) }))
  const content = shown.flatMap(({ blocks }) => blocks)
  if (content.length === 0) return null
  const isTyped = shown.some(
    ({ part: { type, value }, blocks }) =>
      blocks.length > 0 && (type === 'file' || (type === 'text' && value['synthetic'] !== true)),
  )
  return { role: 'user', content, ...buildMarks(message), ...(isTyped ? {} : { isBoilerplate: true }) }
}

function buildAnswerMessage(
  message: StoredMessage,
  parts: readonly StoredPart[],
  isForeign: boolean,
): Message | null {
  const content = parts.flatMap((part) => buildAnswerBlocks(part, isForeign))
  if (content.length === 0) return null
  const { isSummary, id } = message
  return {
    role: 'assistant',
    content,
    ...buildMarks(message),
    ...(isSummary ? { isSummary: true, condenseId: id } : {}),
  }
}

function buildResultsMessage(
  message: StoredMessage,
  calls: readonly StoredPart[],
  cleared: ReadonlySet<StoredPart>,
): Message | null {
  const content = calls.map((part): ContentBlock => buildResultBlock(part, cleared.has(part)))
  return content.length === 0 ? null : { role: 'user', content, ...buildMarks(message) }
}
