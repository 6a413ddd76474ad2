import { availableParallelism } from 'node:os'
import type { RunProgress } from '../../../shared/condense/run-types.ts'
import { computeMean } from '../../../shared/kernel/numbers.ts'
import type { PlantedInput, PlantedResult } from '../../../shared/planted/planted-types.ts'
import { createSlots } from '../../platform/workers/slots.ts'
import { planArms, settableArmIds } from '../home/standing-arms.ts'
import { requireArm } from '../methods/require-arm.ts'
import { summariseControls, summariseOnce } from './compute/summarise-curve.ts'
import { summariseAnswers, summarisePlanted } from './compute/summarise-planted.ts'
import type { PlantedEndsOutput } from './jobs/measure-planted.ts'
import { openPlantedRun, type PlantedServices } from './open-planted-run.ts'

/** A model of each vendor whose cache has rules of its own; what the price data do not know is left out. */
async function listPricedModels() {
  // The price data are large, and few processes need them.
  const { findPrices } = await import('../../kernel/pricing/find-prices.ts')
  return ['claude-sonnet-5', 'gpt-5.5', 'deepseek-chat'].flatMap((model) => {
    const known = findPrices(model)
    return known === null ? [] : [{ model, prices: known.prices }]
  })
}

type Running = {
  readonly signal: AbortSignal
  readonly onProgress: (progress: RunProgress) => void
}

type Finished<Output> = Extract<Output, { kind: 'finished' }>

function listFinished<Output extends { readonly kind: string }>(
  outputs: readonly Output[],
): Finished<Output>[] {
  return outputs.filter((output): output is Finished<Output> => output.kind === 'finished')
}

/** Condenses planted histories by each method. Null where it was cancelled. Throws a `Problem`. */
export async function runPlanted(
  services: PlantedServices,
  input: PlantedInput,
  { signal, onProgress }: Running,
): Promise<PlantedResult | null> {
  const { arms, histories, profileId } = input
  for (const id of arms ?? []) requireArm(id)
  const run = await openPlantedRun(services, input, signal)
  const { variants } = await planArms(services, {
    armIds: arms === undefined ? settableArmIds : [...new Set(arms)],
    profile: profileId,
  })
  const set = { seed: input.seed, tokens: input.tokens }
  const slots = createSlots(availableParallelism())
  const total = (variants.length + (run.model === null ? 0 : 1)) * histories
  let done = 0
  const doAll = <Output>(work: (at: number) => Promise<Output>): Promise<Output[]> => {
    const doOne = async (at: number): Promise<Output> => {
      const output = await slots.use(() => work(at), signal)
      done += 1
      onProgress({ stage: 'planted', label: 'Condensing', done, total })
      return output
    }
    return Promise.all(Array.from({ length: histories }, (_, at) => doOne(at)))
  }
  const [ends, ...outputs] = await Promise.all([
    run.model === null ? [] : doAll((at) => run.askEnds({ ...set, at })),
    ...variants.map((variant) => doAll((at) => run.measure(variant, { ...set, at }, input.rounds))),
  ])
  const asked = listFinished(ends)
  const measured = outputs.map(listFinished)
  const models = await listPricedModels()
  if (asked.length < ends.length || measured.some(({ length }) => length < histories)) return null
  return {
    seed: input.seed,
    histories,
    tokens: Math.round(computeMean(measured.flat().map(({ tokens }) => tokens))),
    ends: summariseEnds(asked),
    controls: summariseControls((measured[0] ?? []).map(({ once }) => once)),
    methods: variants.map(({ id, label, model }, index) => ({
      id,
      label,
      isExtracted: model !== null && !model.isRemote,
      once: summariseOnce(
        (measured[index] ?? []).map(({ once }) => once),
        { mayAsk: model !== null, models },
      ),
      rounds: input.rounds.map((rounds, column) =>
        summarisePlanted(
          rounds,
          (measured[index] ?? []).flatMap((own) => own.rounds[column] ?? []),
        ),
      ),
    })),
  }
}

function summariseEnds(ends: readonly Finished<PlantedEndsOutput>[]): PlantedResult['ends'] {
  const full = summariseAnswers(ends.map((end) => ({ ...end, answers: end.full })))
  const nothing = summariseAnswers(ends.map((end) => ({ ...end, answers: end.nothing })))
  return full === null || nothing === null ? null : { full, nothing }
}
