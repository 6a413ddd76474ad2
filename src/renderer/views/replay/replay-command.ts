import { policyFileName } from './policies/policies-toolbar.tsx'
import type { PolicyDraft } from './policies/use-policy-draft.ts'

/** The command that gives the same figures, with the policies saved beside it. */
export function replayCommand(taskId: string, { maxCostUsd }: Pick<PolicyDraft, 'maxCostUsd'>): string {
  const limit = maxCostUsd === null ? '' : ` --max-cost ${maxCostUsd}`
  return `dewpoint replay ${quoted(taskId)} --policy ${policyFileName}${limit}`
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
