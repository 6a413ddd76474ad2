import type { z } from 'zod'
import type { ExperimentIssue } from '../../../../shared/experiments/experiment-file-types.ts'
import { describeIssue } from '../../../../shared/kernel/describe-issue.ts'
import { explainIssue } from './explain-issue.ts'
import { readYaml } from './read-yaml.ts'

/** What a person wrote, or what is wrong with it, each with its place. */
export type ReadYamlAs<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly ExperimentIssue[] }

/** Reads a file, in YAML or JSON, by its schema. Whether what it names is there is not looked at. */
export function readYamlAs<Value>(
  text: string,
  schema: z.ZodType<Value>,
  { what, key }: { readonly what: string; readonly key: string },
): ReadYamlAs<Value> {
  const yaml = readYaml(text, what)
  if (!yaml.ok) return yaml
  if (typeof yaml.value !== 'object' || yaml.value === null || Array.isArray(yaml.value))
    return { ok: false, issues: [yaml.locateIssue([], `The file must be a map with the key ${key}.`)] }
  const parsed = schema.safeParse(yaml.value, { error: describeIssue })
  if (parsed.success) return { ok: true, value: parsed.data }
  const issues = parsed.error.issues.flatMap((issue) => explainIssue(issue, yaml, schema))
  return { ok: false, issues: issues.toSorted((a, b) => a.line - b.line || a.column - b.column) }
}
