import { sumKnown } from '../../../../shared/kernel/numbers.ts'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import type { PlayedPolicy } from '../../../../shared/replay/types.ts'
import { reviseConversation } from '../../../kernel/conversation.ts'
import { ownTriggerSchema } from '../../../kernel/policy/own-trigger.ts'
import { metrics } from '../../../measure/metrics/metrics.ts'
import { createSubject } from '../../../measure/metrics/subject.ts'
import { openThreadCounter } from '../../../platform/workers/documents.ts'
import {
  makeCancellable,
  pickContextLog,
  type Job,
  type JobContext,
  type SourceRef,
} from '../../../platform/workers/job.ts'
import { openSnapshot } from '../../../platform/workers/packed-snapshot.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import { isSampled } from '../compute/judge-condensation.ts'
import { prepareReplay } from '../compute/prepare-replay.ts'
import {
  neverPolicy,
  replayPolicy,
  type HeldPrefix,
  type ReplayPolicy,
  type ReplayServices,
} from '../compute/replay-policy.ts'
import { replayRecorded } from '../compute/replay-recorded.ts'
import type { ReplayTask } from '../compute/replay-task.ts'
import type { SweepFigure, SweptPlay } from '../compute/summarise-sweep.ts'
import type { SweptTrigger, TriedTrigger } from '../compute/summarise-triggers.ts'
import type { SweepPoint } from '../compute/sweep-points.ts'
import type { Tariff } from './charge-built-in-model.ts'
import { priceLibrary } from './price-library.ts'
import { createReplayCondenser } from './replay-condenser.ts'
import type { ReplayJobPolicy } from './replay-task.ts'

type RunPolicy = Extract<ReplayJobPolicy, { run: unknown }>

/** An arm as it runs in a window; its models are asked for by its id. */
export type SweepArm = Pick<RunPolicy, 'id' | 'run' | 'isBuiltIn' | 'reusesPrefix'> & {
  /** The id of the arm, whatever the window. */
  readonly arm: string
  readonly points: readonly SweepPoint[]
}

/** A method that is tried with a trigger; its models are asked for by its id. */
export type SweepTrigger = Pick<RunPolicy, 'id' | 'run' | 'isBuiltIn' | 'reusesPrefix' | 'trigger'> &
  TriedTrigger

export type SweepTaskInput = {
  readonly usage: RecordedUsage
  readonly source: SourceRef
  readonly arms: readonly SweepArm[]
  readonly triggers: readonly SweepTrigger[]
}

export type SweepTaskOutput =
  | {
      readonly kind: 'finished'
      readonly requests: number
      readonly peakTokens: number
      readonly neverUsd: number
      readonly recordedUsd: number | null
      readonly plays: readonly SweptPlay[]
      readonly triggers: readonly SweptTrigger[]
    }
  | { readonly kind: 'left-out'; readonly reason: 'not-played' | 'no-prices' }
  | { readonly kind: 'cancelled' }

/** Plays a recorded task under arms at several thresholds, and keeps what they come to. */
export const sweepTask: Job<SweepTaskInput, SweepTaskOutput> = makeCancellable(async (input, context) => {
  const { signal, onProgress } = context
  const { messages, hiddenRange, ...snapshot } = await openSnapshot(input.source.bytes)
  const counter = await openThreadCounter()
  const recorded = reconstruct(
    { messages, usage: input.usage, hiddenRange, ...pickContextLog(snapshot) },
    { counter, ...(await priceLibrary()) },
  )
  const task = prepareReplay(recorded, counter, 'record')
  if (task.steps.length === 0) return { kind: 'left-out', reason: 'not-played' }
  const never = await replayPolicy(task, neverPolicy, { signal, onProgress: () => undefined })
  const { costUsd: neverUsd, peakContext: peakTokens } = never
  if (neverUsd === null) return { kind: 'left-out', reason: 'no-prices' }
  const { costUsd: recordedUsd } = replayRecorded(task, { signal })
  const total = input.arms.reduce((sum, { points }) => sum + points.length, 0)
  const plays: SweptPlay[] = []
  for (const arm of input.arms) {
    for (const point of arm.points) {
      onProgress({ stage: 'sweep', label: arm.arm, done: plays.length, total })
      // A threshold that nothing reaches leaves everything as it is.
      const isReached = peakTokens >= point.thresholdTokens
      const play = isReached
        ? await playSweepPoint({ task, messages: recorded.messages, context }, arm, point)
        : untouched
      const capped = { neverUsd: capAtWindow(never, point.windowTokens) ?? neverUsd }
      plays.push({
        arm: arm.arm,
        ...point,
        ...capped,
        ...(play ?? { ...nothingCondensed, costUsd: neverUsd }),
      })
    }
  }
  const triggers: SweptTrigger[] = []
  for (const tried of input.triggers)
    triggers.push(await playTrigger({ task, messages: recorded.messages, context }, tried))
  const requests = never.requests.length
  return { kind: 'finished', requests, peakTokens, neverUsd, recordedUsd, plays, triggers }
})

type Outcome = Omit<SweptPlay, 'arm' | 'thresholdTokens' | 'windowTokens' | 'neverUsd'>

/** What never condensing costs where no request may be larger than the window: each so much less as it would be over it. */
function capAtWindow({ requests }: Pick<PlayedPolicy, 'requests'>, windowTokens: number): number | null {
  return sumKnown(
    requests.map(({ costUsd, contextTokens }) =>
      costUsd === null ? null : costUsd * Math.min(1, windowTokens / Math.max(1, contextTokens)),
    ),
  )
}

const untouched = null
const nothingCondensed = {
  estimatedUsd: 0,
  condensations: 0,
  isExtracted: false,
  paysBackAfter: [],
  figures: {},
}

type Playing = {
  readonly task: ReplayTask
  readonly messages: Parameters<typeof createReplayCondenser>[0]['messages']
  readonly context: JobContext
}

async function playSweepPoint(playing: Playing, arm: SweepArm, point: SweepPoint): Promise<Outcome> {
  let measured = 0
  const played = await playRun(playing, { ...arm, trigger: buildSweepTrigger(point) }, (fired) => {
    measured += 1
    return isSampled(measured, 4) ? measure(fired) : undefined
  })
  return {
    costUsd: played.costUsd,
    estimatedUsd: played.estimatedUsd ?? 0,
    condensations: played.firings.length,
    isExtracted: played.firings.some(({ isCostEstimated }) => isCostEstimated === true),
    paysBackAfter: played.firings
      .filter(({ unjudgedCode }) => unjudgedCode === undefined)
      .map(({ paysBackAfter }) => paysBackAfter),
    figures: played.quality,
  }
}

/** What a task comes to with a trigger. */
async function playTrigger(playing: Playing, tried: SweepTrigger): Promise<SweptTrigger> {
  const { kind, leastTokens } = tried
  const { costUsd, firings, leftOpenUsd } = await playRun(playing, tried)
  const condensations = firings.filter(({ by = 'size' }) => by === kind).length
  return { kind, leastTokens, costUsd, condensations, leftOpenUsd: leftOpenUsd ?? 0 }
}

/** Plays a task under a method as it is set, the built-in summariser charged as the model of the task. */
async function playRun(
  { task, messages, context }: Playing,
  { id, run, isBuiltIn, reusesPrefix = false, trigger }: Omit<SweepTrigger, keyof TriedTrigger>,
  measureOne?: ReplayServices['measure'],
): Promise<PlayedPolicy> {
  let step = 0
  let held: HeldPrefix | null = null
  const { slope, counter } = task
  const tariff: Tariff = {
    pricesNow: () => task.steps[step]?.prices ?? null,
    slope,
    counter,
    heldNow: () => (reusesPrefix ? held : null),
  }
  const condenser = await createReplayCondenser({
    id,
    run,
    messages,
    context,
    waitsForGrowth: true,
    note: () => undefined,
    tariff: isBuiltIn ? tariff : undefined,
  })
  const condense: ReplayPolicy['condense'] = (conversation, standing) => {
    held = standing
    return condenser(conversation)
  }
  const services: ReplayServices = {
    signal: context.signal,
    onProgress: (done) => {
      step = done
    },
    ...(measureOne === undefined ? {} : { measure: measureOne }),
  }
  const policy = { id, trigger, reusesPrefix, condense, isDue: condenser.isDue }
  return replayPolicy(task, policy, services)
}

/** Fires as soon as the next request has so many tokens, whatever the agent of the arm would do. */
function buildSweepTrigger({
  thresholdTokens,
  windowTokens,
}: SweepPoint): NonNullable<ReplayPolicy['trigger']> {
  const trigger = ownTriggerSchema.parse({ terms: [{ share: 0, plus: thresholdTokens }] })
  const limits = { window: windowTokens, maxOutput: null, inputLimit: null }
  const own = { trigger, estimator: 'tokenizer', limits } as const
  return { windowTokens, thresholdPercent: (100 * thresholdTokens) / windowTokens, maxTokens: null, own }
}

const headline = metrics.filter(({ rank, view }) => rank === 'headline' && view === undefined)

/** The headline figures of the whole context, which are measured and decide. */
export const sweepMetrics: readonly SweepFigure[] = headline

function measure({
  source,
  condensed,
  continuation,
}: Parameters<NonNullable<ReplayServices['measure']>>[0]): Readonly<Record<string, number | null>> {
  const subject = createSubject({
    source,
    result: reviseConversation(source, condensed.messages),
    provenance: condensed.provenance,
    continuation,
    stats: { costUsd: condensed.costUsd ?? 0, durationMs: 0 },
  })
  return Object.fromEntries(headline.map((metric) => [metric.id, metric.measure(subject)?.value ?? null]))
}
