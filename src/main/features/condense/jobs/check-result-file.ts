import type { HiddenMessage } from '../../../../shared/condense/result-file-types.ts'
import { append } from '../../../../shared/kernel/append.ts'
import { isSameJson } from '../../../../shared/kernel/json-values.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { HistoryTag, Provenance } from '../../../../shared/kernel/provenance.ts'
import type { Violation } from '../../../../shared/kernel/violation.ts'
import { buildEffectiveHistory } from '../../../kernel/history/build-effective-history.ts'
import {
  expandReferences,
  findBrokenReferences,
  isReversible,
} from '../../../kernel/history/expand-references.ts'
import { checkHistory } from '../../../kernel/history/invariants/check-history.ts'
import { checkResult } from '../../../kernel/history/invariants/check-result.ts'
import { untagHistory } from '../../../kernel/history/tag-history.ts'
import { findKeptMethod } from '../../../methods/restore-method.ts'
import { computeSha256 } from '../../../platform/files/compute-sha256.ts'
import { openDocument, openResult } from '../../../platform/workers/documents.ts'
import type { Job, ResultRef, SourceRef } from '../../../platform/workers/job.ts'
import type { CheckOutput } from './check-messages.ts'
import { withHidden } from './with-hidden.ts'

export type CheckResultFileInput = {
  readonly messages: readonly Message[]
  readonly provenance: Provenance
  /** Set where `messages` are a whole file in which what is gone carries this tag. */
  readonly tag: HistoryTag | null
  readonly hidden: readonly HiddenMessage[]
  /** Of the JSON of all messages of the source, hidden ones included. */
  readonly sha256: string
  readonly providerId: string
  readonly settings: unknown
  /** What the store holds of the run; `result` is null where the run changed nothing. */
  readonly stored: { readonly source: SourceRef; readonly result: ResultRef | null } | null
}

export type CheckResultFileOutput = CheckOutput & {
  /** Sentences for a person: what could not be checked, and why. */
  readonly unchecked: readonly string[]
}

/** A source to check against, and what was found on the way to it; null where there is none. */
type Found = { readonly source: readonly Message[] | null; readonly violations: readonly Violation[] }

const noSource =
  'Whether a text was edited, and whether ends and images were kept: the result does not hold all of its source, and the store does not have it.'
const noPromise = 'What its settings promise to keep: this version of Dewpoint does not know them.'

/**
 * Checks a result file by everything that it says of itself, against the source that it expands to where it is
 * reversible, and against its run where the store has that.
 */
export const checkResultFile: Job<CheckResultFileInput, CheckResultFileOutput> = async (input) => {
  const { provenance } = input
  const messages = input.tag === null ? input.messages : buildEffectiveHistory(input.messages).messages
  const expanded = input.tag === null ? findSourceFromResult(input) : findSourceFromTagged(input, input.tag)
  const stored = await findSourceFromStore({ ...input, messages })
  const source = stored.source ?? expanded.source
  const kept = findKeptMethod(input)?.keptEnds ?? null
  const found = [...expanded.violations, ...stored.violations]
  if (source === null) {
    append(found, orderFaults(messages, provenance))
    append(found, checkHistory(messages))
  } else {
    const ends = { keptFirst: kept?.first ?? 0, keptLast: kept?.last ?? 0 }
    const { broken, inherited } = checkResult(messages, { source, provenance, ...ends })
    append(found, broken)
    append(found, inherited)
  }
  const isKnownPromise = kept !== null || source === null
  const unchecked = [
    ...(source === null && found.length === 0 ? [noSource] : []),
    ...(isKnownPromise ? [] : [noPromise]),
  ]
  return { messages: messages.length, violations: found, unchecked }
}

function findSourceFromResult(input: CheckResultFileInput): Found {
  const { messages, provenance, hidden } = input
  const broken = findBrokenReferences(messages, provenance).map(({ messageIndex, detail }) =>
    buildViolation(messageIndex, detail),
  )
  if (broken.length > 0 || messages.length !== provenance.messages.length || !isReversible(provenance))
    return { source: null, violations: broken }
  try {
    const source = expandReferences(messages, provenance)
    if (computeSha256(JSON.stringify(withHidden(source, hidden))) === input.sha256)
      return { source, violations: [] }
    const detail = 'what it expands to is not its source, so it was edited after it was written'
    return { source: null, violations: [buildViolation(-1, detail)] }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { source: null, violations: [buildViolation(-1, `it does not expand: ${error.message}`)] }
  }
}

function findSourceFromTagged({ messages, sha256: hash }: CheckResultFileInput, tag: HistoryTag): Found {
  const source = untagHistory(messages, tag)
  if (computeSha256(JSON.stringify(source)) === hash) {
    const isUntagged = (index: number): boolean =>
      messages[index]?.condenseParent == null && messages[index]?.truncationParent == null
    const lost = buildEffectiveHistory(messages).hidden.filter(isUntagged)
    const violations = lost.map((index) =>
      buildViolation(-1, `message #${index} of the file has lost its tag`),
    )
    return { source: buildEffectiveHistory(source).messages, violations }
  }
  const detail = 'without its tags it is not its source, so it was edited after it was written'
  return { source: null, violations: [buildViolation(-1, detail)] }
}

async function findSourceFromStore({
  messages,
  provenance,
  stored,
  sha256: hash,
}: CheckResultFileInput): Promise<Found> {
  if (stored === null) return { source: null, violations: [] }
  const document = await openDocument(stored.source)
  const source = document.effective.messages
  if (computeSha256(JSON.stringify(document.messages)) !== hash)
    return { source, violations: [buildViolation(-1, 'its run in the store worked on another source')] }
  const result = stored.result === null ? null : await openResult(stored.source, stored.result)
  const written = result?.conversation.messages ?? source
  const violations = messages.flatMap((message, index) =>
    isSameJson(message, written[index])
      ? []
      : [buildViolation(index, 'it is not the message that the run wrote')],
  )
  if (messages.length < written.length)
    violations.push(
      buildViolation(-1, `it has ${messages.length} of the ${written.length} messages that the run wrote`),
    )
  if (result !== null && !isSameJson(provenance, result.provenance))
    violations.push(buildViolation(-1, 'its provenance is not the one that the run recorded'))
  return { source, violations }
}

/** Length and order, as far as they can be checked without the source. */
function orderFaults(messages: readonly Message[], provenance: Provenance): readonly Violation[] {
  const rule = 'order-kept'
  if (messages.length !== provenance.messages.length) {
    const detail = `${messages.length} messages but ${provenance.messages.length} entries of provenance`
    return [{ rule, messageIndex: -1, detail }]
  }
  const used = new Set(provenance.dropped.map(({ sourceIndex }) => sourceIndex))
  let last = -1
  return provenance.messages.flatMap(({ sources }, messageIndex) => {
    const violations: Violation[] = []
    for (const index of sources) {
      if (index < last || index < 0)
        violations.push({ rule, messageIndex, detail: `comes from source message #${index}, after #${last}` })
      else if (used.has(index))
        violations.push({
          rule: 'no-message-twice',
          messageIndex,
          detail: `source message #${index} occurs a second time, or as dropped`,
        })
      used.add(index)
      last = Math.max(last, index)
    }
    return violations
  })
}

function buildViolation(messageIndex: number, detail: string): Violation {
  return { rule: 'source-untouched', messageIndex, detail }
}
