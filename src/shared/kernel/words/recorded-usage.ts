import { formatCountWithNoun, formatCount } from '../format-count-with-noun.ts'
import { formatUsd } from '../format-figures.ts'
import type { RecordedTotals, SessionTotals } from '../usage.ts'
import { listPriceMark, formatUnpricedMark } from './record.ts'

/** What an agent recorded of a task, in one line for the command line and the head of a task; what is unknown is left out. */
export function describeRecordedUsage(recorded: RecordedTotals): string {
  const { costUsd, derivedUsd, subscription, unpricedRequests, condensations } = recorded
  const tokens = describeTokens(recorded)
  const condensed = formatCountWithNoun(condensations, 'condensation')
  const hasUsage = (costUsd ?? 0) > 0 || tokens.some(({ count }) => count > 0)
  if (!hasUsage) return `no usage${condensations === 0 ? '' : `, ${condensed}`}`
  const known =
    costUsd === null
      ? 'no cost'
      : `${formatUsd(costUsd)}${listPriceMark({ costUsd, derivedUsd, subscription })}`
  const cost = `${known}${formatUnpricedMark(unpricedRequests)}`
  const texts = tokens.map(({ text }) => text)
  return [cost, ...(texts.length === 0 ? ['no tokens'] : texts), condensed].join(', ')
}

/** What is recorded of the session as a whole, in lines: its calls, its sizes, and what each model had. */
export function listSessionTotals(session: SessionTotals): readonly string[] {
  const { lastContextTokens, systemTokens, toolTokens, byModel = [] } = session
  const describeSize = (tokens: number | undefined, what: string): readonly string[] =>
    tokens === undefined ? [] : [`${formatCountWithNoun(tokens, 'token')} of ${what}`]
  const sizes = [
    ...describeSize(systemTokens, 'system prompt'),
    ...describeSize(toolTokens, 'tools'),
    ...describeSize(lastContextTokens, 'context at the end'),
  ]
  return [
    ['recorded as a whole', ...describeCalls(session), ...sizes].join(', '),
    ...byModel.map(
      (one) =>
        `${one.model}: ${[...describeCalls(one), ...describeTokens(one).map(({ text }) => text)].join(', ')}`,
    ),
  ]
}

const describeCalls = ({ requests }: Pick<SessionTotals, 'requests'>): readonly string[] =>
  requests === undefined ? [] : [formatCountWithNoun(requests, 'model call')]

type Tokens = {
  readonly [Name in 'tokensIn' | 'tokensOut' | 'cacheReads' | 'cacheWrites']?: number | null | undefined
}

function describeTokens({ tokensIn, tokensOut, cacheReads, cacheWrites }: Tokens) {
  const describeKnown = (count: number | null | undefined, say: (count: number) => string) =>
    count == null ? [] : [{ count, text: say(count) }]
  return [
    ...describeKnown(tokensIn, (count) => `${formatCount(count)} in`),
    ...describeKnown(tokensOut, (count) => `${formatCount(count)} out`),
    ...describeKnown(cacheReads, (count) => formatCountWithNoun(count, 'cache read')),
    ...describeKnown(cacheWrites, (count) => formatCountWithNoun(count, 'cache write')),
  ]
}
