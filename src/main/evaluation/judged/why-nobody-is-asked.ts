import type { Subject } from '../metrics/subject.ts'
import type { JudgeContext } from './judge-context.ts'

/** Why there is nothing to ask a judge; null where there is something. */
export function whyNobodyIsAsked({ source }: Subject, { model }: JudgeContext): string | null {
  if (source.messages.length === 0) return 'There is no history to ask about.'
  if (model.info.isExtractive) return 'The built-in summariser selects sentences; it cannot judge.'
  return null
}
