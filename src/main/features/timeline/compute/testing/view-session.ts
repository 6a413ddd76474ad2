import type { ContextLog } from '../../../../../shared/condense/context-log-types.ts'
import type { Message } from '../../../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../../../shared/kernel/usage.ts'
import { reconstruct } from '../../../../record/reconstruct.ts'
import { buildSentRequests } from '../build-sent-requests.ts'

/** A session as readers build it. */
export type Session = {
  readonly messages: readonly Message[]
  readonly contexts: ContextLog
  readonly usage: RecordedUsage
}

/** Says what each request of a session sent, as the screen and `requests` do. */
export function viewSession(session: Session): number {
  const run = reconstruct(
    { ...session, hiddenRange: null },
    { counter: { id: 'characters', count: (text) => text.length } },
  )
  return buildSentRequests(run).requests.length
}
