import type { DriftResult } from '../../../shared/api/drift.ts'
import { Cancelled } from '../../engine/cancel-signal.ts'
import { driftCuts } from '../../experiments/replay/drift-cuts.ts'
import { driftOf } from '../../experiments/replay/drift-of.ts'
import { neverCondensed } from '../../experiments/replay/recorded-context.ts'
import { threadCounter } from '../documents.ts'
import type { Job, SourceRef } from '../job.ts'
import { openSnapshot } from '../packed-snapshot.ts'
import { createReplayCondenser, type ReplayRun } from '../replay-condenser.ts'

/** A policy as drift looks at it: what it condenses with; its models are asked for by its id. */
export type DriftJobPolicy = { readonly id: string; readonly run: ReplayRun }

export type DriftTaskInput = {
  readonly source: SourceRef
  readonly policies: readonly DriftJobPolicy[]
  readonly cycles: number
}

export type DriftTaskOutput =
  | { readonly kind: 'finished'; readonly result: DriftResult }
  /** The history has fewer places than cycles at which it can be condensed. */
  | { readonly kind: 'too-short'; readonly places: number; readonly messages: number }
  | { readonly kind: 'cancelled' }

/** Condenses a history again and again under each policy, and looks what is left of what was stated first. */
export const driftTask: Job<DriftTaskInput, DriftTaskOutput> = async (input, context) => {
  try {
    const { signal, onProgress } = context
    onProgress({ stage: 'reading', label: 'Reading the history', done: 0, total: 1 })
    const { messages } = await openSnapshot(input.source.bytes)
    const { full } = neverCondensed(messages)
    const cuts = driftCuts(full, input.cycles)
    if (cuts.length < input.cycles) return { kind: 'too-short', places: cuts.length, messages: full.length }
    const shared = { messages: full, cuts, counter: await threadCounter(), signal }
    const policies: DriftResult['policies'] = []
    for (const { id, run } of input.policies) {
      let cycle = 0
      const notes: DriftResult['policies'][number]['notes'] = []
      const note = (text: string): void => void notes.push({ cycle, text })
      const condenser = { id, run, messages, context, note, waitsForGrowth: false }
      const drift = await driftOf({
        ...shared,
        condense: await createReplayCondenser(condenser),
        onProgress: (done, total) => {
          cycle = done
          onProgress({ stage: id, label: id, done, total })
        },
      })
      policies.push({ ...drift, id, notes })
    }
    return { kind: 'finished', result: { cuts: [...cuts], policies } }
  } catch (error) {
    if (error instanceof Cancelled) return { kind: 'cancelled' }
    throw error
  }
}
