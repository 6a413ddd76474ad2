import type { RunSummary } from '../../shared/domain/run.ts'

/** The provider that a run asked for and, where a fallback took over, the one that made the result. */
export function providersOfRun({ providerId, outcome }: Pick<RunSummary, 'providerId' | 'outcome'>): {
  readonly asked: string
  /** Null where no fallback made the result. */
  readonly instead: string | null
} {
  const last = outcome?.attempts.at(-1)
  const made = outcome?.status === 'condensed' && last !== undefined && last.status !== 'failed'
  return { asked: providerId, instead: made && last.providerId !== providerId ? last.providerId : null }
}

/** The same in a few words: `native → truncation`. */
export function describeProviders(run: Pick<RunSummary, 'providerId' | 'outcome'>): string {
  const { asked, instead } = providersOfRun(run)
  return instead === null ? asked : `${asked} → ${instead}`
}
