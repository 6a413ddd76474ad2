import { withExplanation, withFirstText } from '../../../../shared/condensations/words.ts'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import type { ImportProblem } from '../../../../shared/library/task-types.ts'
import { describeDerivedPrices, withPriceText } from '../../../../shared/models/prices-words.ts'
import type { ReplayedPolicy, ReplayResult } from '../../../../shared/replay/contract.ts'
import type { PlainPolicyId } from '../../../../shared/replay/replay-policy-types.ts'
import type { PolicyReplay } from '../../../../shared/replay/types.ts'
import { withCacheText, withNoteText, withPolicyText, withReasons } from '../../../../shared/replay/words.ts'
import { stopIfCancelled } from '../../../kernel/cancel-signal.ts'
import { reviseConversation } from '../../../kernel/conversation.ts'
import { computeTriggerTokens } from '../../../kernel/policy/own-trigger.ts'
import { metrics } from '../../../measure/metrics/metrics.ts'
import { createSubject } from '../../../measure/metrics/subject.ts'
import { buildUntouchedQuality } from '../../../measure/metrics/summarise-quality.ts'
import { packJson, type PackedJson } from '../../../platform/workers/compression.ts'
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
import type { RecordedRun } from '../../../record/recorded-run.ts'
import { buildUnplayedNotes } from '../compute/agent/build-unplayed-notes.ts'
import { compareWithRecord } from '../compute/agent/compare-with-record.ts'
import { explainCondensations } from '../compute/agent/explain-condensations.ts'
import { findFirstCondensation, type AgentRecord } from '../compute/agent/find-first-condensation.ts'
import { measureContextSizes } from '../compute/agent/measure-context-sizes.ts'
import { buildRefusedNotes, buildWindowNotes } from '../compute/build-window-notes.ts'
import { listDerivedPrices } from '../compute/cost/pay-requests.ts'
import { isSampled } from '../compute/judge-condensation.ts'
import { prepareReplay } from '../compute/prepare-replay.ts'
import { createOutlineRecorder, type OutlineRecorder, type ReplayOutline } from '../compute/replay-outline.ts'
import {
  neverPolicy,
  replayPolicy,
  type HeldPrefix,
  type ReplayPolicy,
  type ReplayServices,
} from '../compute/replay-policy.ts'
import { buildJudgingNotes, replayRecorded } from '../compute/replay-recorded.ts'
import type { ReplayTask } from '../compute/replay-task.ts'
import { priceLibrary } from './price-library.ts'
import { createReplayCondenser, type ReplayRun } from './replay-condenser.ts'

/** A policy with all that its condensations need; its models are asked for by its id. */
export type ReplayJobPolicy =
  | { readonly id: PlainPolicyId }
  | {
      readonly id: string
      readonly trigger: NonNullable<ReplayPolicy['trigger']>
      readonly run: ReplayRun
      /** How long vendors keep a prefix; as the record shows where it is left out. */
      readonly timeToLiveMs?: number
      /** Whether nobody chose the built-in summariser, so that it is charged as the task's own model. */
      readonly isBuiltIn: boolean
      /** Whether the summary is asked for with the agent's own system prompt, tools and messages, which are cached. */
      readonly reusesPrefix?: boolean
    }

export type ReplayTaskInput = {
  readonly usage: RecordedUsage
  readonly source: SourceRef
  readonly policies: readonly ReplayJobPolicy[]
  /** Of the files of the task. */
  readonly problems: readonly ImportProblem[]
  /** Whether what comes of it is packed as well, to be kept. */
  readonly packs: boolean
}

export type ReplayTaskOutput =
  | {
      readonly kind: 'finished'
      readonly result: ReplayResult
      /** What every policy sent with every request, to be asked for one by one. */
      readonly outline: ReplayOutline
      /** Both of them as they are kept; null where nobody asked for that. */
      readonly packed: { readonly result: PackedJson; readonly contexts: PackedJson } | null
    }
  | { readonly kind: 'cancelled' }

/** Plays a recorded task again under each policy. */
export const replayTask: Job<ReplayTaskInput, ReplayTaskOutput> = makeCancellable(async (input, context) => {
  const task = await prepare(input, context)
  const outline = createOutlineRecorder(task.prepared, task.run.messages)
  const policies: ReplayedPolicy[] = []
  for (const policy of input.policies) policies.push(await play(policy, task, context, outline))
  const result = { recorded: buildRecordedResult(input, task), policies }
  const finished = outline.finish()
  const packed = input.packs ? { result: packJson(result), contexts: packJson(finished) } : null
  return { kind: 'finished', result, outline: finished, packed }
})

type Prepared = {
  readonly run: RecordedRun
  readonly prepared: ReplayTask
  readonly modelled: ReplayTask
  /** What first condensations are held against. */
  readonly record: AgentRecord
  /** Of the recorded requests, in tokens. */
  readonly windows: readonly (number | null)[]
}

async function prepare({ source, usage }: ReplayTaskInput, context: JobContext): Promise<Prepared> {
  const { onProgress, signal } = context
  onProgress({ stage: 'reading', label: 'Reading the history', done: 0, total: 1 })
  const { messages, hiddenRange, ...snapshot } = await openSnapshot(source.bytes)
  const counter = await openThreadCounter()
  const run = reconstruct(
    { messages, usage, hiddenRange, ...pickContextLog(snapshot) },
    { counter, ...(await priceLibrary()) },
  )
  stopIfCancelled(signal)
  onProgress({ stage: 'counting', label: 'Counting tokens', done: 0, total: 1 })
  const prepared = prepareReplay(run, counter, 'record')
  stopIfCancelled(signal)
  return {
    run,
    prepared,
    modelled: prepareReplay(run, counter, 'model'),
    windows: run.requests.map(({ windowTokens }) => windowTokens.value),
    record: { task: prepared, run, sizes: measureContextSizes(prepared, run) },
  }
}

function buildRecordedResult(
  { problems }: ReplayTaskInput,
  { run, prepared, modelled, windows, record: { sizes } }: Prepared,
): ReplayResult['recorded'] {
  return {
    ...withReasons(compareWithRecord(run, prepared, modelled), problems),
    prices: prepared.prices.map(withPriceText),
    cacheStyle: withCacheText(prepared.cacheStyle),
    firings: explainCondensations(run.condensations, sizes, windows).map(withExplanation),
  }
}

async function play(
  policy: ReplayJobPolicy,
  prepared: Prepared,
  context: JobContext,
  outline: OutlineRecorder,
): Promise<ReplayedPolicy> {
  const { run, prepared: task, windows } = prepared
  const watched = watchPolicy(policy, task, context, outline)
  if (policy.id === 'recorded') {
    outline.takeRecorded(policy.id)
    const replay = withPolicyText(replayRecorded(task, watched.services))
    const notes = [...buildUnplayedNotes(task, run.condensations), ...buildJudgingNotes(replay.firings)].map(
      withNoteText,
    )
    return { ...(run.condensations.length === 0 ? withUntouched(replay) : replay), notes }
  }
  if ('run' in policy) return playRun(policy, prepared, context, watched)
  const replay = withPolicyText(await replayPolicy(task, neverPolicy, watched.services))
  return { ...withUntouched(replay), notes: buildRefusedNotes(replay, windows).map(withNoteText) }
}

/** What a policy's replay reports to, and at which request it is. */
type Watched = Readonly<{ services: ReplayServices; step(): ReplayTask['steps'][number] | undefined }>

function watchPolicy(
  policy: ReplayJobPolicy,
  task: ReplayTask,
  { signal, onProgress }: JobContext,
  outline: OutlineRecorder,
): Watched {
  let step = 0
  let measured = 0
  const isOwn = 'trigger' in policy && policy.trigger.own !== undefined
  const services: ReplayServices = {
    signal,
    onProgress: (done, total) => {
      step = done
      onProgress({ stage: policy.id, label: policy.id, done, total })
    },
    measure: (fired) => {
      measured += 1
      return isOwn && !isSampled(measured, 8) ? undefined : measure(fired)
    },
    ...outline.start(policy.id),
  }
  return { services, step: () => task.steps[step] }
}

/** Plays a policy that runs a provider. */
async function playRun(
  policy: Extract<ReplayJobPolicy, { run: unknown }>,
  { run: recorded, prepared: task, record }: Prepared,
  context: JobContext,
  { services, step }: Watched,
): Promise<ReplayedPolicy> {
  const { id, trigger, run, isBuiltIn, timeToLiveMs, reusesPrefix = false } = policy
  // What concerns the figures of all requests comes first.
  const general: ReplayedPolicy['notes'] = []
  const notes: ReplayedPolicy['notes'] = []
  const createNoteWriter = (list: ReplayedPolicy['notes']) => (text: string) => {
    list.push({ request: step()?.request ?? 0, text })
  }
  const { slope, counter } = task
  let held: HeldPrefix | null = null
  const tariff = {
    pricesNow: () => step()?.prices ?? null,
    derivedNow: () => describeDerivedPrices(listDerivedPrices(step())),
    slope,
    counter,
    heldNow: () => (reusesPrefix ? held : null),
  }
  const isOften =
    trigger.own !== undefined && computeTriggerTokens(trigger.own.trigger, trigger.own.limits) === null
  const condenser = await createReplayCondenser({
    id,
    run,
    messages: recorded.messages,
    context,
    waitsForGrowth: !isOften,
    isQuiet: isOften,
    note: createNoteWriter(notes),
    noteBuiltInCharge: createNoteWriter(general),
    tariff: isBuiltIn ? tariff : undefined,
  })
  const condense: ReplayPolicy['condense'] = (conversation, standing) => {
    held = standing
    return condenser(conversation)
  }
  const kept = timeToLiveMs === undefined ? {} : { timeToLiveMs }
  const replay = withPolicyText(
    await replayPolicy(
      task,
      { id, trigger, reusesPrefix, condense, isDue: condenser.isDue, ...kept },
      services,
    ),
  )
  const first = findFirstCondensation(record, trigger, replay)
  const all = [...general, ...buildWindowNotes(replay, trigger.windowTokens).map(withNoteText), ...notes]
  return {
    ...withUntouched(replay),
    notes: all,
    ...(first === undefined ? {} : { firstFiring: withFirstText(first) }),
  }
}

/** What a replay says itself, or what differs from time to time. */
const unmeasured = new Set(['cost', 'duration'])

/** A policy that is played and never condenses keeps everything. */
function withUntouched(replay: PolicyReplay): PolicyReplay {
  if (replay.firings.length > 0 || replay.requests.length === 0) return replay
  return { ...replay, quality: buildUntouchedQuality(metrics.filter(({ id }) => !unmeasured.has(id))) }
}

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
  const values = metrics.flatMap(({ id, measure: measureOne }) =>
    unmeasured.has(id) ? [] : [[id, measureOne(subject)?.value ?? null] as const],
  )
  return Object.fromEntries(values)
}
