import type { OperationCount, OutcomeSummary, Stats, Warning } from '../../shared/domain/outcome.ts'
import type { OperationKind, Provenance } from '../../shared/domain/provenance.ts'
import { Cancelled, type CancelSignal } from './cancel-signal.ts'
import { reviseConversation, type Conversation } from './conversation.ts'
import { checkResult } from './history/invariants/check.ts'
import {
  nothingSpent,
  type BoundProvider,
  type CondensationProvider,
  type KeptEnds,
  type ProviderResult,
  type ProviderServices,
  type Spent,
} from './provider.ts'

/** A result below this saves too little to be worth the loss of the cached prompt; `condensation.md` section 3. */
const minimumGainPercent = 20

/** What a run ended with. Only a condensed history has messages of its own; all others leave the source as it is. */
export type Outcome = {
  readonly summary: OutcomeSummary
  readonly condensed: { readonly conversation: Conversation; readonly provenance: Provenance } | null
}

export type RunOptions = {
  readonly provider: CondensationProvider
  readonly settings: unknown
  /** Frozen all through (`deepFreeze`), so that a provider that mutates its input fails at once. */
  readonly conversation: Conversation
  readonly targetTokens: number | null
  readonly services: ProviderServices
  readonly signal: CancelSignal
}

/**
 * Runs a provider and judges what it gives: the invariants, the growth check with one counter on both sides,
 * the figures. Every failure is an outcome; only `Cancelled` is thrown.
 */
export async function runProvider(options: RunOptions): Promise<Outcome> {
  const started = options.services.now()
  const bound = options.provider.bind(options.settings)
  if (!bound.ok) {
    const message = bound.issues
      .map(({ path, message: what }) => `${path.join('.') || 'settings'}: ${what}`)
      .join('; ')
    return failed(options, started, 'bad-settings', message, nothingSpent)
  }
  const result = await condenseSafely(options, bound.bound.condense)
  if (result.kind === 'failed') return failed(options, started, result.code, result.message, result.spent)
  if (result.kind === 'unchanged') return unchanged(options, started, result.reason, result.spent)
  options.services.onProgress({ stage: 'checking', label: 'Checking the result', done: 0, total: 1 })
  return judge(options, started, result, bound.bound.keptEnds)
}

async function condenseSafely(
  { conversation, targetTokens, services, signal }: RunOptions,
  condense: BoundProvider['condense'],
): Promise<ProviderResult> {
  try {
    return await condense({ conversation, targetTokens, services, signal })
  } catch (error) {
    if (error instanceof Cancelled) throw error
    const isMutation =
      error instanceof TypeError &&
      /read.?only|not extensible|Cannot (assign|add|delete)/i.test(error.message)
    const code = isMutation ? 'source-untouched' : 'provider-error'
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', code, message, spent: nothingSpent }
  }
}

function judge(
  options: RunOptions,
  started: number,
  result: Extract<ProviderResult, { kind: 'condensed' }>,
  kept: KeptEnds,
): Outcome {
  const { conversation: source } = options
  const { messages, provenance } = result
  const context = { source: source.messages, provenance, keptFirst: kept.first, keptLast: kept.last }
  const { broken, inherited } = checkResult(messages, context)
  const first = broken[0]
  if (first !== undefined) {
    const message = `The result breaks the rule ${first.rule} at message #${first.messageIndex}: ${first.detail}. The source is unchanged.`
    const outcome = failed(options, started, 'invariant-broken', message, result.spent)
    return { ...outcome, summary: { ...outcome.summary, validity: [...broken] } }
  }
  const conversation = reviseConversation(source, messages)
  if (conversation.totalTokens >= source.totalTokens) {
    const message = `The result would have ${figure(conversation.totalTokens)} tokens, the source has ${figure(source.totalTokens)}.`
    return failed(options, started, 'context-grew', message, result.spent)
  }
  const stats = statsOf(options, started, conversation.totalTokens, result.spent, countOperations(provenance))
  return {
    condensed: { conversation, provenance },
    summary: {
      status: 'condensed',
      stats,
      passes: [...result.passes],
      fidelity: result.fidelity,
      validity: [...inherited],
      warnings: [...result.warnings, ...warningsOf(stats, options.targetTokens)],
      reason: '',
      error: null,
    },
  }
}

function warningsOf(stats: Stats, targetTokens: number | null): Warning[] {
  const warnings: Warning[] = []
  if (stats.reductionPercent < minimumGainPercent) {
    const message = `Saves ${stats.reductionPercent.toFixed(1)} %, less than the ${minimumGainPercent} % that make a condensation worth its cost.`
    warnings.push({ code: 'low-reduction', message })
  }
  if (targetTokens !== null && stats.finalTokens > targetTokens) {
    const message = `The target of ${figure(targetTokens)} tokens was not reached; ${figure(stats.finalTokens)} are left.`
    warnings.push({ code: 'target-missed', message })
  }
  return warnings
}

const format = new Intl.NumberFormat('en-US')
const figure = (tokens: number): string => format.format(tokens)

/** Per kind of operation: how many parts or messages it touched, and the tokens that it took away. */
function countOperations({ messages, dropped }: Provenance): OperationCount[] {
  const counts = new Map<OperationKind, { parts: number; tokensSaved: number }>()
  const add = (operation: OperationKind, saved: number): void => {
    const before = counts.get(operation) ?? { parts: 0, tokensSaved: 0 }
    counts.set(operation, { parts: before.parts + 1, tokensSaved: before.tokensSaved + saved })
  }
  for (const { changes } of messages) {
    for (const change of changes) add(change.operation, change.tokensBefore - change.tokensAfter)
  }
  for (const { operation } of dropped) add(operation, 0)
  return [...counts].map(([operation, figures]) => ({ operation, ...figures }))
}

function statsOf(
  { conversation, services }: RunOptions,
  started: number,
  finalTokens: number,
  spent: Spent,
  operations: OperationCount[],
): Stats {
  const originalTokens = conversation.totalTokens
  const reductionPercent = originalTokens === 0 ? 0 : (100 * (originalTokens - finalTokens)) / originalTokens
  return {
    originalTokens,
    finalTokens,
    reductionPercent,
    durationMs: services.now() - started,
    ...spent,
    operations,
  }
}

function unchanged(options: RunOptions, started: number, reason: string, spent: Spent): Outcome {
  return { condensed: null, summary: { ...plain(options, started, spent), status: 'unchanged', reason } }
}

function failed(options: RunOptions, started: number, code: string, message: string, spent: Spent): Outcome {
  return {
    condensed: null,
    summary: { ...plain(options, started, spent), status: 'failed', error: { code, message } },
  }
}

function plain(options: RunOptions, started: number, spent: Spent): Omit<OutcomeSummary, 'status'> {
  const stats = statsOf(options, started, options.conversation.totalTokens, spent, [])
  return { stats, passes: [], fidelity: null, validity: [], warnings: [], reason: '', error: null }
}
