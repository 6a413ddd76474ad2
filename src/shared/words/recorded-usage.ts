import type { RecordedTotals, SessionTotals } from '../domain/usage.ts'
import { countOf, formatCount } from '../lib/count-of.ts'
import { formatUsd } from '../lib/format-figures.ts'
import { listPriceMark, unpricedMark } from './record.ts'

/** What an agent recorded of a task, in one line for the command line and the head of a task; what is unknown is left out. */
export function recordedUsageText(recorded: RecordedTotals): string {
  const { costUsd, derivedUsd, unpricedRequests, condensations } = recorded
  const tokens = tokensText(recorded)
  const condensed = countOf(condensations, 'condensation')
  const hasUsage = (costUsd ?? 0) > 0 || tokens.some(({ count }) => count > 0)
  if (!hasUsage) return `no usage${condensations === 0 ? '' : `, ${condensed}`}`
  const known =
    costUsd === null ? 'no cost' : `${formatUsd(costUsd)}${listPriceMark({ costUsd, derivedUsd })}`
  const cost = `${known}${unpricedMark(unpricedRequests)}`
  const texts = tokens.map(({ text }) => text)
  return [cost, ...(texts.length === 0 ? ['no tokens'] : texts), condensed].join(', ')
}

/** What is recorded of the session as a whole, in lines: its calls, its sizes, and what each model had. */
export function sessionTotalsLines(session: SessionTotals): readonly string[] {
  const { lastContextTokens, systemTokens, toolTokens, byModel = [] } = session
  const size = (tokens: number | undefined, what: string): readonly string[] =>
    tokens === undefined ? [] : [`${countOf(tokens, 'token')} of ${what}`]
  const sizes = [
    ...size(systemTokens, 'system prompt'),
    ...size(toolTokens, 'tools'),
    ...size(lastContextTokens, 'context at the end'),
  ]
  return [
    ['recorded as a whole', ...callsOf(session), ...sizes].join(', '),
    ...byModel.map(
      (one) => `${one.model}: ${[...callsOf(one), ...tokensText(one).map(({ text }) => text)].join(', ')}`,
    ),
  ]
}

const callsOf = ({ requests }: Pick<SessionTotals, 'requests'>): readonly string[] =>
  requests === undefined ? [] : [countOf(requests, 'model call')]

type Tokens = {
  readonly [Name in 'tokensIn' | 'tokensOut' | 'cacheReads' | 'cacheWrites']?: number | null | undefined
}

function tokensText({ tokensIn, tokensOut, cacheReads, cacheWrites }: Tokens) {
  const known = (count: number | null | undefined, say: (count: number) => string) =>
    count == null ? [] : [{ count, text: say(count) }]
  return [
    ...known(tokensIn, (count) => `${formatCount(count)} in`),
    ...known(tokensOut, (count) => `${formatCount(count)} out`),
    ...known(cacheReads, (count) => countOf(count, 'cache read')),
    ...known(cacheWrites, (count) => countOf(count, 'cache write')),
  ]
}
