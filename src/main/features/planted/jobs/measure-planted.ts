import { deepFreeze } from '../../../../shared/kernel/json-values.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { Provenance } from '../../../../shared/kernel/provenance.ts'
import { curveSizes, type PlantedFate } from '../../../../shared/planted/planted-types.ts'
import { reviseConversation, type Conversation } from '../../../kernel/conversation.ts'
import { countOperations } from '../../../kernel/count-operations.ts'
import { findSafeCuts } from '../../../kernel/history/find-safe-cuts.ts'
import { checkHistory } from '../../../kernel/history/invariants/check-history.ts'
import type { ModelInfo } from '../../../kernel/language-model.ts'
import { buildControlText, equalSizeControls, textControls } from '../../../measure/controls/control-texts.ts'
import { bringToSize } from '../../../measure/metrics/measure-at-equal-size.ts'
import { askPlanted, type PlantedAnswers } from '../../../measure/planted/ask-planted.ts'
import { judgePlanted } from '../../../measure/planted/judge-planted.ts'
import { buildPlantedMessages, makePlantedSession } from '../../../measure/planted/make-session.ts'
import type { PlantedItem } from '../../../measure/planted/planted-item.ts'
import { countMessages, openThreadCounter } from '../../../platform/workers/documents.ts'
import { makeCancellable, type Job, type JobContext } from '../../../platform/workers/job.ts'
import { createReplayCondenser, type ReplayRun } from '../../replay/jobs/replay-condenser.ts'
import type { HistoryOnce } from '../compute/summarise-curve.ts'
import type { HistoryFates } from '../compute/summarise-planted.ts'

/** A history of a set, and the model that is asked for its items; null where none is. */
type PlantedHistory = {
  readonly seed: number
  readonly at: number
  readonly tokens: number
  readonly asks: { readonly info: ModelInfo; readonly id: string } | null
}

/** One method on one planted history; the models of the method are asked for by this id. */
export type PlantedJobInput = PlantedHistory & {
  readonly rounds: readonly number[]
  readonly id: string
  readonly run: ReplayRun
}

export type PlantedJobOutput =
  | {
      readonly kind: 'finished'
      readonly tokens: number
      readonly once: HistoryOnce
      /** For each number of condensations. */
      readonly rounds: readonly HistoryFates[]
    }
  | { readonly kind: 'cancelled' }

/** Condenses a planted history by one method, each number of times anew, and looks for what was planted. */
export const measurePlanted: Job<PlantedJobInput, PlantedJobOutput> = makeCancellable(
  async (input, context) => {
    const history = await openHistory(input)
    const { items, whole } = history
    const kinds = items.map(({ kind }) => kind)
    const once = await play(input, history, 1, context)
    const rounds: HistoryFates[] = []
    for (const count of input.rounds) {
      const played = count === 1 ? once : await play(input, history, count, context)
      const { totalTokens } = played.conversation
      const controls = textControls.map((control) => [
        control,
        judgePlanted(items, [buildControlText(whole, control, totalTokens)]),
      ])
      rounds.push({
        ...(await judgePlayed(input, items, played, context)),
        controls: Object.fromEntries(controls),
      })
    }
    return {
      kind: 'finished',
      tokens: whole.totalTokens,
      once: { kinds, ...measureOnce(items, whole, once) },
      rounds,
    }
  },
)

/** What one method left of a planted history after each number of condensations, without controls. */
export type PlantedRoundsOutput =
  | {
      readonly kind: 'finished'
      readonly items: readonly PlantedItem[]
      readonly rounds: readonly (PlayedFates & { readonly failure: PlantedFailure | null })[]
    }
  | { readonly kind: 'cancelled' }

/** The first condensation that failed, with the code of the engine; else why the model that was asked gave no answers. */
export type PlantedFailure = { readonly code: string; readonly text: string }

/** Condenses a planted history by one method, as a gate holds it against what it was before. */
export const playPlanted: Job<PlantedJobInput, PlantedRoundsOutput> = makeCancellable(
  async (input, context) => {
    const history = await openHistory(input)
    const rounds: Extract<PlantedRoundsOutput, { kind: 'finished' }>['rounds'][number][] = []
    for (const count of input.rounds) {
      const played = await play(input, history, count, context)
      const judged = await judgePlayed(input, history.items, played, context)
      const unanswered =
        input.asks === null || judged.answers !== null
          ? null
          : { code: 'no-answers', text: judged.notes.at(-1) ?? '' }
      rounds.push({ ...judged, failure: played.failure ?? unanswered })
    }
    return { kind: 'finished', items: history.items, rounds }
  },
)

type OpenedHistory = Awaited<ReturnType<typeof openHistory>>

async function play(
  { id, run }: PlantedJobInput,
  { whole }: OpenedHistory,
  count: number,
  context: JobContext,
): Promise<Played> {
  const notes = new Set<string>()
  const condense = await createReplayCondenser({
    id,
    run,
    messages: whole.messages,
    context,
    note: (text) => notes.add(text),
    waitsForGrowth: false,
  })
  return { ...(await condenseInRow(whole, count, condense)), notes }
}

type PlayedFates = Omit<HistoryFates, 'controls'>

async function judgePlayed(
  input: PlantedJobInput,
  items: readonly PlantedItem[],
  { conversation, condensed, notes }: Played,
  context: JobContext,
): Promise<PlayedFates> {
  return {
    kinds: items.map(({ kind }) => kind),
    condensed,
    tokens: conversation.totalTokens,
    isValid: checkHistory(conversation.messages).length === 0,
    fates: judgePlanted(items, listTexts(conversation)),
    answers: await ask(input, items, conversation, { context, notes }),
    notes: [...notes],
  }
}

/** What is left of a history that was condensed so many times. */
type Played = {
  readonly conversation: Conversation
  readonly condensed: number
  /** Of the last condensation; null where it left its history as it was. */
  readonly provenance: Provenance | null
  readonly failure: PlantedFailure | null
  readonly notes: Set<string>
}

/** What one condensation leaves at each size, beside what controls keep there. */
function measureOnce(
  items: readonly PlantedItem[],
  whole: Conversation,
  { conversation: result, provenance, notes }: Played,
): Omit<HistoryOnce, 'kinds'> {
  const condensation = { source: whole, result, provenance: provenance ?? keepAll(whole) }
  const nothing = { source: whole, result: reviseConversation(whole, []), provenance: keepNothing }
  const judge = (conversation: Conversation) => judgePlanted(items, listTexts(conversation))
  const sizes = curveSizes.map((share) => Math.round(share * whole.totalTokens))
  const judgeControl = (control: CurveControl, tokens: number) =>
    control === 'last-messages'
      ? judge(bringToSize(nothing, tokens))
      : judgePlanted(items, [buildControlText(whole, control, tokens)])
  return {
    isCondensed: provenance !== null,
    operations: countOperations(condensation.provenance, whole.messageTokens),
    originalTokens: whole.totalTokens,
    finalTokens: result.totalTokens,
    sizes: sizes.map((tokens) => ({
      tokens,
      fates: judge(bringToSize(condensation, tokens)),
      // One entry a control, as the type says.
      controls: Object.fromEntries(
        curveControls.map((control) => [control, judgeControl(control, tokens)]),
      ) as Record<CurveControl, readonly PlantedFate[]>,
    })),
    notes: [...notes],
  }
}

/** What has to be beaten anywhere, and what keeps most of planted items. */
const curveControls = [...equalSizeControls, 'said'] as const
type CurveControl = (typeof curveControls)[number]

const keepNothing: Provenance = { messages: [], dropped: [] }

function keepAll({ messages }: Conversation): Provenance {
  return { messages: messages.map((_, index) => ({ sources: [index], changes: [] })), dropped: [] }
}

export type PlantedEndsOutput =
  | {
      readonly kind: 'finished'
      readonly kinds: HistoryFates['kinds']
      readonly full: PlantedAnswers | null
      readonly nothing: PlantedAnswers | null
    }
  | { readonly kind: 'cancelled' }

/** What a model answers from all of a planted history, and from nothing. */
export const askPlantedEnds: Job<PlantedHistory, PlantedEndsOutput> = makeCancellable(
  async (input, context) => {
    const { items, whole } = await openHistory(input)
    const notes = new Set<string>()
    return {
      kind: 'finished',
      kinds: items.map(({ kind }) => kind),
      full: await ask(input, items, whole, { context, notes }),
      nothing: await ask(input, items, { messages: [], parts: [] }, { context, notes }),
    }
  },
)

async function openHistory({ seed, at, tokens }: PlantedHistory) {
  const session = makePlantedSession(seed, at, tokens)
  const whole = await countMessages(deepFreeze([...buildPlantedMessages(session)]))
  return { items: session.items, whole }
}

/** What the model answers from a context; null where nobody is asked, or with a note where it gives no answers. */
async function ask(
  { asks }: PlantedHistory,
  items: readonly PlantedItem[],
  record: Pick<Conversation, 'messages' | 'parts'>,
  { context, notes }: { readonly context: JobContext; readonly notes: Set<string> },
): Promise<PlantedAnswers | null> {
  if (asks === null) return null
  const { remoteModel, signal } = context
  const model = remoteModel(asks.info, asks.id)
  const judged = await askPlanted(items, record, { model, counter: await openThreadCounter(), signal })
  if (judged.kind === 'answered') return judged.value
  notes.add(judged.reason)
  return null
}

/**
 * The context that is left where a history grows in so many equal shares, and is condensed after each of them. What cannot
 * be condensed stays as it is.
 */
async function condenseInRow(
  whole: Conversation,
  rounds: number,
  condense: Awaited<ReturnType<typeof createReplayCondenser>>,
): Promise<Omit<Played, 'notes'>> {
  let messages: readonly Message[] = []
  let provenance: Provenance | null = null
  let failure: PlantedFailure | null = null
  let condensed = 0
  let from = 0
  for (let round = 1; round <= rounds; round += 1) {
    const to = round === rounds ? whole.messages.length : findCut(whole, round / rounds)
    const grown = reviseConversation(whole, [...messages, ...whole.messages.slice(from, to)])
    const result = await condense(grown)
    const isCondensed = result !== null && result.messages !== null
    messages = isCondensed ? result.messages : grown.messages
    provenance = isCondensed ? result.provenance : null
    condensed += isCondensed ? 1 : 0
    if (result?.messages === null && result.code !== undefined)
      failure ??= { code: result.code, text: result.text ?? '' }
    from = to
  }
  return { conversation: reviseConversation(whole, messages), condensed, provenance, failure }
}

/** The last message of a share of the tokens that no call is cut from its result by. */
function findCut({ messages, messageTokens, totalTokens }: Conversation, share: number): number {
  let tokens = 0
  const index = messageTokens.findIndex((own) => (tokens += own) > share * totalTokens)
  return findSafeCuts(messages).findLast((cut) => cut <= index) ?? 0
}

function listTexts({ parts }: Conversation): readonly string[] {
  return parts.flat().map(({ text }) => text)
}
