import type { Message } from '../../../shared/kernel/message.ts'
import type { Part, PartLocator, Span } from '../../../shared/kernel/part.ts'
import type { PartChange, Provenance } from '../../../shared/kernel/provenance.ts'
import { toTextBlock, toToolResultBlock } from './blocks.ts'
import { applyDelta } from './compute-line-delta.ts'
import { replaceParts } from './replace-parts.ts'

/** True when every change is a reference, so that the result alone gives the source back. */
export function isReversible(provenance: Provenance): boolean {
  return (
    provenance.dropped.length === 0 &&
    provenance.messages.every(
      (message, index) =>
        message.sources.length === 1 &&
        message.sources[0] === index &&
        message.changes.every((change) => change.reference !== undefined),
    )
  )
}

/**
 * Gives the source of a reversible result back: every reference is replaced by the text that it stands for.
 * Throws `RangeError` where the provenance does not fit the messages, as after an edit by hand.
 */
export function expandReferences(messages: readonly Message[], provenance: Provenance): readonly Message[] {
  const readTargetText = (target: PartLocator): string => {
    const changes = provenance.messages[target.messageIndex]?.changes ?? []
    const text = readLocatedText(messages, target)
    const place = target.span === undefined ? undefined : mapSpan(target.span, changes, target)
    return place === undefined ? text : text.slice(place.start, place.end)
  }
  return messages.map((message, messageIndex) => {
    const changes = provenance.messages[messageIndex]?.changes ?? []
    return replaceParts(
      message,
      changes.map((change) => ({
        part: buildResultPart(change, changes),
        text: restoreOriginalText(change, readTargetText),
      })),
    )
  })
}

/** A reference that leads nowhere, in the message of the result that holds it. */
export type BrokenReference = { readonly messageIndex: number; readonly detail: string }

/**
 * References whose target the result does not hold as a text of that length. Messages that a provider took blocks
 * out of are looked for and not into: their blocks no longer stand where the source had them.
 */
export function findBrokenReferences(
  messages: readonly Message[],
  provenance: Provenance,
): readonly BrokenReference[] {
  const resultOf = new Map<number, number>()
  provenance.messages.forEach(({ sources }, index) => {
    for (const source of sources) resultOf.set(source, index)
  })
  return provenance.messages.flatMap(({ changes }, messageIndex) =>
    changes.flatMap(({ reference }) => {
      if (reference === undefined) return []
      const { target } = reference
      const index = resultOf.get(target.messageIndex)
      const detail = findTargetFault(messages, index, target, provenance.messages[index ?? -1]?.changes ?? [])
      return detail === null ? [] : [{ messageIndex, detail }]
    }),
  )
}

function findTargetFault(
  messages: readonly Message[],
  index: number | undefined,
  target: PartLocator,
  changes: readonly PartChange[],
): string | null {
  const missing = `a reference leads to source message #${target.messageIndex}, which the result does not hold`
  if (index === undefined || messages[index] === undefined) return missing
  if (changes.some(({ lengthAfter }) => lengthAfter === 0)) return null
  try {
    const { length } = readLocatedText(messages, { ...target, messageIndex: index })
    const place = target.span === undefined ? null : mapSpan(target.span, changes, target)
    if (place === null || (place.start >= 0 && place.start <= place.end && place.end <= length)) return null
    return `a reference leads to source message #${target.messageIndex}, to a place behind the end of its text`
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return error.message
  }
}

function restoreOriginalText(change: PartChange, textOf: (target: PartLocator) => string): string {
  const { reference } = change
  if (reference === undefined)
    throw new RangeError(`A change in message #${change.at.messageIndex} is not a reference.`)
  const target = textOf(reference.target)
  return reference.delta === undefined ? target : applyDelta(target.split('\n'), reference.delta).join('\n')
}

/** The part as it stands in the result, which is all that `replaceParts` needs of it. */
function buildResultPart(change: PartChange, changes: readonly PartChange[]): Part {
  const { span, ...place } = change.at
  const base = { ...place, kind: change.kind, holder: 'text' as const, text: '' }
  if (span === undefined) return base
  const start = span.start + shiftBefore(span.start, changes, change.at)
  return { ...base, span: { start, end: start + change.lengthAfter } }
}

/** Where a span of the source stands in the result, given that nothing inside it was changed. */
function mapSpan(span: Span, changes: readonly PartChange[], at: PartLocator): Span {
  const shift = shiftBefore(span.start, changes, at)
  return { start: span.start + shift, end: span.end + shift }
}

function shiftBefore(offset: number, changes: readonly PartChange[], at: PartLocator): number {
  let shift = 0
  for (const change of changes) {
    const isSameText = change.at.blockIndex === at.blockIndex && change.at.nestedIndex === at.nestedIndex
    const span = change.at.span
    if (!isSameText || span === undefined || span.start >= offset) continue
    shift += change.lengthAfter - (span.end - span.start)
  }
  return shift
}

function readLocatedText(messages: readonly Message[], at: PartLocator): string {
  const content = messages[at.messageIndex]?.content
  if (typeof content === 'string') return content
  const block = content?.[at.blockIndex]
  const result = block === undefined ? undefined : toToolResultBlock(block)
  if (result !== undefined && typeof result.content === 'string') return result.content
  const holder = result === undefined ? block : (result.content ?? [])[at.nestedIndex ?? 0]
  const text = holder === undefined || typeof holder === 'string' ? undefined : toTextBlock(holder)
  if (text === undefined) {
    throw new RangeError(
      `A reference leads to message #${at.messageIndex}, block ${at.blockIndex}, which has no text.`,
    )
  }
  return text.text
}
