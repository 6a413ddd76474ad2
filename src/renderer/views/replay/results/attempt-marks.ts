import type { ReplayAttempt } from '../../../../shared/domain/replay.ts'
import type { PlotPoint } from '../../../plots/policy-lines.tsx'
import type { RequestValue } from './request-table.ts'

/** Marks of what was tried and condensed nothing, on the line of its policy. */
export function attemptMarks(
  policyId: string,
  attempts: readonly ReplayAttempt[],
  values: readonly RequestValue[],
): readonly PlotPoint[] {
  return attempts.flatMap(({ request, text }) => {
    const at = values.find((one) => one.request === request)
    const title = `${policyId}: nothing condensed before request ${request}. ${text}`
    return at === undefined ? [] : [{ x: request, y: at.value, text: title, isHollow: true as const }]
  })
}
