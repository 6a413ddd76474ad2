import type { Message } from '../../../shared/kernel/message.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import { characterCounter, examplePrices } from '../../features/replay/compute/testing/replay-example.ts'
import type { OwnCondensation } from '../condensations/build-own-condensations.ts'
import { reconstruct } from '../reconstruct.ts'
import type { MessageRange, RecordedRequest, RecordedRun } from '../recorded-run.ts'
import type { RecordedTask } from '../recorded-task.ts'

/** What happened in a task whose models count one token a character. */
export function reconstructByCharacters(task: RecordedTask): RecordedRun {
  return reconstruct(task, {
    counter: characterCounter,
    findKnownPrices: () => [{ modelId: 'small', prices: examplePrices }],
    findWindow: (model) => (model === 'small' ? 200_000 : null),
  })
}

/**
 * All that is reconstructed of a task, a line for each request and for each other fact: what was sent, which message
 * answers, tokens read from the cache, written to it, uncached and put out, and what is out of the ordinary.
 */
export function describeTask(task: RecordedTask): string {
  const run = reconstructByCharacters(task)
  const facts = Object.entries(describeFacts(run)).filter(([, text]) => text !== '')
  return [...run.requests.map(describeRequest), ...facts.map(([name, text]) => `${name}: ${text}`)]
    .map((line) => line.trimEnd())
    .join('\n')
}

function describeRequest(one: RecordedRequest): string {
  const { index, history, answer, usage, overhead, prices, model, windowTokens, costUsd } = one
  const sent = history.kind === 'unknown' ? history.why : formatRanges(history.value)
  const split = usage.value
  const isUsual = prices.kind === 'derived' && prices.from === 'library' && prices.value.input === 3
  return [
    `${index}: ${sent}${history.kind === 'derived' && history.from === 'attempt' ? ' attempt' : ''} > ${answer.value ?? '-'}`,
    split === null ? (usage.kind === 'unknown' ? usage.why : '') : describeTokens(split),
    overhead.value === null ? '' : `prompt ${overhead.value.tokens}`,
    model.kind === 'unknown' ? '' : `${model.value} ${model.kind === 'derived' ? model.from : ''}`.trim(),
    windowTokens.value === null && model.value !== null ? 'no window' : '',
    costUsd.kind === 'recorded' ? '' : costUsd.kind,
    isUsual
      ? ''
      : prices.kind === 'unknown'
        ? prices.why
        : `${prices.from} at ${prices.value.input?.toFixed(2)}`,
    ...one.condensations.map(describeOwn),
  ]
    .filter((text) => text !== '')
    .join(', ')
}

const describeTokens = (split: NonNullable<RecordedRequest['usage']['value']>): string =>
  `${split.cacheReads}+${split.cacheWrites}+${split.input}/${split.output}`

const formatRanges = (ranges: readonly MessageRange[]): string =>
  ranges.map(({ from, to }) => `${from}-${to - 1}`).join('+')

function describeOwn({ kind, costUsd, change, request, record }: OwnCondensation): string {
  const list = (messages: readonly Message[]): string =>
    String(sum(messages.map(({ content }) => content.length)))
  return [
    `${kind} for $${costUsd}`,
    ...(request === undefined ? [] : [`at ${request}`]),
    ...(record === null ? ['unrecorded'] : []),
    typeof change === 'string' ? change : `${list(change.source)} => ${list(change.result)}`,
  ].join(' ')
}

function describeFacts(run: RecordedRun): Readonly<Record<string, string>> {
  const { nextContext, sizes, modelInForce, uncondensed } = run
  const isWhole = uncondensed.messages.length === run.messages.length
  return {
    condensed: run.condensations
      .map(
        ({ kind, request, agentTokens, byHand, isDeleting }) =>
          `${kind} of ${agentTokens} before ${request}${byHand === null ? '' : `, by hand (${byHand})`}${isDeleting ? ', deleting' : ''}`,
      )
      .join(' | '),
    last: run.lastCondensations.map(describeOwn).join(' | '),
    contexts: run.contexts
      .map(
        ({ added, gone, request, isSent, hiddenRange }) =>
          `+${added.join('+')}${gone.map((index) => `-${index}`).join('')}${isSent ? '>' : '<'}${request}${hiddenRange === null ? '' : `(${hiddenRange.start}-${hiddenRange.end})`}`,
      )
      .join(' '),
    sizes: sizes.recorded.partTokens.map(sum).join(' '),
    fitted: describeFitted(run),
    line: describeLine(run),
    next: `${nextContext.totalTokens} + ${nextContext.lastMessageTokens} ${nextContext.basis}${nextContext.isLastOff ? ', last is off' : ''}, ${run.recordedTokens} recorded`,
    inForce: [modelInForce.model, modelInForce.aside].flatMap((model) => model ?? []).join(' aside '),
    models: run.models.map((one) => `${one.fromMessage} ${one.value}`).join(' '),
    modes: run.modes.map((one) => `${one.fromMessage} ${one.value}`).join(' '),
    uncondensed: isWhole ? '' : `${uncondensed.messages.length}: ${uncondensed.before.join(' ')}`,
    undated: run.undatedRange === null ? '' : JSON.stringify(run.undatedRange),
    logged: run.loggedHistories.map(formatRanges).join(' '),
    summaries: run.summaries.join(' '),
  }
}

function describeFitted({ sizes: { recorded, fitted } }: RecordedRun): string {
  if (fitted === null) return ''
  const own = fitted.partTokens.map(sum).join(' ')
  const prompts = [...fitted.overheads.values()].map(({ tokens }) => tokens)
  return `${own === recorded.partTokens.map(sum).join(' ') ? 'as recorded' : own}, prompts ${prompts.join(' ')}`
}

/** The line that the requests lie on, and which do not; nothing without one. */
export function describeLine({ calibration }: RecordedRun): string {
  if (calibration === null) return ''
  const { slope, intercept, points, leftOut, stretches } = calibration
  const parts = stretches.map(
    (one) => `${one.firstRequest}-${one.lastRequest} at ${Math.round(one.intercept)}`,
  )
  const others = collectRuns(leftOut.map(({ request, reason }) => [request, reason] as const))
  return `${slope.toFixed(3)}x + ${Math.round(intercept)} by ${points} (${parts.join(', ')})${others === '' ? '' : ` without ${others}`}`
}

/** Consecutive requests of which the same holds. */
export function collectRuns(values: readonly (readonly [request: number, value: string])[]): string {
  const runs: { readonly from: number; readonly value: string; to: number }[] = []
  for (const [request, value] of values) {
    const last = runs.at(-1)
    if (last?.value === value && last.to + 1 === request) last.to = request
    else runs.push({ from: request, to: request, value })
  }
  return runs.map(({ from, to, value }) => `${from === to ? from : `${from}-${to}`} ${value}`).join(', ')
}
