import type { ExperimentIssue } from '../../../../shared/experiments/experiment-file-types.ts'
import { describeIssue } from '../../../../shared/kernel/describe-issue.ts'
import {
  replayPolicyFileSchema,
  type ReplayPolicyEntry,
} from '../../../../shared/replay/replay-policy-types.ts'
import { explainIssue } from './explain-issue.ts'
import { readYaml } from './read-yaml.ts'

export type ReadReplayPolicies =
  | { readonly ok: true; readonly policies: readonly ReplayPolicyEntry[] }
  | { readonly ok: false; readonly issues: readonly ExperimentIssue[] }

/** Reads a file of policies, in YAML or JSON. Whether providers, presets and profiles are there is not looked at. */
export function readReplayPolicies(text: string): ReadReplayPolicies {
  const yaml = readYaml(text, 'list of policies')
  if (!yaml.ok) return yaml
  if (typeof yaml.value !== 'object' || yaml.value === null || Array.isArray(yaml.value))
    return { ok: false, issues: [yaml.locateIssue([], 'The file must be a map with the key policies.')] }
  const parsed = replayPolicyFileSchema.safeParse(yaml.value, { error: describeIssue })
  if (parsed.success) return { ok: true, policies: parsed.data.policies }
  const issues = parsed.error.issues.flatMap((issue) => explainIssue(issue, yaml, replayPolicyFileSchema))
  return { ok: false, issues: issues.toSorted((a, b) => a.line - b.line || a.column - b.column) }
}
