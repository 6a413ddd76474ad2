import type { ExperimentIssue } from '../../../shared/domain/experiment-file.ts'
import type { KnownMetric } from '../../experiments/find-contradictions.ts'
import { readExperimentFile, type ReadExperimentFile } from '../../experiments/read-experiment-file.ts'
import { readReplayPolicies, type ReadReplayPolicies } from '../../experiments/read-replay-policies.ts'
import { readYaml } from '../../experiments/read-yaml.ts'
import type { Job } from '../job.ts'

/** Reads an experiment as a person wrote it. */
export const readExperiment: Job<
  { readonly text: string; readonly metrics: readonly KnownMetric[] },
  ReadExperimentFile
> = async ({ text, metrics }) => Promise.resolve(readExperimentFile(text, metrics))

/** Reads a file of policies. */
export const readPolicies: Job<{ readonly text: string }, ReadReplayPolicies> = async ({ text }) =>
  Promise.resolve(readReplayPolicies(text))

type PlaceIssuesInput = {
  readonly text: string
  readonly issues: readonly { readonly path: readonly (string | number)[]; readonly message: string }[]
}

/** Says where in a text stands what is wrong with what it names. */
export const placeIssues: Job<PlaceIssuesInput, readonly ExperimentIssue[]> = async ({ text, issues }) => {
  const yaml = readYaml(text)
  return Promise.resolve(
    yaml.ok ? issues.map(({ path, message }) => yaml.locateIssue(path, message)) : yaml.issues,
  )
}
