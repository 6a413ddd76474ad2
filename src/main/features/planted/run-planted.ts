import { availableParallelism } from 'node:os'
import type { RunProgress } from '../../../shared/condense/run-types.ts'
import type { PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import { computeMean } from '../../../shared/kernel/numbers.ts'
import type { PlantedInput, PlantedResult } from '../../../shared/planted/planted-types.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'
import { createSlots } from '../../platform/workers/slots.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { openVariant } from '../experiments/open-variant.ts'
import { createUnusableProblem, type VariantServices } from '../experiments/plan-variants.ts'
import { watchBudget } from '../experiments/watch-budget.ts'
import { planArms, settableArmIds } from '../home/standing-arms.ts'
import { requireArm } from '../methods/require-arm.ts'
import { replayModelId } from '../replay/jobs/replay-model-id.ts'
import { summariseControls, summariseOnce } from './compute/summarise-curve.ts'
import { summariseAnswers, summarisePlanted } from './compute/summarise-planted.ts'
import type { PlantedEndsOutput, PlantedJobOutput } from './jobs/measure-planted.ts'

export type PlantedServices = VariantServices & Pick<CoreServices, 'engine' | 'info' | 'newId'>

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
  const place = await openPlace(services, input, signal)
  const { variants } = await planArms(services, {
    armIds: arms === undefined ? settableArmIds : [...new Set(arms)],
    profile: profileId,
  })
  const slots = createSlots(availableParallelism())
  const total = (variants.length + (place.asked === null ? 0 : 1)) * histories
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
    place.asked === null ? [] : doAll((at) => askEnds(services, place, at)),
    ...variants.map((variant) => doAll((at) => measureHistory(services, place, variant, at))),
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

/** What all histories of a set share. */
type PlantedPlace = {
  readonly input: PlantedInput
  readonly signal: AbortSignal
  /** All calls are on the account of one experiment, which keeps the budget. */
  readonly scope: Parameters<typeof openVariant>[2]
  readonly asked: LanguageModel | null
  /** Throws where the budget refused a call. */
  readonly keepBudget: (refusal: string | null) => void
}

async function openPlace(
  { models, newId }: PlantedServices,
  input: PlantedInput,
  signal: AbortSignal,
): Promise<PlantedPlace> {
  const { profileId, maxCostUsd } = input
  const scope = {
    runId: null,
    experimentId: newId(),
    taskId: null,
    maxExperimentUsd: maxCostUsd ?? 0,
    ignoreCache: false,
  }
  if (profileId !== undefined && maxCostUsd === undefined) throw createUnlimitedProblem()
  if (profileId === undefined && maxCostUsd !== undefined) throw createUnaskedProblem()
  const opened = profileId === undefined ? null : await models.open(profileId, { ...scope, maxRunUsd: null })
  if (profileId !== undefined && opened?.ok === false) throw createUnusableProblem(profileId, opened.obstacle)
  const { watch, refusal } = watchBudget()
  const keepBudget = (reason: string | null): void => {
    const refused = reason ?? refusal()
    if (refused !== null) throw createBudgetProblem(refused)
  }
  return { input, signal, scope, asked: watch(opened?.ok === true ? opened.model : null), keepBudget }
}

/** Under which a job asks for the model that answers. */
const answering = 'answering'

function buildHistory({ input: { seed, tokens }, asked }: PlantedPlace, at: number) {
  const asks = asked === null ? null : { info: asked.info, id: answering }
  return { seed, tokens, at, asks }
}

async function askEnds(
  { engine }: PlantedServices,
  place: PlantedPlace,
  at: number,
): Promise<PlantedEndsOutput> {
  const { signal, asked } = place
  const output = await engine.run('askPlantedEnds', buildHistory(place, at), { signal, models: () => asked })
  place.keepBudget(null)
  return output
}

async function measureHistory(
  { models, engine }: PlantedServices,
  place: PlantedPlace,
  variant: PlannedVariant,
  at: number,
): Promise<PlantedJobOutput> {
  const { input, signal, scope, asked } = place
  const { input: run, find, refusal } = await openVariant(models, variant, scope)
  const own = [null, ...Object.keys(run.profileModels)]
  const names = new Map(own.map((profileId) => [replayModelId(variant.id, profileId), profileId]))
  const findModel = (name: string | null): LanguageModel | null =>
    name === answering ? asked : find(names.get(name ?? '') ?? null)
  const job = { ...buildHistory(place, at), rounds: input.rounds, id: variant.id, run }
  const output = await engine.run('measurePlanted', job, { signal, models: findModel })
  place.keepBudget(refusal())
  return output
}

function createUnlimitedProblem(): Problem {
  return new Problem({
    code: 'bad-input',
    message: 'A model is asked for every context of every history, and nothing says what that may cost',
    where: 'maxCostUsd',
    hint: 'Say what the model may cost in all, or leave it out.',
  })
}

function createUnaskedProblem(): Problem {
  return new Problem({
    code: 'bad-input',
    message: 'There is a budget, and no model is asked',
    where: 'profileId',
    hint: 'Name the model that it is for, or leave the budget out.',
  })
}

function createBudgetProblem(reason: string): Problem {
  return new Problem({
    code: 'bad-input',
    message: 'The budget ended before all histories were measured',
    where: 'maxCostUsd',
    hint: `${reason} What was answered is kept and costs nothing the next time.`,
  })
}
