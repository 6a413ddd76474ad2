import { invariantRules } from '../../../shared/kernel/violation.ts'
import { checkResult } from '../../kernel/history/invariants/check-result.ts'
import type { Metric } from './metric.ts'

/** `source-untouched` can be seen only while a provider runs, and fails the run there. */
const checkedRules = invariantRules.filter((rule) => rule !== 'source-untouched')

/** Share of the invariants that the result holds; what the source broke already is not blamed on it. */
export const validity: Metric = {
  id: 'validity',
  label: 'Valid history',
  group: 'validity',
  direction: 'higher',
  unit: 'share',
  measure: ({ source, result, provenance, keptFirst = 0, keptLast = 0 }) => {
    const context = { source: source.messages, provenance, keptFirst, keptLast }
    const { broken } = checkResult(result.messages, context)
    const rows = checkedRules.map((rule) => ({
      rule,
      violations: broken.filter((violation) => violation.rule === rule),
    }))
    const held = rows.filter(({ violations }) => violations.length === 0).length
    return { value: held / rows.length, evidence: { kind: 'rules', rows } }
  },
}
