import { tokensByTool, type ToolTokens } from '../../../engine/inspect/token-sums.ts'
import { randomUUID } from 'node:crypto'
import type { TokensByKind } from '../../../../shared/domain/inspection.ts'
import type { RecordedUsage } from '../../../../shared/domain/usage.ts'
import { builtInOnly } from '../../../engine/condensing-prompts.ts'
import { Cancelled } from '../../../engine/cancel-signal.ts'
import type { Conversation } from '../../../engine/conversation.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import type { RecordedRun } from '../../../record/recorded-run.ts'
import { runProvider } from '../../../engine/manager.ts'
import { losslessProvider } from '../../../engine/providers/lossless/lossless.ts'
import { findProvider } from '../../../engine/registry.ts'
import type { PackedJson } from '../../compression.ts'
import { conversationOf, openWhole } from '../../documents.ts'
import { auditRecorded } from '../../../replay/cache/audit-recorded.ts'
import { prepareReplay } from '../../../replay/prepare-replay.ts'
import { priceLibrary } from '../../replays/price-library.ts'
import type { RequestBreak } from '../../../../shared/domain/cache-audit.ts'
import { cancellable, logOf, type Job, type JobContext, type SourceRef } from '../../job.ts'
import { figuresOf } from './inspect-task.ts'
import { modelsOf } from '../runs/run-provider.ts'
import { packMeasurement, taskMeasurement, type MeasuredTask } from './task-measurement.ts'

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
export const surveyTask: Job<SurveyInput, SurveyOutput> = cancellable(
  async ({ source, usage, task, model }, context) => {
    const document = await openWhole(source)
    const conversation = await conversationOf(document, () => {
      if (context.signal.aborted) throw new Cancelled()
    })
    const figures = await figuresOf({ source, usage }, context)
    const { messages, hiddenRange } = document
    const run = reconstruct(
      { messages, usage, hiddenRange, ...logOf(document) },
      { counter: conversation.counter, ...(await priceLibrary()) },
    )
    return {
      kind: 'finished',
      figures: {
        tokens: figures.totalTokens,
        losslessTokens: await tokensLeft(conversation, context),
        byKind: figures.byKind,
        byTool: tokensByTool(conversation),
        byModel: reconstruct(
          { messages, usage, hiddenRange: null },
          { counter: conversation.counter },
        ).usageByModel(model),
        cacheBreaks: breaksOf(run, conversation),
      },
      measurement: packMeasurement(taskMeasurement(task, figures)).measurement,
    }
  },
)

/** What requests lost to broken caches, by their index. */
function breaksOf(run: RecordedRun, { counter }: Conversation): RequestBreak[] {
  const { breaks } = auditRecorded(run, prepareReplay(run, counter, 'record'))
  return breaks.map(({ request, cause, tokens, costUsd }) => ({
    request: request - 1,
    cause,
    tokens,
    costUsd,
  }))
}

/** Where the provider refuses or finds nothing, the task stays as it is. */
async function tokensLeft(conversation: Conversation, context: JobContext): Promise<number> {
  const bound = losslessProvider.bind({}, findProvider)
  if (!bound.ok) throw new Error('The default settings of lossless do not fit it.')
  const models = await modelsOf({ model: null, profileModels: {} }, context)
  const { summary } = await runProvider({
    provider: losslessProvider,
    settings: bound.settings,
    conversation,
    targetTokens: null,
    pins: [],
    services: {
      now: () => performance.now(),
      newId: randomUUID,
      onProgress: () => undefined,
      prompts: builtInOnly,
      findProvider,
      ...models,
    },
    alerts: { minimumGainPercent: 0, alertCostUsd: Number.POSITIVE_INFINITY },
    flags: { isAutomatic: true, usedOwnHandler: false },
    signal: context.signal,
  })
  return summary.stats.finalTokens
}
