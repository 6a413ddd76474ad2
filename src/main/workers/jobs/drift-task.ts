import type { DriftResult } from '../../../shared/api/drift.ts'
import { Cancelled } from '../../engine/cancel-signal.ts'
import type { TokenCounter } from '../../engine/tokens/token-counter.ts'
import { steadyTimes } from '../../record/requests/steady-times.ts'
import { driftCuts } from '../../replay/drift-cuts.ts'
import { driftOf } from '../../replay/drift-of.ts'
import { prepareReplay } from '../../replay/prepare-replay.ts'
import { derivedPricesAt } from '../../record/prices/request-prices.ts'
import { neverCondensed, type RecordedTask } from '../../record/recorded-task.ts'
import type { Tariff } from '../charge-stand-in.ts'
import { threadCounter } from '../documents.ts'
import type { Job, SourceRef } from '../job.ts'
import { knownPrices } from '../known-prices.ts'
import { openSnapshot } from '../packed-snapshot.ts'
import { createReplayCondenser, type ReplayRun } from '../replay-condenser.ts'

/** A policy as drift looks at it: what it condenses with; its models are asked for by its id. */
export type DriftJobPolicy = {
  readonly id: string
  readonly run: ReplayRun
  /** Whether nobody chose the built-in summariser, so that it stands in for the task's own model. */
  readonly isStandIn: boolean
}

export type DriftTaskInput = Pick<RecordedTask, 'usage'> & {
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
    const { messages, hiddenRange } = await openSnapshot(input.source.bytes)
    const { full } = neverCondensed(messages)
    const cuts = driftCuts(full, input.cycles)
    if (cuts.length < input.cycles) return { kind: 'too-short', places: cuts.length, messages: full.length }
    const counter = await threadCounter()
    const shared = { messages: full, cuts, counter, signal }
    const tariffAt = input.policies.some(({ isStandIn }) => isStandIn)
      ? await createTariffAt(
          { messages: steadyTimes(messages, input.usage), usage: input.usage, hiddenRange },
          counter,
        )
      : null
    const policies: DriftResult['policies'] = []
    for (const { id, run, isStandIn } of input.policies) {
      let cycle = 0
      const tariff = isStandIn ? tariffAt?.(() => cuts[cycle] ?? 0) : undefined
      const notes: DriftResult['policies'][number]['notes'] = []
      const note = (text: string): void => void notes.push({ cycle, text })
      const condenser = { id, run, messages, context, note, waitsForGrowth: false, tariff }
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

/** What the task's own model charges for a condensation after so many messages, told by the request that comes next. */
async function createTariffAt(
  task: RecordedTask,
  counter: TokenCounter,
): Promise<(messagesBefore: () => number) => Tariff> {
  const known = await knownPrices(task)
  const { steps, prices, slope } = prepareReplay(task, { known, counter, basis: 'record' })
  return (messagesBefore) => {
    const stepNow = () => steps.find(({ fullCount }) => fullCount >= messagesBefore()) ?? steps.at(-1)
    return {
      pricesNow: () => stepNow()?.prices ?? null,
      derivedNow: () => derivedPricesAt(prices, stepNow()?.request ?? 0),
      slope,
      counter,
    }
  }
}
