import { randomUUID } from 'node:crypto'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import type { TokensByKind } from '../../../../shared/library/inspection-types.ts'
import type { RequestBreak } from '../../../../shared/replay/cache-audit-types.ts'
import { Cancelled } from '../../../kernel/cancel-signal.ts'
import { builtInOnly } from '../../../kernel/condensing-prompts.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import { sumTokensByTool, type ToolTokens } from '../../../kernel/inspect/token-sums.ts'
import { findMethod } from '../../../methods/methods.ts'
import { losslessMethod } from '../../../methods/own/lossless/lossless.ts'
import { restoreMethod } from '../../../methods/restore-method.ts'
import { runMethod } from '../../../methods/run-method.ts'
import type { PackedJson } from '../../../platform/workers/compression.ts'
import { openConversation, openFileConversation, openWhole } from '../../../platform/workers/documents.ts'
import {
  makeCancellable,
  pickContextLog,
  type Job,
  type JobContext,
  type SourceRef,
} from '../../../platform/workers/job.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import type { RecordedRun } from '../../../record/recorded-run.ts'
import { openRunModels } from '../../condense/jobs/run-methods.ts'
import { auditRecorded } from '../../replay/compute/cache/audit-recorded.ts'
import { prepareReplay } from '../../replay/compute/prepare-replay.ts'
import { priceLibrary } from '../../replay/jobs/price-library.ts'
import { packMeasurement, buildTaskMeasurement, type MeasuredTask } from './build-task-measurement.ts'
import { computeTaskFigures } from './inspect-task.ts'

export type SurveyInput = {
  readonly source: SourceRef
  readonly usage: RecordedUsage
  readonly task: MeasuredTask
  /** The model by which it is listed. */
  readonly model: string | null
}

/** What one task adds to the sums of a library. */
export type SurveyFigures = {
  readonly tokens: number
  /** What `lossless` with its default settings leaves. */
  readonly losslessTokens: number
  readonly byKind: TokensByKind
  readonly byTool: readonly ToolTokens[]
  readonly byModel: ReturnType<RecordedRun['usageByModel']>
  /** What the recorded requests lost to broken caches. */
  readonly cacheBreaks: readonly RequestBreak[]
}

export type SurveyOutput =
  | {
      readonly kind: 'finished'
      readonly figures: SurveyFigures
      /** The same as a task is shown with, so that it opens counted. */
      readonly measurement: PackedJson
    }
  | { readonly kind: 'cancelled' }

/** Counts a task and tries `lossless` on it. */
export const surveyTask: Job<SurveyInput, SurveyOutput> = makeCancellable(
  async ({ source, usage, task, model }, context) => {
    const document = await openWhole(source)
    const counted = await openFileConversation(document, () => {
      if (context.signal.aborted) throw new Cancelled()
    })
    const conversation = await openConversation(document)
    const figures = await computeTaskFigures({ source, usage }, context)
    const { messages, hiddenRange } = document
    const run = reconstruct(
      { messages, usage, hiddenRange, ...pickContextLog(document) },
      { counter: conversation.counter, counted, ...(await priceLibrary()) },
    )
    return {
      kind: 'finished',
      figures: {
        tokens: figures.totalTokens,
        losslessTokens: await countTokensLeft(conversation, context),
        byKind: figures.byKind,
        byTool: sumTokensByTool(conversation),
        byModel: reconstruct(
          { messages, usage, hiddenRange: null },
          { counter: conversation.counter, counted },
        ).usageByModel(model),
        cacheBreaks: findCacheBreaks(run, conversation),
      },
      measurement: packMeasurement(buildTaskMeasurement(task, figures)).measurement,
    }
  },
)

/** What requests lost to broken caches, by their index. */
function findCacheBreaks(run: RecordedRun, { counter }: Conversation): RequestBreak[] {
  const { breaks } = auditRecorded(run, prepareReplay(run, counter, 'record'))
  return breaks.map(({ request, cause, tokens, costUsd }) => ({
    request: request - 1,
    cause,
    tokens,
    costUsd,
  }))
}

/** Where the provider refuses or finds nothing, the task stays as it is. */
async function countTokensLeft(conversation: Conversation, context: JobContext): Promise<number> {
  const models = await openRunModels({ model: null, profileModels: {} }, context)
  const { summary } = await runMethod({
    method: restoreMethod({ providerId: losslessMethod.id, settings: {} }),
    conversation,
    targetTokens: null,
    pins: [],
    services: {
      now: () => performance.now(),
      newId: randomUUID,
      onProgress: () => undefined,
      prompts: builtInOnly,
      findMethod,
      ...models,
    },
    alerts: { minimumGainPercent: 0, alertCostUsd: Number.POSITIVE_INFINITY },
    flags: { isAutomatic: true, usedOwnHandler: false },
    signal: context.signal,
  })
  return summary.stats.finalTokens
}
