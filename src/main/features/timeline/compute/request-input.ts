import { sumInputTokens } from '../../../../shared/kernel/sum-recorded-usage.ts'
import type { RecordedRequest } from '../../../record/recorded-run.ts'

/** Recorded input of a request, tokens; null where there is none. */
export function sumRecordedInput(request: RecordedRequest | undefined): number | null {
  const usage = request?.usage.value ?? null
  return usage === null ? null : Math.round(sumInputTokens(usage))
}
