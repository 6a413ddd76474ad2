import type { RunEvent, RunSpending } from '../../../shared/condense/run-types.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { ModelPrices, TokenUsage } from '../../../shared/models/pricing-types.ts'
import { readCompacted } from '../../kernel/compaction.ts'
import type { CompletionEvent, CompletionRequest, LanguageModel } from '../../kernel/language-model.ts'
import { computeCost } from '../../kernel/pricing/cost.ts'

type ModelEvent = Exclude<RunEvent, { readonly kind: 'progress' | 'finished' }>

export type ModelObserver = {
  /** The model as it is, with what it says and costs passed on to whoever watches the run. */
  readonly observe: (model: LanguageModel) => LanguageModel
  /** Resolves when no answer is open any more: what the calls did cost is written down by then. */
  readonly idle: () => Promise<void>
  /** How many calls ended with figures that the server did not report, or not to their end. */
  readonly estimatedCalls: () => number
}

type ObservedCall = {
  readonly prices: ModelPrices
  /** Tokens of the request by our own count, until the server says better. */
  readonly inputTokens: number
  usage: TokenUsage | null
  /** Those figures are a guess of ours. */
  isEstimated: boolean
  /** The server has said what its answer took as a whole. */
  isReported: boolean
  characters: number
}

const noUsage: TokenUsage = { input: 0, output: 0, cacheReads: 0, cacheWrites: 0 }
/** Roughly so many characters make a token. */
const charactersPerToken = 4
/** While an answer is written, its cost is updated after so many more tokens. */
const tokensPerReport = 10

type Tell = (event: ModelEvent) => void

/** Watches over all models of a run. */
export function createModelObserver(tell: Tell): ModelObserver {
  const calls: ObservedCall[] = []
  const open = new Set<Promise<void>>()
  async function* completeObserved(
    model: LanguageModel,
    request: CompletionRequest,
  ): ReturnType<LanguageModel['complete']> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    open.add(ended)
    try {
      yield* watchCompletion({ calls, tell }, model, request)
    } finally {
      open.delete(ended)
      end()
    }
  }
  return {
    observe: (model) => ({ ...model, complete: (request) => completeObserved(model, request) }),
    idle: async () => {
      while (open.size > 0) await Promise.all(open)
    },
    estimatedCalls: () => calls.filter(({ usage, isReported }) => usage !== null && !isReported).length,
  }
}

/** One answer, which may take several calls. */
async function* watchCompletion(
  { calls, tell }: { readonly calls: ObservedCall[]; readonly tell: Tell },
  model: LanguageModel,
  request: CompletionRequest,
): ReturnType<LanguageModel['complete']> {
  // Summaries of single tool results are written side by side; their texts would be mixed up.
  const showsText = request.purpose === 'conversation'
  if (showsText) tell({ kind: 'answer-started', label: request.label })
  const shown = createShownText(request)
  let call: ObservedCall | undefined
  for await (const event of model.complete(request)) {
    if (event.kind === 'call') {
      if (call !== undefined && showsText) tell({ kind: 'answer-voided' })
      call = createObservedCall(model, request)
      calls.push(call)
      tell({ kind: 'spending', spending: sumSpending(calls) })
    } else {
      const text = showsText ? shown(event) : ''
      if (text !== '') tell({ kind: 'text', text })
      // There is none where the answer is one that was kept.
      if (call !== undefined && noteEvent(call, event))
        tell({ kind: 'spending', spending: sumSpending(calls) })
    }
    yield event
  }
}

/** What a person sees of an answer, piece by piece; of a compaction by a vendor its summary, where that can be read. */
function createShownText({ compaction }: CompletionRequest): (event: CompletionEvent) => string {
  if (compaction === undefined) return (event) => (event.kind === 'text' ? event.text : '')
  let whole = ''
  return (event) => {
    if (event.kind === 'text') whole += event.text
    if (event.kind !== 'stopped') return ''
    const said = readCompacted(whole)?.output.flatMap(({ type, content }) =>
      type === 'compaction' && typeof content === 'string' ? [content] : [],
    )
    return said?.join('\n\n') ?? ''
  }
}

function createObservedCall({ info }: LanguageModel, { inputTokens }: CompletionRequest): ObservedCall {
  const { prices } = info
  return { prices, inputTokens, usage: null, isEstimated: false, isReported: false, characters: 0 }
}

/** Whether an event changes what a call is known to cost. */
function noteEvent(call: ObservedCall, event: Exclude<CompletionEvent, { kind: 'call' }>): boolean {
  switch (event.kind) {
    case 'text':
      return write(call, event.text)
    case 'usage':
      call.usage = event.usage
      call.isEstimated = event.isEstimated === true
      return true
    case 'stopped':
      call.isReported = !call.isEstimated
      return true
    case 'cached':
      return false
    default:
      return assertNever(event)
  }
}

/** Whether the answer has grown enough for its cost to be updated. */
function write(call: ObservedCall, text: string): boolean {
  const countReports = (): number => Math.floor(call.characters / charactersPerToken / tokensPerReport)
  const before = countReports()
  call.characters += text.length
  return countReports() > before
}

/** The best that is known of a call: what was reported at its end, or what its text comes to until then. */
function estimateUsage({ usage, isReported, characters, inputTokens }: ObservedCall): TokenUsage {
  if (isReported) return usage ?? noUsage
  const output = Math.ceil(characters / charactersPerToken)
  if (usage !== null) return { ...usage, output: Math.max(usage.output, output) }
  return characters === 0 ? noUsage : { ...noUsage, input: inputTokens, output }
}

function sumSpending(calls: readonly ObservedCall[]): RunSpending {
  const usages = calls.map(estimateUsage)
  const sumFigure = (figure: (usage: TokenUsage) => number): number =>
    usages.reduce((sum, usage) => sum + figure(usage), 0)
  return {
    costUsd: calls.reduce((sum, call) => sum + computeCost(estimateUsage(call), call.prices).costUsd, 0),
    modelCalls: calls.length,
    inputTokens: sumFigure(({ input, cacheReads, cacheWrites }) => input + cacheReads + cacheWrites),
    outputTokens: sumFigure(({ output }) => output),
    ...(calls.some(({ isReported, characters }) => !isReported && characters > 0)
      ? { isEstimated: true }
      : {}),
  }
}
