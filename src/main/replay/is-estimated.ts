import type { ReplayStep } from './replay-task.ts'

/** Whether nothing that was recorded says what a request cost, so that whatever it is played at is an estimate. */
export function isEstimated({ usage, costUsd }: ReplayStep): boolean {
  return usage === null || costUsd === null
}
