import type { CacheAudit } from '../../../../../shared/replay/cache-audit-types.ts'
import type { PlayedPolicy } from '../../../../../shared/replay/types.ts'
import type { SentMessages } from '../collect-sent-messages.ts'
import type { ReplayTask } from '../replay-task.ts'
import { auditRequests } from './audit-requests.ts'
import { buildAuditedSent, type AuditedRequest } from './audited-request.ts'
import {
  findDifferenceCause,
  createOriginalPredicate,
  buildSentHistory,
  type Between,
} from './find-difference-cause.ts'

/** What broke the cache of a played policy. `createSentLookup` gives what each of its requests sent. */
export function auditPlayed(
  task: ReplayTask,
  { requests, firings }: Pick<PlayedPolicy, 'requests' | 'firings'>,
  sentAt: (at: number) => SentMessages | undefined,
): CacheAudit {
  const { steps } = task
  const isOriginal = createOriginalPredicate(task)
  const fired = new Set(firings.map(({ request }) => request))
  const audited = requests.map(({ request, ts, tokens }, at): AuditedRequest => {
    const step = steps[at]
    return {
      request,
      ts,
      model: step?.model ?? null,
      // Looked at one after another: those of all requests may be as many as the square of the messages.
      get sent() {
        const sent = sentAt(at)
        return step === undefined || sent === undefined ? null : buildAuditedSent(task, step, sent)
      },
      tokens: { ...tokens, cacheWrite1h: tokens.cacheWrite1h ?? 0 },
      prices: step?.prices ?? null,
      style: step?.cacheStyle ?? task.cacheStyle,
      isCondensed: fired.has(request),
    }
  })
  return auditRequests(audited, (before, now, difference) => {
    const [earlier = 0, later = 0] = [requests[before]?.request, requests[now]?.request]
    const between: Between = {
      condensed: firings.some(({ request }) => request > earlier && request <= later) ? 'condensation' : null,
      isOriginal,
      findPlace: (_message, at) => at,
    }
    const [had, has] = [buildSentHistory(task, sentAt(before)), buildSentHistory(task, sentAt(now))]
    return findDifferenceCause(had, has, difference, between)
  })
}
