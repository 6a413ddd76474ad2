import type { z } from 'zod'
import { policySchema, type Policy } from '../../../../shared/installation/policy-types.ts'
import { formatFieldSentence } from '../../../../shared/kernel/describe-issue.ts'

/** The policy as its form holds it: a figure may be missing where the policy needs one. */
export type PolicyDraft = { readonly [Key in keyof Policy]: Policy[Key] | null }

/** Sentences by field. */
export type PolicyIssues = Readonly<Partial<Record<keyof Policy, string>>>

/** The policy that a form says, or what is wrong with it, field by field. */
export type ReadPolicy =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly issues: PolicyIssues }

/** Reads the form as a policy. */
export function readPolicy(draft: PolicyDraft): ReadPolicy {
  const parsed = policySchema.safeParse(draft)
  if (parsed.success) return { ok: true, policy: parsed.data }
  const entries = parsed.error.issues.map((issue) => [issue.path[0], describeIssue(issue)] as const)
  return { ok: false, issues: Object.fromEntries(entries) }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return 'This is needed.'
    case 'too_small':
      return issue.inclusive === false
        ? `More than ${issue.minimum}. Leave it empty for no limit.`
        : `At least ${issue.minimum}.`
    case 'too_big':
      return `At most ${issue.maximum}.`
    default:
      return formatFieldSentence(issue.message)
  }
}

/** Whether a form says what holds already. */
export function isSamePolicy(draft: PolicyDraft, policy: Policy): boolean {
  // Both have the keys of the schema and plain values.
  return (Object.keys(policy) as (keyof Policy)[]).every((key) => draft[key] === policy[key])
}
