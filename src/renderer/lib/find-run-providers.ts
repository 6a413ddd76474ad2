import type { Attempt } from '../../shared/condense/outcome-types.ts'
import type { RunSummary } from '../../shared/condense/run-types.ts'

/** The provider that a run asked for and, where a fallback took over, the one that made the result. */
export function findRunProviders({ providerId, outcome }: Pick<RunSummary, 'providerId' | 'outcome'>): {
  readonly asked: string
  /** Null where no fallback made the result. */
  readonly instead: string | null
} {
  const maker = outcome?.status === 'condensed' ? findMaker(outcome.attempts) : undefined
  return {
    asked: providerId,
    instead: maker === undefined || maker.providerId === providerId ? null : maker.providerId,
  }
}

/** The same in a few words: `Native → Truncation`, or by ids where no names are given. */
export function describeProviders(
  run: Pick<RunSummary, 'providerId' | 'outcome'>,
  nameOf: (providerId: string) => string = (providerId) => providerId,
): string {
  const { asked, instead } = findRunProviders(run)
  return instead === null ? nameOf(asked) : `${nameOf(asked)} → ${nameOf(instead)}`
}

/** The attempt that was sufficient, else the one that saved most, the earlier of two equal ones. */
function findMaker(attempts: readonly Attempt[]): Attempt | undefined {
  const sufficient = attempts.find(({ status }) => status === 'condensed')
  if (sufficient !== undefined) return sufficient
  return attempts
    .filter(({ status }) => status === 'insufficient')
    .reduce<Attempt | undefined>(
      (best, next) => (best === undefined || next.reductionPercent > best.reductionPercent ? next : best),
      undefined,
    )
}
