import type { ExperimentIssue } from '../../../../shared/experiments/experiment-file-types.ts'
import { gateFileSchema, type GateFile } from '../../../../shared/gate/gate-types.ts'
import type { Job } from '../../../platform/workers/job.ts'
import type { KnownMetric } from '../compute/find-contradictions.ts'
import { readExperimentFile, type ReadExperimentFile } from '../compute/read-experiment-file.ts'
import { readReplayPolicies, type ReadReplayPolicies } from '../compute/read-replay-policies.ts'
import { readYamlAs, type ReadYamlAs } from '../compute/read-yaml-as.ts'
import { readYaml } from '../compute/read-yaml.ts'

/** Reads an experiment as a person wrote it. */
export const readExperiment: Job<
  { readonly text: string; readonly metrics: readonly KnownMetric[] },
  ReadExperimentFile
> = async ({ text, metrics }) => Promise.resolve(readExperimentFile(text, metrics))

/** Reads a file of policies. */
export const readPolicies: Job<{ readonly text: string }, ReadReplayPolicies> = async ({ text }) =>
  Promise.resolve(readReplayPolicies(text))

/** Reads what a gate holds a compactor to. */
export const readGate: Job<{ readonly text: string }, ReadYamlAs<GateFile>> = async ({ text }) =>
  Promise.resolve(readYamlAs(text, gateFileSchema, { what: 'gate', key: 'compactor' }))

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
