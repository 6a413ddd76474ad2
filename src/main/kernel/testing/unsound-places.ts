import type { Outcome } from '../../methods/run-method.ts'
import { pickPartLocator } from '../apply-edits.ts'
import type { Conversation } from '../conversation.ts'
import { findBrokenReferences } from '../history/expand-references.ts'
import { checkResult } from '../history/invariants/check-result.ts'
import { splitParts } from '../history/split-parts.ts'
import { listSourceRegions } from '../stages/build-part-regions.ts'
import type { Stage } from '../stages/stage.ts'

/** What is wrong with a result and its record: rules, references, places that are not in the source, lost bytes. */
export function unsoundPlaces(
  source: Conversation,
  { messages, provenance }: Stage,
  kept = { first: 0, last: 0 },
): string[] {
  const context = { source: source.messages, provenance, keptFirst: kept.first, keptLast: kept.last }
  const { broken } = checkResult(messages, context)
  const places = provenance.messages.flatMap(({ sources, changes }, index) => {
    const [only] = sources
    if (only === undefined || sources.length > 1) return []
    const locators = new Set((source.parts[only] ?? []).map((part) => JSON.stringify(pickPartLocator(part))))
    const strange = changes.filter(({ at }) => !locators.has(JSON.stringify(at)))
    return [
      ...strange.map(({ at }) => `message #${index}: ${JSON.stringify(at)} is no part of the source`),
      ...changedBytes(source, { messages, provenance }, index),
    ]
  })
  return [
    ...broken.map(({ rule, messageIndex }) => `message #${messageIndex} breaks ${rule}`),
    ...findBrokenReferences(messages, provenance).map((reference) => JSON.stringify(reference)),
    ...places,
  ]
}

/** Parts without a change that are not what they were in the source. */
function changedBytes(source: Conversation, { messages, provenance }: Stage, index: number): string[] {
  const own = provenance.messages[index]
  const message = messages[index]
  if (own === undefined || message === undefined) return [`message #${index} has no record`]
  const now = splitParts(message, index)
  return listSourceRegions(source, own).flatMap(({ part, change, place }) => {
    if (change !== null || place === null || part.kind === 'image') return []
    const text = now
      .filter(
        ({ blockIndex, nestedIndex }) => blockIndex === place.blockIndex && nestedIndex === place.nestedIndex,
      )
      .map((found) => found.text)
      .join('')
    const stands = place.span === undefined ? text : text.slice(place.span.start, place.span.end)
    return stands === part.text ? [] : [`message #${index}: ${part.kind} is not what it was`]
  })
}

/** The same of what a run ended with; nothing is wrong with a run that made nothing. */
export function unsoundOutcome(source: Conversation, { condensed }: Outcome): string[] {
  if (condensed === null) return []
  const { conversation, provenance } = condensed
  return unsoundPlaces(source, { messages: conversation.messages, provenance })
}
