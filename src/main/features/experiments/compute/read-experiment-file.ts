import {
  experimentFileSchema,
  type ExperimentFile,
  type ExperimentIssue,
} from '../../../../shared/experiments/experiment-file-types.ts'
import { describeIssue } from '../../../../shared/kernel/describe-issue.ts'
import { explainIssue } from './explain-issue.ts'
import { findContradictions, type KnownMetric } from './find-contradictions.ts'
import { readYaml } from './read-yaml.ts'

export type ReadExperimentFile =
  | { readonly ok: true; readonly file: ExperimentFile }
  | { readonly ok: false; readonly issues: readonly ExperimentIssue[] }

/**
 * Reads an experiment as a person writes it, in YAML or JSON; `metrics` are all that there are. Whether providers,
 * presets, prompts, profiles and tasks are there is not looked at. Issues stand in the order of the text.
 */
export function readExperimentFile(text: string, metrics: readonly KnownMetric[]): ReadExperimentFile {
  const yaml = readYaml(text)
  if (!yaml.ok) return yaml
  if (yaml.value === null) return refuseFile([yaml.locateIssue([], 'The file is empty.')])
  const parsed = experimentFileSchema.safeParse(yaml.value, { error: describeIssue })
  if (!parsed.success)
    return refuseFile(parsed.error.issues.flatMap((issue) => explainIssue(issue, yaml, experimentFileSchema)))
  const contradictions = findContradictions(parsed.data, metrics)
  if (contradictions.length === 0) return { ok: true, file: parsed.data }
  return refuseFile(contradictions.map(({ path, message }) => yaml.locateIssue(path, message)))
}

function refuseFile(issues: readonly ExperimentIssue[]): ReadExperimentFile {
  return { ok: false, issues: issues.toSorted((a, b) => a.line - b.line || a.column - b.column) }
}
