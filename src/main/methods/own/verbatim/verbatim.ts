import { z } from 'zod'
import type { Provenance } from '../../../../shared/kernel/provenance.ts'
import { idleReason } from '../../../../shared/kernel/words/engine.ts'
import type { Preset } from '../../../../shared/methods/provider-types.ts'
import { applyEdits, measureEditPass, type PlannedEdit } from '../../../kernel/apply-edits.ts'
import { stopIfCancelled } from '../../../kernel/cancel-signal.ts'
import { reviseConversation, type Conversation } from '../../../kernel/conversation.ts'
import { defineMethod, type CondenseRequest, type MethodResult } from '../../../kernel/method.ts'
import { findRounds, type Round } from './find-rounds.ts'
import { listSpans, formatWithout, type Span } from './list-spans.ts'
import { createRelevance } from './relevance.ts'

const settingsSchema = z.strictObject({
  leaves: z.number().min(0.02).max(0.98).default(0.3).meta({
    title: 'Share that is left',
    description: 'Of the tokens, where a run names no target. It stops when it is met.',
  }),
  deleteLines: z.boolean().default(true).meta({
    title: 'Lines of results',
    description:
      'Paragraphs of tool results and environment details are deleted, those first that least was said about.',
  }),
  deleteRounds: z.boolean().default(true).meta({
    title: 'Silent rounds',
    description:
      'Calls are deleted with their results, as whole messages, where nobody says anything beside them.',
  }),
  keepWords: z.boolean().default(true).meta({
    title: 'Words of the assistant stay',
    description:
      'Off: rounds are deleted with what the assistant says in them, after the silent ones. What the user said always stays.',
  }),
  spanLines: z.int().min(1).max(1000).default(12).meta({
    title: 'Longest paragraph (lines)',
    description: 'A longer one is deleted in pieces.',
  }),
  leavesNotes: z.boolean().default(true).meta({
    title: 'Notes of what was deleted',
    description: 'A line says how many lines are gone. Without them, only what is left empty gets one.',
  }),
  keepFirst: z.int().min(0).max(50).default(1).meta({
    title: 'First messages untouched',
    description: 'Messages at the start that are never changed.',
  }),
  preserveRecentCount: z.int().min(0).max(200).default(6).meta({
    title: 'Recent messages untouched',
    description: 'Messages at the end that are never changed.',
  }),
})
type VerbatimSettings = z.infer<typeof settingsSchema>

const presets: readonly Preset[] = [
  {
    id: 'default',
    label: 'Default',
    description:
      'About a third of the tokens stays: all that was said, and the lines of results that this was about.',
    settings: settingsSchema.parse({}),
  },
  {
    id: 'hard',
    label: 'Hard',
    description: 'A fifth of the tokens stays: rounds go as well, with what the assistant says in them.',
    settings: settingsSchema.parse({ leaves: 0.2, keepWords: false }),
  },
]

const passId = 'verbatim'

/** Deletes what least was said about, and leaves the rest word for word: nothing is rewritten, no model is asked. */
export const verbatimMethod = defineMethod<VerbatimSettings>({
  id: 'verbatim',
  label: 'Verbatim deletion',
  description:
    'Lines of results and whole rounds are deleted, least relevant first, until the target is met. What stays, stays word for word. No model.',
  version: '1.0.0',
  capabilities: {
    lossless: false,
    lossy: true,
    usesModel: false,
    parallel: false,
    multiPass: false,
    fallback: false,
    speed: 'fast',
  },
  settings: settingsSchema,
  presets,
  keptEnds: (settings) => ({ first: settings.keepFirst, last: settings.preserveRecentCount }),
  condense: (request, settings) => Promise.resolve(condense(request, settings)),
})

/** Sizes of pieces are estimates: what is missing after a count is deleted in another try. */
const mostTries = 8

function condense(request: CondenseRequest, settings: VerbatimSettings): MethodResult {
  const { conversation, services, signal, targetTokens } = request
  const started = services.now()
  services.onProgress({ stage: passId, label: 'Looking for what least was said about', done: 0, total: 1 })
  stopIfCancelled(signal)
  const target = targetTokens ?? Math.floor(conversation.totalTokens * settings.leaves)
  if (conversation.totalTokens <= target)
    return {
      kind: 'unchanged',
      reason: idleReason('target-met', { targetTokens: target, tokens: conversation.totalTokens }).message,
    }
  const candidates = rankCandidates(request, settings)
  let missing = conversation.totalTokens - target
  let made: Made | null = null
  for (let tries = 0; tries < mostTries; tries += 1) {
    const chosen = chooseUntil(candidates, missing)
    const next = apply(conversation, chosen, settings)
    if (next.after.totalTokens < (made?.after ?? conversation).totalTokens) made = next
    if (next.after.totalTokens <= target || chosen.length === candidates.length) break
    missing += next.after.totalTokens - target
  }
  if (made === null) {
    const { keepFirst, preserveRecentCount: keepLast } = settings
    return { kind: 'unchanged', reason: idleReason('nothing-to-delete', { keepFirst, keepLast }).message }
  }
  const { messages, provenance, after, edits, dropped } = made
  const pass = measureEditPass(
    passId,
    'Verbatim deletion',
    conversation.totalTokens,
    after.totalTokens,
    edits,
    services.now() - started,
  )
  const operations = dropped === 0 ? pass.operations : { ...pass.operations, dropped }
  return {
    kind: 'condensed',
    messages,
    provenance,
    passes: [{ ...pass, operations }],
    fidelity: null,
    warnings: [],
  }
}

/** A piece that may be deleted, with about how many tokens that saves. */
type Candidate =
  | { readonly kind: 'span'; readonly span: Span; readonly tokens: number }
  | { readonly kind: 'round'; readonly round: Round; readonly tokens: number }

/** All that may be deleted, in the order in which it goes: lines, silent rounds, and rounds with words. */
function rankCandidates(
  { conversation, pins }: CondenseRequest,
  settings: VerbatimSettings,
): readonly Candidate[] {
  const { keepFirst, preserveRecentCount, deleteLines, deleteRounds, keepWords, spanLines } = settings
  const scope = { start: keepFirst, end: conversation.messages.length - preserveRecentCount }
  const spans = listSpans(conversation, scope, pins, spanLines)
  const rounds = findRounds(conversation, scope, pins)
  const relevance = createRelevance(conversation, spans, scope)
  const rankedSpans = spans
    .map((span) => ({ span, score: relevance.ofSpan(span) }))
    .toSorted((a, b) => a.score - b.score || a.span.part.messageIndex - b.span.part.messageIndex)
    .map(({ span }): Candidate => ({ kind: 'span', span, tokens: span.tokens }))
  const rankRounds = (own: readonly Round[]): Candidate[] =>
    own
      .map((round) => ({ round, score: relevance.ofRound(round) }))
      .toSorted((a, b) => a.score - b.score || a.round.from - b.round.from)
      .map(({ round }) => ({ kind: 'round', round, tokens: round.tokens }))
  return [
    ...(deleteLines ? rankedSpans : []),
    ...(deleteRounds ? rankRounds(rounds.filter(({ hasWords }) => !hasWords)) : []),
    ...(deleteRounds && !keepWords ? rankRounds(rounds.filter(({ hasWords }) => hasWords)) : []),
  ]
}

/** The first candidates that save so many tokens together; of a round, what is left of it counts. */
function chooseUntil(candidates: readonly Candidate[], tokens: number): readonly Candidate[] {
  let left = tokens
  const savedOf = new Map<number, number>()
  const chosen: Candidate[] = []
  for (const candidate of candidates) {
    if (left <= 0) break
    chosen.push(candidate)
    if (candidate.kind === 'span') {
      const { messageIndex } = candidate.span.part
      savedOf.set(messageIndex, (savedOf.get(messageIndex) ?? 0) + candidate.tokens)
      left -= candidate.tokens
    } else {
      const { from, to } = candidate.round
      for (let index = from; index < to; index += 1) left += savedOf.get(index) ?? 0
      left -= candidate.tokens
    }
  }
  return chosen
}

type Made = {
  readonly messages: Conversation['messages']
  readonly provenance: Provenance
  readonly after: Conversation
  readonly edits: readonly PlannedEdit[]
  readonly dropped: number
}

function apply(
  conversation: Conversation,
  chosen: readonly Candidate[],
  { leavesNotes }: VerbatimSettings,
): Made {
  const gone = new Set<number>()
  for (const one of chosen)
    if (one.kind === 'round')
      for (let index = one.round.from; index < one.round.to; index += 1) gone.add(index)
  const byPart = Map.groupBy(
    chosen.flatMap((one) => (one.kind === 'span' && !gone.has(one.span.part.messageIndex) ? [one.span] : [])),
    ({ part }) => part,
  )
  const edits = [...byPart].flatMap(([part, spans]): PlannedEdit[] => {
    const { text, lines, of } = formatWithout(part, spans, leavesNotes)
    const tokensAfter = conversation.counter.count(text)
    const tokensBefore = spans[0]?.partTokens ?? 0
    if (tokensAfter >= tokensBefore) return []
    const reason = `${lines} of ${of} lines deleted, the others are as they were`
    return [{ edit: { part, text }, operation: 'shortened', reason, tokensBefore, tokensAfter }]
  })
  const edited = applyEdits(conversation, edits, passId)
  const stays = (_: unknown, index: number): boolean => !gone.has(index)
  const messages = edited.messages.filter(stays)
  const provenance: Provenance = {
    messages: edited.provenance.messages.filter(stays),
    dropped: [...gone]
      .toSorted((a, b) => a - b)
      .map((sourceIndex) => ({
        sourceIndex,
        operation: 'dropped' as const,
        passId,
        reason: 'a round of calls and results that least was said about',
      })),
  }
  return {
    messages,
    provenance,
    after: reviseConversation(conversation, messages),
    edits,
    dropped: gone.size,
  }
}
