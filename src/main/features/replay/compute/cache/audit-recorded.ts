import type { CacheAudit } from '../../../../../shared/replay/cache-audit-types.ts'
import type { RecordedRequest, RecordedRun } from '../../../../record/recorded-run.ts'
import type { ReplayStep, ReplayTask } from '../replay-task.ts'
import { auditRequests } from './audit-requests.ts'
import { buildAuditedSent, type AuditedRequest } from './audited-request.ts'
import {
  findDifferenceCause,
  createOriginalPredicate,
  buildSentHistory,
  type Between,
} from './find-difference-cause.ts'

/** What broke the cache of a task as it was recorded: of every request whose tokens were. */
export function auditRecorded(run: RecordedRun, task: ReplayTask): CacheAudit {
  const steps = new Map(task.steps.map((step) => [step.request, step]))
  const recorded = run.requests.filter(({ usage }) => usage.value !== null)
  const indexOf = new Map(run.messages.map((message, index) => [message, index]))
  const isOriginal = createOriginalPredicate(task)
  const audited = recorded.map((request) => buildAuditedRequest(run, request, steps.get(request.index), task))
  return auditRequests(audited, (before, now, difference) => {
    const [earlier, later] = [recorded[before]?.index ?? 0, recorded[now]?.index ?? 0]
    const between: Between = {
      condensed: findCondensedBetween(run, earlier, later),
      isOriginal,
      findPlace: (message, at) => indexOf.get(message) ?? at,
    }
    const findHistorySentBy = (request: number) => buildSentHistory(task, steps.get(request)?.recorded)
    return findDifferenceCause(findHistorySentBy(earlier), findHistorySentBy(later), difference, between)
  })
}

function buildAuditedRequest(
  { usage: { requests } }: RecordedRun,
  { index, ts, model, usage, prices, condensations }: RecordedRequest,
  step: ReplayStep | undefined,
  task: ReplayTask,
): AuditedRequest {
  const { input = 0, output = 0, cacheWrites = 0, cacheReads = 0 } = usage.value ?? {}
  return {
    request: index,
    ts,
    model: model.value,
    sent: step === undefined ? null : buildAuditedSent(task, step, step.recorded),
    tokens: {
      uncached: input,
      cacheWrite: cacheWrites,
      cacheWrite1h: Math.min(requests[index]?.cacheWrites1h ?? 0, cacheWrites),
      cacheRead: cacheReads,
      output,
    },
    prices: prices.value,
    style: step?.cacheStyle ?? task.cacheStyle,
    isCondensed: condensations.length > 0,
  }
}

/** What the agent did to its history after one request and up to another. */
function findCondensedBetween({ requests }: RecordedRun, before: number, now: number): Between['condensed'] {
  const made = requests.slice(before + 1, now + 1).flatMap(({ condensations }) => condensations)
  if (made.length === 0) return null
  return made.every(({ record }) => record?.kind === 'clearing') ? 'clearing' : 'condensation'
}
