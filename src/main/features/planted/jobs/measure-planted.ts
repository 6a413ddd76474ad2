import { deepFreeze } from '../../../../shared/kernel/json-values.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import { reviseConversation, type Conversation } from '../../../kernel/conversation.ts'
import { findSafeCuts } from '../../../kernel/history/find-safe-cuts.ts'
import type { ModelInfo } from '../../../kernel/language-model.ts'
import { buildControlText, textControls } from '../../../measure/controls/control-texts.ts'
import { askPlanted, type PlantedAnswers } from '../../../measure/planted/ask-planted.ts'
import { judgePlanted } from '../../../measure/planted/judge-planted.ts'
import { buildPlantedMessages, makePlantedSession } from '../../../measure/planted/make-session.ts'
import type { PlantedItem } from '../../../measure/planted/planted-item.ts'
import { countMessages, openThreadCounter } from '../../../platform/workers/documents.ts'
import { makeCancellable, type Job, type JobContext } from '../../../platform/workers/job.ts'
import { createReplayCondenser, type ReplayRun } from '../../replay/jobs/replay-condenser.ts'
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
      /** For each number of condensations. */
      readonly rounds: readonly HistoryFates[]
    }
  | { readonly kind: 'cancelled' }

/** Condenses a planted history by one method, each number of times anew, and looks for what was planted. */
export const measurePlanted: Job<PlantedJobInput, PlantedJobOutput> = makeCancellable(
  async (input, context) => {
    const { items, whole } = await openHistory(input)
    const rounds: HistoryFates[] = []
    for (const count of input.rounds) {
      const notes = new Set<string>()
      const condense = await createReplayCondenser({
        id: input.id,
        run: input.run,
        messages: whole.messages,
        context,
        note: (text) => notes.add(text),
        waitsForGrowth: false,
      })
      const { conversation, condensed } = await condenseInRow(whole, count, condense)
      const { totalTokens: tokens } = conversation
      const fates = judgePlanted(items, listTexts(conversation))
      const controls = textControls.map((control) => [
        control,
        judgePlanted(items, [buildControlText(whole, control, tokens)]),
      ])
      rounds.push({
        kinds: items.map(({ kind }) => kind),
        condensed,
        tokens,
        fates,
        controls: Object.fromEntries(controls),
        answers: await ask(input, items, conversation, { context, notes }),
        notes: [...notes],
      })
    }
    return { kind: 'finished', tokens: whole.totalTokens, rounds }
  },
)

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
): Promise<{ readonly conversation: Conversation; readonly condensed: number }> {
  let messages: readonly Message[] = []
  let condensed = 0
  let from = 0
  for (let round = 1; round <= rounds; round += 1) {
    const to = round === rounds ? whole.messages.length : findCut(whole, round / rounds)
    const grown = reviseConversation(whole, [...messages, ...whole.messages.slice(from, to)])
    const result = await condense(grown)
    const isCondensed = result !== null && result.messages !== null
    messages = isCondensed ? result.messages : grown.messages
    condensed += isCondensed ? 1 : 0
    from = to
  }
  return { conversation: reviseConversation(whole, messages), condensed }
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
