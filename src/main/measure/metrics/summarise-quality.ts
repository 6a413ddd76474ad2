import type { MetricGroup, MetricInfo, RunQualitySummary } from '../../../shared/activity/quality-types.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { findFacts, locateFacts } from '../facts/find-facts.ts'
import { findUsedFacts } from '../facts/find-used-facts.ts'
import { isSealed } from './sealed.ts'

/**
 * The two figures of quality that stand beside a reduction: how much of what the source states the result still states,
 * over facts of all classes, and how much of what the task went on to use. `after` is what came next, or why nothing did.
 */
export function summariseQuality(
  source: Conversation,
  result: Conversation,
  after: Conversation | 'nothing-after' | 'rewritten',
): RunQualitySummary {
  const facts = findFacts(source)
  if (isSealed({ source, result })) {
    const none = { survival: null, continuationRecall: null, used: 0 }
    return { ...none, facts: facts.length, survivalGap: 'encrypted', continuationGap: 'encrypted' }
  }
  const isKept = locateFacts(facts, result).map((places) => places.length > 0)
  const used = typeof after === 'string' ? [] : findUsedFacts(facts, after)
  const keptOfUsed = isKept.filter((_, index) => (used[index] ?? null) !== null)
  const survival = computeKeptShare(isKept)
  const continuationRecall = computeKeptShare(keptOfUsed)
  const gap = typeof after === 'string' ? after : 'none-used'
  return {
    survival,
    facts: facts.length,
    continuationRecall,
    used: keptOfUsed.length,
    survivalGap: survival === null ? 'no-facts' : null,
    continuationGap: continuationRecall === null ? gap : null,
  }
}

function computeKeptShare(kept: readonly boolean[]): number | null {
  return kept.length === 0 ? null : kept.filter(Boolean).length / kept.length
}

/** Shares of what is kept, of which a history that nothing was taken from keeps all. */
const keptGroups: readonly MetricGroup[] = ['artifacts', 'facts', 'continuation']

/**
 * What metrics say of a history that was never condensed: it keeps everything, and is reduced by nothing. Null for those
 * that tell neither, such as its size.
 */
export function buildUntouchedQuality(
  metrics: readonly Pick<MetricInfo, 'id' | 'group' | 'unit'>[],
): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    metrics.map(({ id, group, unit }) => {
      if (id === 'reduction' || group === 're-reading') return [id, 0]
      return [id, unit === 'share' && keptGroups.includes(group) ? 1 : null]
    }),
  )
}
