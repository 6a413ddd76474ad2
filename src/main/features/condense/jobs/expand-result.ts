import type { HiddenMessage, TextStyle } from '../../../../shared/condense/result-file-types.ts'
import { applyJsonLayout } from '../../../../shared/kernel/json-layout.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { HistoryTag, Provenance } from '../../../../shared/kernel/provenance.ts'
import { expandReferences, isReversible } from '../../../kernel/history/expand-references.ts'
import { untagHistory } from '../../../kernel/history/tag-history.ts'
import { computeSha256 } from '../../../platform/files/compute-sha256.ts'
import { openDocument } from '../../../platform/workers/documents.ts'
import type { Job, SourceRef } from '../../../platform/workers/job.ts'
import { withHidden } from './with-hidden.ts'

export type ExpandInput = {
  readonly messages: readonly Message[]
  readonly provenance: Provenance
  /** Set where `messages` are a whole file in which what is gone carries this tag. */
  readonly tag: HistoryTag | null
  readonly hidden: readonly HiddenMessage[]
  readonly sha256: string
  readonly style: TextStyle
  /** The stored source, for what the result alone cannot give back; null where the store does not have it. */
  readonly stored: SourceRef | null
}

export type ExpandOutput =
  | {
      readonly kind: 'expanded'
      readonly messages: readonly Message[]
      readonly text: string
      readonly verified: boolean
      readonly sameBytes: boolean
      /** Why `text` is not the file itself; empty where it is. */
      readonly difference: string
      readonly restoredFromStore: number
    }
  | { readonly kind: 'not-reversible'; readonly superseded: number }
  | { readonly kind: 'damaged'; readonly message: string }

/** Gives the source of a result back, from the result alone where it is reversible, else from the store. */
export const expandResult: Job<ExpandInput, ExpandOutput> = async (input) => {
  if (input.tag !== null) {
    const source = untagHistory(input.messages, input.tag)
    const isSource = computeSha256(JSON.stringify(source)) === input.sha256
    if (isSource || input.stored === null) return buildExpandOutput(source, input, 0)
  }
  if (isReversible(input.provenance)) {
    try {
      const effective = expandReferences(input.messages, input.provenance)
      return buildExpandOutput(withHidden(effective, input.hidden), input, 0)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return { kind: 'damaged', message: error.message }
    }
  }
  const superseded = countIrreversibleChanges(input.provenance)
  if (input.stored === null) return { kind: 'not-reversible', superseded }
  return buildExpandOutput((await openDocument(input.stored)).messages, input, superseded)
}

function buildExpandOutput(
  messages: readonly Message[],
  input: ExpandInput,
  restoredFromStore: number,
): ExpandOutput {
  const verified = computeSha256(JSON.stringify(messages)) === input.sha256
  const text = formatSourceText(messages, input.style)
  const difference = verified ? explainDifference(text, input.style) : 'its messages are other ones'
  const sameBytes = difference === ''
  return { kind: 'expanded', messages, text, verified, sameBytes, difference, restoredFromStore }
}

/** Why a text is not proved to be the source file; empty where it is. */
function explainDifference(text: string, { indent, layout, obstacle, fileSha256 }: TextStyle): string {
  if (indent === null && layout === undefined) return obstacle ?? 'its style could not be recorded'
  // Without a hash the proof is that of the import, which found the style by writing the file again.
  if (fileSha256 === undefined) return ''
  if (fileSha256 === null) return 'it was read as text, and nobody saw its bytes'
  return computeSha256(text) === fileSha256 ? '' : 'the record of its style is damaged'
}

/** The source file again, where its style is known; indented JSON where it is not. */
function formatSourceText(
  messages: readonly Message[],
  { indent, bom, before, trailing, layout }: TextStyle,
): string {
  const mark = `${bom ? '\uFEFF' : ''}${before ?? ''}`
  if (layout !== undefined) return `${mark}${applyJsonLayout(JSON.stringify(messages), layout)}${trailing}`
  if (indent === null) return `${JSON.stringify(messages, null, 2)}\n`
  return `${mark}${JSON.stringify(messages, null, indent)}${trailing}`
}

function countIrreversibleChanges({ messages, dropped }: Provenance): number {
  const changes = messages.flatMap((message) =>
    message.changes.filter((change) => change.reference === undefined),
  )
  return changes.length + dropped.length
}
