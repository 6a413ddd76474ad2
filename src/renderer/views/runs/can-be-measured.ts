import type { RunSummary } from '../../../shared/domain/run.ts'

/** Whether a run has something whose quality can be told: a result, or a source that it left as it was. */
export function canBeMeasured({ status }: Pick<RunSummary, 'status'>): boolean {
  return status === 'condensed' || status === 'unchanged'
}
