import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { MessageProvenance, PartChange, Provenance } from '../../../shared/kernel/provenance.ts'
import { applyEdits, type PlannedEdit } from '../../kernel/apply-edits.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { endsWithCall } from '../../kernel/history/history-view.ts'
import type { Stage } from '../../kernel/stages/stage.ts'
import type { Estimator } from '../../kernel/tokens/estimator.ts'
import { countPartTokens } from '../../kernel/tokens/token-counter.ts'
import type { KeepPlan } from './plan-kept.ts'
import type { ComposedSettings } from './settings.ts'
import { formatLeftOutMark } from './shorten.ts'
import { summaryPass } from './write-summary.ts'

/** What is put together: the kept messages, what stands for the others, and what was put back. */
export type Pieces = {
  readonly plan: KeepPlan
  /** Null where nothing stands for them. */
  readonly summary: string | null
  readonly restored: Message | null
  readonly estimator: Estimator
  /** Who wrote the summary, for a person. */
  readonly by: string
}

type Entry = { readonly message: Message; readonly provenance: MessageProvenance }

/** Puts the result together in the order of the layout, with the record of where each message came from. */
export function layOut(conversation: Conversation, settings: ComposedSettings, pieces: Pieces): Stage {
  const { plan, summary } = pieces
  const { layout } = settings
  const cut = cutPrompt(conversation, pieces)
  const kept = plan.kept.map((index): Entry => ({
    // A stage has as many messages as the conversation that it was made of.
    message: cut.messages[index] ?? emptyMessage,
    provenance: cut.provenance.messages[index] ?? { sources: [index], changes: [] },
  }))
  const firstGone = plan.gone[0] ?? conversation.messages.length
  const before =
    layout.place === 'after-kept'
      ? plan.kept.filter((index) => index < plan.tail)
      : plan.kept.filter((index) => index < firstGone)
  const sources =
    layout.place === 'after-kept' ? plan.gone.filter((index) => index > (before.at(-1) ?? -1)) : plan.gone
  const written =
    summary === null ? [] : buildWrittenEntries(conversation, settings, { ...pieces, text: summary, sources })
  const isSource = new Set(written.flatMap(({ provenance }) => provenance.sources))
  const entries = [
    ...kept.slice(0, before.length),
    ...written,
    ...(pieces.restored === null ? [] : [makeOwnEntry(pieces.restored)]),
    ...kept.slice(before.length),
    ...followUp(conversation, settings),
  ]
  return {
    messages: entries.map(({ message }) => message),
    provenance: {
      messages: entries.map(({ provenance }) => provenance),
      dropped: buildDropped(
        plan.gone.filter((index) => !isSource.has(index)),
        summary !== null,
        pieces.by,
      ),
    },
  }
}

const emptyMessage: Message = { role: 'user', content: '' }

const makeOwnEntry = (message: Message): Entry => ({ message, provenance: { sources: [], changes: [] } })

function buildDropped(gone: readonly number[], isSummarised: boolean, by: string): Provenance['dropped'] {
  return gone.map((sourceIndex) => ({
    sourceIndex,
    operation: isSummarised ? ('summarised' as const) : ('dropped' as const),
    passId: summaryPass,
    reason: isSummarised ? `summarised by ${by}` : 'outside of what is kept',
  }))
}

type Writing = Pieces & { readonly text: string; readonly sources: readonly number[] }

function buildWrittenEntries(
  conversation: Conversation,
  { layout }: ComposedSettings,
  writing: Writing,
): Entry[] {
  const { text, sources, plan, by } = writing
  const content = layout.leadIn === '' ? text : `${layout.leadIn}\n\n${text}`
  const ts = conversation.messages[plan.gone.at(-1) ?? 0]?.ts
  const message: Message = {
    role: layout.place === 'answered' ? 'assistant' : 'user',
    content,
    ...(typeof ts === 'number' ? { ts } : {}),
    isSummary: true,
  }
  // One message alone would be taken for a rewritten one: it is named among those that are gone.
  const named = sources.length > 1 ? [...sources] : []
  const change: PartChange = {
    at: { messageIndex: plan.gone[0] ?? 0, blockIndex: 0 },
    kind: 'summary',
    operation: 'summarised',
    passId: summaryPass,
    reason: `${plan.gone.length} ${plan.gone.length === 1 ? 'message' : 'messages'} summarised by ${by}`,
    tokensBefore: named.reduce((total, index) => total + (conversation.messageTokens[index] ?? 0), 0),
    tokensAfter: conversation.counter.count(content),
    lengthAfter: content.length,
  }
  const summary = { message, provenance: { sources: named, changes: [change] } }
  switch (layout.place) {
    case 'first':
    case 'after-kept':
      return [summary]
    case 'acknowledged':
      return [summary, makeOwnEntry({ role: 'assistant', content: 'Understood. I go on from this summary.' })]
    case 'answered':
      return [makeOwnEntry({ role: 'user', content: 'What was done so far?', isBoilerplate: true }), summary]
    default:
      return assertNever(layout.place)
  }
}

function followUp(conversation: Conversation, { layout }: ComposedSettings): Entry[] {
  if (layout.followUp === '' || endsWithCall(conversation)) return []
  return [makeOwnEntry({ role: 'user', content: layout.followUp, isBoilerplate: true })]
}

/** The prompt that is kept in part, its middle left out, so that it has about as many tokens as are left. */
function cutPrompt(conversation: Conversation, { plan, estimator }: Pieces): Stage {
  const prompt = plan.cutPrompt
  if (prompt === null) return applyEdits(conversation, [], summaryPass)
  const texts = (conversation.parts[prompt.index] ?? []).filter(({ holder }) => holder === 'text')
  const length = texts.reduce((total, { text }) => total + text.length, 0)
  const room = Math.floor((length * prompt.tokens) / Math.max(1, estimator.ofParts(texts)))
  const head = Math.floor(room / 2)
  const tail = length - (room - head)
  let at = 0
  const edits = texts.flatMap((part): PlannedEdit[] => {
    const from = at
    at += part.text.length
    const start = part.text.slice(0, Math.max(0, head - from))
    const end = part.text.slice(Math.max(0, tail - from))
    const holdsMark = from <= head && head < at
    const text =
      at <= head || from >= tail
        ? part.text
        : `${start}${holdsMark ? formatLeftOutMark(tail - head) : ''}${end}`
    if (text === part.text) return []
    return [
      {
        edit: { part, text },
        operation: 'shortened',
        reason: `the middle of a prompt left out: ${tail - head} characters`,
        tokensBefore: countPartTokens(part, conversation.counter),
        tokensAfter: conversation.counter.count(text),
      },
    ]
  })
  return applyEdits(conversation, edits, summaryPass)
}
