import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import { describeDerivedPrices } from '../../../../shared/models/prices-words.ts'
import type { DriftResult } from '../../../../shared/replay/drift-contract.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import { openThreadCounter } from '../../../platform/workers/documents.ts'
import { makeCancellable, pickContextLog, type Job, type SourceRef } from '../../../platform/workers/job.ts'
import { openSnapshot } from '../../../platform/workers/packed-snapshot.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import type { RecordedRun } from '../../../record/recorded-run.ts'
import { listDerivedPrices } from '../compute/cost/pay-requests.ts'
import { chooseDriftCuts, measureDrift } from '../compute/measure-drift.ts'
import { prepareReplay } from '../compute/prepare-replay.ts'
import type { Tariff } from './charge-built-in-model.ts'
import { priceLibrary } from './price-library.ts'
import { createReplayCondenser, type ReplayRun } from './replay-condenser.ts'

/** A policy as drift looks at it: what it condenses with; its models are asked for by its id. */
export type DriftJobPolicy = {
  readonly id: string
  readonly run: ReplayRun
  /** Whether nobody chose the built-in summariser, so that it is charged as the task's own model. */
  readonly isBuiltIn: boolean
}

export type DriftTaskInput = {
  readonly usage: RecordedUsage
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
export const driftTask: Job<DriftTaskInput, DriftTaskOutput> = makeCancellable(async (input, context) => {
  const { signal, onProgress } = context
  onProgress({ stage: 'reading', label: 'Reading the history', done: 0, total: 1 })
  const { messages: stored, hiddenRange, ...snapshot } = await openSnapshot(input.source.bytes)
  const counter = await openThreadCounter()
  const task = { messages: stored, usage: input.usage, hiddenRange, ...pickContextLog(snapshot) }
  const recorded = reconstruct(task, { counter, ...(await priceLibrary()) })
  const { messages, uncondensed } = recorded
  const full = uncondensed.messages
  const cuts = chooseDriftCuts(full, input.cycles)
  if (cuts.length < input.cycles) return { kind: 'too-short', places: cuts.length, messages: full.length }
  const shared = { messages: full, cuts, counter, signal }
  const tariffAt = input.policies.some(({ isBuiltIn }) => isBuiltIn)
    ? createTariffLookup(recorded, counter)
    : null
  const policies: DriftResult['policies'] = []
  for (const { id, run, isBuiltIn } of input.policies) {
    let cycle = 0
    const tariff = isBuiltIn ? tariffAt?.(() => cuts[cycle] ?? 0) : undefined
    const notes: DriftResult['policies'][number]['notes'] = []
    const addNote = (text: string): void => void notes.push({ cycle, text })
    const condenser = { id, run, messages, context, note: addNote, waitsForGrowth: false, tariff }
    const drift = await measureDrift({
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
})

/** What the task's own model charges for a condensation after so many messages, by the request that comes next. */
function createTariffLookup(
  recorded: RecordedRun,
  counter: TokenCounter,
): (messagesBefore: () => number) => Tariff {
  const { steps, slope } = prepareReplay(recorded, counter, 'record')
  return (messagesBefore) => {
    const findCurrentStep = () => steps.find(({ fullCount }) => fullCount >= messagesBefore()) ?? steps.at(-1)
    return {
      pricesNow: () => findCurrentStep()?.prices ?? null,
      derivedNow: () => describeDerivedPrices(listDerivedPrices(findCurrentStep())),
      slope,
      counter,
    }
  }
}
