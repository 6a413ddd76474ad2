import { shortenCondensation } from '../../../shared/condensations/build-condensation-tables.ts'
import type { HappenedInTask } from '../../../shared/home/happened-types.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import type { CoreServices } from '../common/core-services.ts'
import { readAutopsy } from '../condensations/read-autopsy.ts'
import { findPeakTokens } from '../replay/compute/choose-record-window.ts'

/** What happened in a task as its agent recorded it, for the first lines of Home. Throws where it is aborted. */
export async function measureHappened(
  services: Pick<CoreServices, 'store' | 'engine' | 'info'>,
  task: StoredTask,
  signal: AbortSignal,
): Promise<HappenedInTask> {
  const autopsy = task.condensations === 0 ? { condensations: [] } : await readAutopsy(services, task, signal)
  return {
    condensations: autopsy.condensations.map(shortenCondensation),
    largest: await findLargestRequest(task),
    billUsd: task.costUsd,
  }
}

/** A request that did not fit into the window that is known of the model went to another window: nothing is said of it. */
async function findLargestRequest({ model, meta }: StoredTask): Promise<HappenedInTask['largest']> {
  const tokens = Math.round(findPeakTokens(meta.usage))
  if (tokens === 0 || model === null) return null
  const { findPrices } = await import('../../kernel/pricing/find-prices.ts')
  const windowTokens = findPrices(model)?.windowTokens ?? null
  return windowTokens === null || tokens > windowTokens ? null : { tokens, windowTokens }
}
