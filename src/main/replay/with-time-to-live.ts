import type { CacheStyle } from '../../shared/domain/replay.ts'
import type { ReplayTask } from './replay-task.ts'

/** A task whose vendors keep what a request sent for so long after its last use, where they keep anything at all. */
export function withTimeToLive(task: ReplayTask, timeToLiveMs: number): ReplayTask {
  const change = (style: CacheStyle): CacheStyle =>
    style.kind === 'none' ? style : { ...style, timeToLiveMs }
  return {
    ...task,
    cacheStyle: change(task.cacheStyle),
    steps: task.steps.map((step) => ({ ...step, cacheStyle: change(step.cacheStyle) })),
  }
}
