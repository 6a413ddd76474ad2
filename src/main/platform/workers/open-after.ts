import type { Conversation } from '../../kernel/conversation.ts'
import { selectRecordedAfter } from '../../measure/checkpoints/decide-cut.ts'
import { openContinuation, countMessages, openDocument, openWhole } from './documents.ts'
import type { SourceRef } from './job.ts'

/** What a task recorded after a state of it, or why there is nothing. */
export type After = Conversation | 'nothing-after' | 'rewritten'

/** What followed a stored state of a task, by the task as it is now; what followed a cut is in its own history. */
export async function openAfter(source: SourceRef, now: SourceRef): Promise<After> {
  if (source.cut !== undefined) return (await openContinuation(await openDocument(source))) ?? 'nothing-after'
  if (source.hash === now.hash) return 'nothing-after'
  const [before, later] = [await openWhole(source), await openWhole(now)]
  const after = selectRecordedAfter(before.messages, later.messages)
  if (after === null) return 'rewritten'
  return after.length === 0 ? 'nothing-after' : countMessages(after)
}
