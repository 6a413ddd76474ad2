import { isSameJson } from '../../../../shared/kernel/json-values.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { Provenance } from '../../../../shared/kernel/provenance.ts'
import type { InvariantRule, Violation } from '../../../../shared/kernel/violation.ts'
import { resultFault } from '../../../../shared/library/history-faults-words.ts'
import { isFreshStart } from '../build-effective-history.ts'
import { checkHistory, checkWithImages, toViolation, lookUpTraits, type Fault } from './check-history.ts'

/** What a history is checked against when it is the result of a provider. */
type ResultContext = {
  readonly source: readonly Message[]
  readonly provenance: Provenance
  /** Messages at the start and at the end that the settings promise to keep. */
  readonly keptFirst: number
  readonly keptLast: number
}

type ResultRule = (messages: readonly Message[], context: ResultContext) => Fault[]

/** Rules about what a provider made of a source. */
const rules: readonly (readonly [InvariantRule, ResultRule])[] = [
  ['order-kept', findOutOfOrder],
  ['first-kept', findChangedFirst],
  ['last-kept', findChangedLast],
  ['no-message-twice', findRepeatedMessages],
  ['images-kept', findLostImages],
]

export type ResultCheck = {
  /** Broken by the provider: a bug of ours. */
  readonly broken: readonly Violation[]
  /** Broken in the source already and carried over. */
  readonly inherited: readonly Violation[]
}

/** Checks a result against its source. What the source already broke is kept apart from what is new. */
export function checkResult(messages: readonly Message[], context: ResultContext): ResultCheck {
  const inSource = new Set(
    checkHistory(context.source).map((violation) => formatViolationKey(violation, violation.messageIndex)),
  )
  const violations = checkHistory(messages)
  const isInherited = (violation: Violation): boolean => {
    if (violation.code === 'no-user-first' && context.source[0]?.role !== 'user') return true
    const sources = context.provenance.messages[violation.messageIndex]?.sources ?? []
    return sources.some((index) => inSource.has(formatViolationKey(violation, index)))
  }
  return {
    broken: [
      ...rules.flatMap(([rule, find]) => find(messages, context).map((fault) => toViolation(rule, fault))),
      ...violations.filter((violation) => !isInherited(violation)),
    ],
    inherited: violations.filter(isInherited),
  }
}

function formatViolationKey(violation: Violation, sourceIndex: number): string {
  // Which block is empty changes where one before it was taken out.
  const what = violation.code === 'empty-text' ? violation.code : violation.detail
  return `${violation.rule} ${sourceIndex} ${what}`
}

/**
 * Messages of the result stand in the order of the source messages that they came from. A summary may span messages
 * that were kept for themselves: it stands where the first of its own stood. One that the history starts at afresh
 * stands before all of them.
 */
function findOutOfOrder(messages: readonly Message[], { provenance, source }: ResultContext): Fault[] {
  const entries = provenance.messages.length
  if (entries !== messages.length) {
    const note = resultFault('entries-missing', { messages: messages.length, entries })
    return [{ messageIndex: -1, note }]
  }
  const faults: Fault[] = []
  let last = -1
  provenance.messages.forEach(({ sources }, messageIndex) => {
    const first = sources[0] ?? last
    const isAscending = sources.every(
      (index, at) => index < source.length && (at === 0 || index > (sources[at - 1] ?? 0)),
    )
    const before = last
    const message = messages[messageIndex]
    last = message !== undefined && isFreshStart(message) ? last : Math.max(last, first)
    if (isAscending && first >= before) return
    faults.push({ messageIndex, note: resultFault('out-of-order', { source: first, after: before }) })
  })
  return faults
}

/** The first messages that the settings promise to keep are the first of the result, byte for byte. */
function findChangedFirst(messages: readonly Message[], { source, keptFirst }: ResultContext): Fault[] {
  return source
    .slice(0, keptFirst)
    .flatMap((expected, index) =>
      isKept(expected, messages[index])
        ? []
        : [{ messageIndex: index, note: resultFault('promise-broken', { source: index }) }],
    )
}

/** The last messages that the settings promise to keep are the last of the result, byte for byte. */
function findChangedLast(messages: readonly Message[], { source, keptLast }: ResultContext): Fault[] {
  const count = Math.min(keptLast, source.length)
  return Array.from({ length: count }, (_, at) => at + 1).flatMap((back) => {
    const messageIndex = messages.length - back
    const index = source.length - back
    if (isKept(source[index], messages[messageIndex])) return []
    return [{ messageIndex, note: resultFault('promise-broken', { source: index }) }]
  })
}

function isKept(expected: Message | undefined, actual: Message | undefined): boolean {
  return expected === actual || isSameJson(expected, actual)
}

/** No source message stands in the result twice: neither by its record nor as the same object. */
function findRepeatedMessages(messages: readonly Message[], { provenance, source }: ResultContext): Fault[] {
  if (isEachOnce(messages, provenance)) return []
  const left = new Map<object, number>()
  for (const message of source) left.set(message, (left.get(message) ?? 0) + 1)
  const used = new Set<number>()
  return messages.flatMap((message, messageIndex) => {
    const sources = provenance.messages[messageIndex]?.sources ?? []
    const repeated = sources.find((index) => used.has(index))
    for (const index of sources) used.add(index)
    const copies = left.get(message)
    if (copies !== undefined) left.set(message, copies - 1)
    if (repeated === undefined && copies !== 0) return []
    return [{ messageIndex, note: resultFault('message-repeated', { source: repeated ?? null }) }]
  })
}

/** Whether no object and no source stands in the result twice, as in every result that is sound. */
function isEachOnce(messages: readonly Message[], { messages: records }: Provenance): boolean {
  let last = -1
  return (
    new Set(messages).size === messages.length &&
    records.every(({ sources }) =>
      sources.every((index) => {
        const isNext = index > last
        last = index
        return isNext
      }),
    )
  )
}

/** Every image of the source is in the result, or the provenance names it as changed or its message as dropped. */
function findLostImages(messages: readonly Message[], { source, provenance }: ResultContext): Fault[] {
  if (!checkWithImages(source).hasImages) return []
  const named = new Set(provenance.dropped.map((dropped) => dropped.sourceIndex))
  const resultOf = new Map<number, number>()
  provenance.messages.forEach(({ sources, changes }, index) => {
    for (const from of sources) resultOf.set(from, index)
    const isRewritten = sources.length > 1 || changes.some(({ operation }) => operation === 'summarised')
    for (const change of changes) if (change.kind === 'image') named.add(change.at.messageIndex)
    if (isRewritten) for (const from of sources) named.add(from)
  })
  return source.flatMap((message, index) => {
    const before = countImages(message)
    if (before === 0 || named.has(index)) return []
    const at = resultOf.get(index)
    const after = at === undefined ? 0 : countImages(messages[at])
    if (after >= before) return []
    const note = resultFault('images-gone', { source: index, images: before - after })
    return [{ messageIndex: at ?? -1, note }]
  })
}

function countImages(message: Message | undefined): number {
  return message === undefined ? 0 : lookUpTraits(message).images
}
