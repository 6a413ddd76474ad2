import { z } from 'zod'
import type { ExperimentIssue } from '../../../../shared/experiments/experiment-file-types.ts'
import { describeSubject } from '../../../../shared/kernel/describe-issue.ts'
import { explainRetired } from './explain-retired.ts'
import { nameNearest } from './name-nearest.ts'
import type { ReadYaml } from './read-yaml.ts'
import type { Path } from './walk-yaml.ts'

/** What a schema says of a text, in plain words with the place in it; each unknown key is an issue of its own. */
export function explainIssue(
  issue: z.core.$ZodIssue,
  yaml: Extract<ReadYaml, { ok: true }>,
  schema: z.ZodType,
): readonly ExperimentIssue[] {
  if (issue.code !== 'unrecognized_keys')
    return [yaml.locateIssue(issue.path, `${describeSubject(issue.path)} ${issue.message}.`)]
  const known = listSchemaKeys(schema, issue.path)
  return issue.keys.map((key) => {
    const end =
      key === '<<'
        ? ', since merge keys are not read.'
        : (explainRetired(key) ?? (nameNearest(key, known) || '.'))
    return yaml.locateIssue([...issue.path, key], `There is no key ${key} here${end}`, 'key')
  })
}

/** The keys that a schema knows where a path leads to; none where it takes any. */
function listSchemaKeys(schema: unknown, path: Path): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return listSchemaKeys(schema.unwrap(), path)
  const [step, ...rest] = path
  if (schema instanceof z.ZodArray && step !== undefined) return listSchemaKeys(schema.element, rest)
  if (!(schema instanceof z.ZodObject)) return []
  return step === undefined ? Object.keys(schema.shape) : listSchemaKeys(schema.shape[String(step)], rest)
}
