import type { MeasuringEvent } from '../../../shared/activity/quality-contract.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import { findKeptMethod } from '../../methods/restore-method.ts'
import type { StoredRun } from '../../platform/store/records.ts'
import { implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import { requireRun, requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { streamEvents } from '../common/stream-events.ts'
import { priceAfter } from '../condense/after-cut.ts'
import { measureQualities } from '../condense/measure-qualities.ts'
import type { MeasureRunInput } from '../experiments/jobs/measure-run.ts'
import { loadSource, runResult, runSource } from '../library/sources.ts'

/** Handlers of the `quality` area. */
export function createQualityHandlers({ store, engine }: Pick<Services, 'store' | 'engine'>) {
  return {
    measure: implementer.quality.measure.handler(async ({ input, signal }) => {
      if (input.taskId !== undefined) await requireTask(store, input.taskId)
      return streamEvents<MeasuringEvent>(
        (options) => measureQualities({ store, engine }, input, options),
        signal,
      )
    }),
    ofRun: implementer.quality.ofRun.handler(async ({ input, signal }) => {
      const run = await requireRun(store, input.runId)
      const { stats, keptEnds } = requireEndedRun(run)
      const source = await runSource(store, run)
      const result = run.status === 'unchanged' ? null : await runResult(store, run)
      const task = await requireTask(store, run.taskId)
      const { sourceBlob, model: taskModel } = task
      const isCurrent = sourceBlob === run.sourceBlob
      const now = isCurrent ? source : await loadSource(store, sourceBlob)
      const { cut: index } = run
      const afterCut =
        isCurrent && index !== undefined ? await priceAfter(engine, { task, source, index }) : null
      const output = await engine.run(
        'measureRun',
        {
          source,
          result,
          stats,
          keptEnds,
          now,
          taskModel,
          afterCut,
          mayAsk: run.model !== null,
          isRecorded: run.providerId === recordedMethodId,
        },
        { signal },
      )
      return {
        metrics: [...output.metrics],
        measured: [...output.measured],
        fileIndices: isCurrent ? [...output.fileIndices] : null,
      }
    }),
  }
}

/** What a run promised and took; a problem where there is nothing to measure. */
function requireEndedRun(run: StoredRun): Pick<MeasureRunInput, 'stats' | 'keptEnds'> {
  const { id, status, outcome, providerId, settings } = run
  if (outcome === null || (status !== 'condensed' && status !== 'unchanged')) {
    throw new Problem({
      code: 'bad-input',
      message: `There is nothing to measure: the run is ${status}`,
      where: id,
      hint: 'Choose a run that condensed its history or left it unchanged.',
    })
  }
  // The settings are those of the provider that was asked, which need not be the one that made the result.
  const isOwn = outcome.attempts.length < 2
  const method = isOwn && status === 'condensed' ? findKeptMethod({ providerId, settings }) : null
  const keptEnds = method?.keptEnds ?? { first: 0, last: 0 }
  return { stats: outcome.stats, keptEnds }
}
