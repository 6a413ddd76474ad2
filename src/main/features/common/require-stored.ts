import type { RunSummary } from '../../../shared/condense/run-types.ts'
import type { ExperimentSummary } from '../../../shared/experiments/experiment-types.ts'
import type { TaskSummary, StoredTask } from '../../../shared/library/task-types.ts'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { StoredExperiment, StoredRun } from '../../platform/store/records.ts'
import type { Store } from '../../platform/store/store.ts'
import { Problem } from './problem.ts'

/** The task of an id, read where nobody has read it yet. Throws a `Problem` where there is none, as all of these do. */
export async function requireTask(store: Store, id: string): Promise<StoredTask> {
  return requireFoundTask(await store.tasks.get(id), id)
}

/** The task of an id as it is listed, whether it was read or not. */
export async function requireSummary(store: Store, id: string): Promise<TaskSummary> {
  return requireFoundTask(await store.tasks.summary(id), id)
}

function requireFoundTask<T>(task: T | null, id: string): T {
  const hint = 'Open its folder first. The library lists the ids of what is open.'
  return requireFound(task, { message: `No task has the id ${id}`, id, hint })
}

/** The run of an id. */
export async function requireRun(store: Store, id: string): Promise<StoredRun> {
  return requireFoundRun(await store.runs.get(id), id)
}

/** The run of an id as it is listed. */
export async function requireRunSummary(store: Store, id: string): Promise<RunSummary> {
  return requireFoundRun(await store.runs.summary(id), id)
}

function requireFoundRun<T>(run: T | null, id: string): T {
  const hint = 'List the runs to see their ids. Forgetting a task removes its runs.'
  return requireFound(run, { message: `No run has the id ${id}`, id, hint })
}

/** The experiment of an id. */
export async function requireExperiment(store: Store, id: string): Promise<StoredExperiment> {
  return requireFoundExperiment(await store.experiments.get(id), id)
}

/** The experiment of an id as it is listed. */
export async function requireExperimentSummary(store: Store, id: string): Promise<ExperimentSummary> {
  return requireFoundExperiment(await store.experiments.summary(id), id)
}

function requireFoundExperiment<T>(experiment: T | null, id: string): T {
  const hint = '`dewpoint experiment list` shows the ids.'
  return requireFound(experiment, { message: `No experiment has the id ${id}`, id, hint })
}

/** The profile of an id. */
export async function requireProfile(
  { profiles }: Pick<Store, 'profiles'>,
  id: string,
): Promise<ModelProfile> {
  const hint = 'List the profiles to see their ids, or add one.'
  return requireFound(await profiles.get(id), { message: `There is no profile ${id}`, id, hint })
}

type Missing = { readonly message: string; readonly id: string; readonly hint: string }

function requireFound<T>(stored: T | null, { message, id, hint }: Missing): T {
  if (stored !== null) return stored
  throw new Problem({ code: 'not-found', message, where: id, hint })
}
