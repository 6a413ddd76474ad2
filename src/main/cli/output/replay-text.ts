import type { ReplayedPolicy, ReplayResult } from '../../../shared/api/replay.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { formatCount, formatPercent, formatUsd, oneLine } from './figures.ts'
import { firstPairs } from './first-pairs.ts'
import { formatPairs, formatTable } from './table.ts'

/** `replay` for people: how far it can be believed, what each policy comes to, and what did not happen. */
export function replayText({ recorded, policies }: ReplayResult): string {
  const notes = policies.flatMap(notesOf)
  const sections = [
    agreementText(recorded, policies),
    formatTable(
      [
        { title: 'policy' },
        ...['condensed', 'peak', 'uncached', 'written', 'read', 'output', 'cost', 'against record'].map(
          (title) => ({ title, align: 'right' as const }),
        ),
        { title: 'pays back after' },
        { title: 'continuation recall', align: 'right' },
      ],
      policies.map((policy) => rowOf(policy, recorded)),
    ),
    firingsText(recorded, policies),
    formatPairs(policies.flatMap(attemptsText)),
    notes.length === 0 ? nothingFired(recorded, policies) : formatPairs(notes),
  ]
  return sections.filter((section) => section !== '').join('\n')
}

function agreementText(recorded: ReplayResult['recorded'], policies: readonly ReplayedPolicy[]): string {
  const { costUsd, requests, comparedRequests, comparedUsd, replayedUsd, differencePercent } = recorded
  const { modelledDifferencePercent: modelled, cacheDeviations, playedUsd } = recorded
  return formatPairs([
    ['recorded', `${usd(costUsd, recorded)} in ${countOf(requests, 'request')}`],
    [
      'agreement',
      differencePercent === null
        ? 'no request can be compared'
        : `${formatUsd(replayedUsd)} replayed for ${formatUsd(comparedUsd)} recorded in ${countOf(comparedRequests, 'request')}, ${signed(differencePercent)}`,
    ],
    ['', modelled === null ? '' : `from the model of tokens and cache alone: ${signed(modelled)}`],
    ['', cacheDeviations === 0 ? '' : `cache not as modelled at ${countOf(cacheDeviations, 'request')}`],
    [
      'played',
      isUnpriced(playedUsd, recorded)
        ? '–, no prices are known, so no policy has a cost'
        : policies.every(isUnplayed)
          ? '–, no request can be played'
          : `${formatUsd(playedUsd)}, which the policies are held against`,
    ],
    ...recorded.reasons.map((reason): [string, string] => ['because', reason]),
    ...pricesText(recorded.prices),
    ['cache', recorded.cacheStyle.text],
  ])
}

function isUnplayed({ peakContext, costUsd }: ReplayedPolicy): boolean {
  return peakContext === 0 && costUsd === 0
}

/** Whether a cost is nothing because no prices are known. */
function isUnpriced(costUsd: number, { prices }: Pick<ReplayResult['recorded'], 'prices'>): boolean {
  return costUsd === 0 && prices.length === 0
}

function usd(costUsd: number, recorded: Pick<ReplayResult['recorded'], 'prices'>): string {
  return isUnpriced(costUsd, recorded) ? '–' : formatUsd(costUsd)
}

const mostPrices = 6

/** The first stretches of one price; a record of which no two requests go together has as many as requests. */
function pricesText(prices: ReplayResult['recorded']['prices']): [string, string][] {
  const texts = prices.map(({ text }) => text)
  return firstPairs('prices', texts, mostPrices, '')
}

function rowOf(policy: ReplayedPolicy, recorded: ReplayResult['recorded']): readonly string[] {
  const { playedUsd } = recorded
  const { id, firings, peakContext, tokens, costUsd, quality } = policy
  const recall = quality['continuation-recall']
  return [
    id,
    String(firings.length),
    formatCount(peakContext),
    ...[tokens.uncached, tokens.cacheWrite, tokens.cacheRead, tokens.output].map(formatCount),
    isUnplayed(policy) ? '–' : usd(costUsd, recorded),
    playedUsd === 0 ? '' : signed((100 * (costUsd - playedUsd)) / playedUsd),
    id === 'recorded' ? '' : payBacks(firings),
    recall == null ? '' : formatPercent(100 * recall),
  ]
}

/** Where the agent condensed itself, and where each policy fires against that. */
function firingsText({ firings }: ReplayResult['recorded'], policies: readonly ReplayedPolicy[]): string {
  return formatPairs([
    ...firings.map(({ text }): [string, string] => ['the agent', text]),
    ...policies.flatMap(({ id, firstFiring }): [string, string][] =>
      firstFiring === undefined ? [] : [[id, firstFiring.text]],
    ),
  ])
}

/** What was tried in vain, and charged for. */
function attemptsText({ id, attempts }: ReplayedPolicy): [string, string][] {
  if (attempts.length === 0) return []
  const costUsd = attempts.reduce((sum, attempt) => sum + attempt.costUsd, 0)
  const cost = costUsd === 0 ? '' : ` (${formatUsd(costUsd)})`
  return [[id, `${countOf(attempts.length, 'attempt')} without a condensation${cost}`]]
}

const mostPayBacks = 4

function payBacks(firings: ReplayedPolicy['firings']): string {
  const shown = firings.slice(0, mostPayBacks).map(({ paysBackAfter }) => paysBackAfter ?? 'never')
  return shown.length < firings.length ? `${shown.join(', ')}, …` : shown.join(', ')
}

const mostNotes = 2

function notesOf({ id, notes }: ReplayedPolicy): [string, string][] {
  const texts = notes.map(({ request, text }) => oneLine(`before request ${request}: ${text}`, 160))
  return firstPairs(id, texts, mostNotes)
}

function nothingFired({ requests }: ReplayResult['recorded'], policies: readonly ReplayedPolicy[]): string {
  if (requests === 0) return 'The task records no request, so nothing can be played.\n'
  if (policies.every(isUnplayed)) return 'No request can be played.\n'
  if (policies.some(({ firings, attempts }) => firings.length + attempts.length > 0)) return ''
  const peak = Math.max(0, ...policies.map(({ peakContext }) => peakContext))
  return `No policy condensed: the context never came above ${formatCount(peak)} tokens. Try a smaller --window.\n`
}

function signed(percent: number): string {
  return `${percent > 0 ? '+' : ''}${formatPercent(percent)}`.replace(/^[+-]0\.0 %$/, '0.0 %')
}
