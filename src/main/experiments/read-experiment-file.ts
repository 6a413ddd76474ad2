import type { z } from 'zod'
import {
  experimentFileSchema,
  type ExperimentFile,
  type ExperimentIssue,
} from '../../shared/domain/experiment-file.ts'
import { describeIssue, subjectOf } from './describe-issue.ts'
import { findContradictions, type KnownMetric } from './find-contradictions.ts'
import { keysAt } from './keys-at.ts'
import { nameNearest } from './name-nearest.ts'
import { readYaml, type ReadYaml } from './read-yaml.ts'

export type ReadExperimentFile =
  | { readonly ok: true; readonly file: ExperimentFile }
  | { readonly ok: false; readonly issues: readonly ExperimentIssue[] }

type Yaml = Extract<ReadYaml, { ok: true }>

/**
 * Reads an experiment as a person writes it, in YAML or JSON; `metrics` are all that there are. Whether providers,
 * presets, prompts, profiles and tasks are there is not looked at. Issues stand in the order of the text.
 */
export function readExperimentFile(text: string, metrics: readonly KnownMetric[]): ReadExperimentFile {
  const yaml = readYaml(text)
  if (!yaml.ok) return yaml
  if (yaml.value === null) return refused([yaml.issueAt([], 'The file is empty.')])
  const parsed = experimentFileSchema.safeParse(yaml.value, { error: describeIssue })
  if (!parsed.success) return refused(parsed.error.issues.flatMap((issue) => explain(issue, yaml)))
  const contradictions = findContradictions(parsed.data, metrics)
  if (contradictions.length === 0) return { ok: true, file: parsed.data }
  return refused(contradictions.map(({ path, message }) => yaml.issueAt(path, message)))
}

function refused(issues: readonly ExperimentIssue[]): ReadExperimentFile {
  return { ok: false, issues: issues.toSorted((a, b) => a.line - b.line || a.column - b.column) }
}

function explain(issue: z.core.$ZodIssue, yaml: Yaml): readonly ExperimentIssue[] {
  if (issue.code !== 'unrecognized_keys')
    return [yaml.issueAt(issue.path, `${subjectOf(issue.path)} ${issue.message}.`)]
  const known = keysAt(experimentFileSchema, issue.path)
  return issue.keys.map((key) => {
    const end = key === '<<' ? '; merge keys are not read.' : nameNearest(key, known) || '.'
    return yaml.issueAt([...issue.path, key], `There is no key ${key} here${end}`, 'key')
  })
}
