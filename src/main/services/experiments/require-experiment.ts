import type { ExperimentSummary } from '../../../shared/domain/experiment.ts'
import type { StoredExperiment } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { Problem } from '../problem.ts'

/** The experiment of an id, or a problem that says how to find the right one. */
export async function requireExperiment(store: Store, id: string): Promise<StoredExperiment> {
  return (await store.experiments.get(id)) ?? failFor(id)
}

/** The same as it is listed. */
export async function requireExperimentSummary(store: Store, id: string): Promise<ExperimentSummary> {
  return (await store.experiments.summary(id)) ?? failFor(id)
}

function failFor(id: string): never {
  throw new Problem({
    code: 'not-found',
    message: `No experiment has the id ${id}`,
    where: id,
    hint: '`dewpoint experiment list` shows the ids.',
  })
}
