import type { PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import type { PlantedInput } from '../../../shared/planted/planted-types.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { openVariant } from '../experiments/open-variant.ts'
import { createUnusableProblem, type VariantServices } from '../experiments/plan-variants.ts'
import { watchBudget } from '../experiments/watch-budget.ts'
import { replayModelId } from '../replay/jobs/replay-model-id.ts'
import type {
  PlantedEndsOutput,
  PlantedJobInput,
  PlantedJobOutput,
  PlantedRoundsOutput,
} from './jobs/measure-planted.ts'

export type PlantedServices = VariantServices & Pick<CoreServices, 'engine' | 'info' | 'newId'>

/** A history of a set, by its place from 0. */
type PlantedPlace = Pick<PlantedInput, 'seed' | 'tokens'> & { readonly at: number }

/** What all histories share that are condensed for one question: the model that is asked, and its budget. */
export type PlantedRun = {
  /** The model that is asked for each item; null where none is. */
  readonly model: string | null
  readonly measure: (
    variant: PlannedVariant,
    place: PlantedPlace,
    rounds: readonly number[],
  ) => Promise<PlantedJobOutput>
  readonly play: (
    variant: PlannedVariant,
    place: PlantedPlace,
    rounds: readonly number[],
  ) => Promise<PlantedRoundsOutput>
  readonly askEnds: (place: PlantedPlace) => Promise<PlantedEndsOutput>
}

/** Opens the model, if one is asked. Throws a `Problem` where it cannot be, or a budget is missing. */
export async function openPlantedRun(
  { models, engine, newId }: PlantedServices,
  { profileId, maxCostUsd }: Pick<PlantedInput, 'profileId' | 'maxCostUsd'>,
  signal: AbortSignal,
): Promise<PlantedRun> {
  // All calls are on the account of one experiment, which keeps the budget.
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
  const asked = watch(opened?.ok === true ? opened.model : null)
  const asks = asked === null ? null : { info: asked.info, id: answering }
  const keepBudget = (reason: string | null): void => {
    const refused = reason ?? refusal()
    if (refused !== null) throw createBudgetProblem(refused)
  }
  const condense = async <Output>(
    variant: PlannedVariant,
    input: Omit<PlantedJobInput, 'asks' | 'id' | 'run'>,
    work: (job: PlantedJobInput, models: (name: string | null) => LanguageModel | null) => Promise<Output>,
  ): Promise<Output> => {
    const { input: run, find, refusal: refuseVariant } = await openVariant(models, variant, scope)
    const own = [null, ...Object.keys(run.profileModels)]
    const names = new Map(own.map((id) => [replayModelId(variant.id, id), id]))
    const findModel = (name: string | null): LanguageModel | null =>
      name === answering ? asked : find(names.get(name ?? '') ?? null)
    const output = await work({ ...input, asks, id: variant.id, run }, findModel)
    keepBudget(refuseVariant())
    return output
  }
  return {
    model: asked?.info.id ?? null,
    measure: (variant, place, rounds) =>
      condense(variant, { ...place, rounds }, (job, own) =>
        engine.run('measurePlanted', job, { signal, models: own }),
      ),
    play: (variant, place, rounds) =>
      condense(variant, { ...place, rounds }, (job, own) =>
        engine.run('playPlanted', job, { signal, models: own }),
      ),
    askEnds: async (place) => {
      const output = await engine.run('askPlantedEnds', { ...place, asks }, { signal, models: () => asked })
      keepBudget(null)
      return output
    },
  }
}

/** Under which a job asks for the model that answers. */
const answering = 'answering'

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
