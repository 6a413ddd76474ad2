import { statedByArm } from '../../../../shared/experiments/missing-words.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { computeDifferencePercent, sumKnown } from '../../../../shared/kernel/numbers.ts'
import {
  describeLeftOutRequests,
  describeOwnCondensations,
} from '../../../../shared/kernel/words/recorded-words.ts'
import { describeUsedTrigger } from '../../../../shared/methods/arms-words.ts'
import { computeBreakEven } from '../../../../shared/replay/compute-break-even.ts'
import type { ReplayedPolicy, ReplayResult } from '../../../../shared/replay/contract.ts'
import { findQuality, replayAnswer } from '../../../../shared/replay/replay-answer-words.ts'
import {
  formatPercent,
  formatSignedPercent,
  formatUsd,
  formatOneLine,
} from '../../../terminal/output/figures.ts'
import { formatPairs, formatTable } from '../../../terminal/output/table.ts'
import { buildFirstPairs } from '../../experiments/commands/build-first-pairs.ts'

type Recorded = ReplayResult['recorded']

const mostPrices = 6

type ReplayTextOptions = {
  /** Whether the policies are those of a file, which then says what their windows are. */
  readonly hasFile: boolean
}

/** `replay` for people: how far it can be believed, what each policy comes to, and what did not happen. */
export function replayText({ recorded, policies }: ReplayResult, { hasFile }: ReplayTextOptions): string {
  const notes = policies.flatMap(buildNotePairs)
  const answer = replayAnswer({ recorded, policies })
  const sections = [
    answer === '' ? '' : `${answer}\n`,
    formatAgreement(recorded, policies),
    // A table of zeros would say what nobody knows.
    policies.every(isUnplayed) ? '' : formatReplayedPolicies(recorded, policies),
    formatCondensations(recorded, policies),
    formatPairs(policies.flatMap(buildAttemptPairs)),
    formatPairs(policies.flatMap(buildOwnTriggerPairs)),
    explainNoCondensation(recorded, policies, hasFile),
    formatPairs(notes),
  ]
  return sections.filter((section) => section !== '').join('\n')
}

function formatReplayedPolicies(
  recorded: ReplayResult['recorded'],
  policies: readonly ReplayedPolicy[],
): string {
  const hasEstimates = policies.some(({ estimatedUsd }) => (estimatedUsd ?? 0) > 0)
  const figures = ['condensed', 'peak', 'uncached', 'written', 'read', 'output', 'cost']
  return formatTable(
    [
      { title: 'policy' },
      ...[...figures, ...(hasEstimates ? ['of it estimated'] : []), 'against played'].map((title) => ({
        title,
        align: 'right' as const,
      })),
      { title: 'break-even after' },
      { title: 'kept what was used next', align: 'right' },
    ],
    policies.map((policy) => buildPolicyRow(policy, recorded, hasEstimates)),
  )
}

function isUnplayed({ peakContext }: ReplayedPolicy): boolean {
  return peakContext === 0
}

function buildPolicyRow(
  policy: ReplayedPolicy,
  recorded: ReplayResult['recorded'],
  hasEstimates: boolean,
): readonly string[] {
  const { id, firings, peakContext, tokens, costUsd, estimatedUsd, isCostStated = false } = policy
  const recall = findQuality(policy, 'continuation-recall', { recorded })
  const against = computeDifferencePercent(costUsd, recorded.playedUsd)
  const own = recorded.firings.length
  return [
    id,
    id === 'recorded' && own > firings.length ? `${firings.length} of ${own}` : String(firings.length),
    formatCount(peakContext),
    ...[tokens.uncached, tokens.cacheWrite, tokens.cacheRead, tokens.output].map(formatCount),
    `${formatUsd(costUsd)}${isCostStated ? `, partly ${statedByArm}` : ''}`,
    ...(hasEstimates ? [estimatedUsd === 0 ? '' : formatUsd(estimatedUsd)] : []),
    against === null ? '' : formatSignedPercent(against),
    payBacks(policy),
    recall === null ? '' : formatPercent(100 * recall),
  ]
}

const mostCondensations = 6

/** Where the agent condensed itself, and where each policy fires against that. */
function formatCondensations(
  { firings }: ReplayResult['recorded'],
  policies: readonly ReplayedPolicy[],
): string {
  return formatPairs([
    ...(firings.length < 2
      ? []
      : [['the agent', `condensations: ${describeOwnCondensations(firings)}.`] satisfies [string, string]]),
    ...buildFirstPairs(
      'the agent',
      firings.map(({ text }) => text),
      mostCondensations,
    ),
    ...policies.flatMap(({ id, firstFiring }): [string, string][] =>
      firstFiring === undefined ? [] : [[id, firstFiring.text]],
    ),
  ])
}

/** What was tried in vain, and charged for. */
/** The trigger of an agent's own, where a policy went by one. */
function buildOwnTriggerPairs({ id, trigger }: ReplayedPolicy): [string, string][] {
  return trigger?.kind === 'own' ? [[id, describeUsedTrigger(trigger)]] : []
}

function buildAttemptPairs({ id, attempts }: ReplayedPolicy): [string, string][] {
  if (attempts.length === 0) return []
  const costUsd = sumKnown(attempts.map((attempt) => attempt.costUsd))
  const cost = costUsd === 0 ? '' : ` (${costUsd === null ? 'cost unknown' : formatUsd(costUsd)})`
  return [[id, `${formatCountWithNoun(attempts.length, 'attempt')} without a condensation${cost}`]]
}

const mostPayBacks = 4

function payBacks(policy: ReplayedPolicy): string {
  const all = policy.firings.map((condensation) => computeBreakEven(policy, condensation))
  const [first] = all
  // Where nobody knows, or nothing costs anything, that is so of all of them.
  if (typeof first === 'string' && first !== 'never' && all.every((one) => one === first)) return first
  const shown = all.slice(0, mostPayBacks)
  return shown.length < all.length ? `${shown.join(', ')}, …` : shown.join(', ')
}

const mostNotes = 2
/** What stands behind it is said in fewer characters; a message of a model may be anything. */
const mostNoteChars = 1200

/** What is said again and again is said once. */
function buildNotePairs({ id, notes }: ReplayedPolicy): [string, string][] {
  const groups = [...Map.groupBy(notes, ({ text }) => text).values()]
  const texts = groups.map((own) => {
    const [{ request, text } = { request: 0, text: '' }] = own
    const place =
      own.length === 1 ? `before request ${request}` : `before ${own.length} requests, ${request} first`
    return formatOneLine(`${place}: ${text}`, mostNoteChars)
  })
  return buildFirstPairs(id, texts, mostNotes)
}

function explainNoCondensation(
  recorded: ReplayResult['recorded'],
  policies: readonly ReplayedPolicy[],
  hasFile: boolean,
): string {
  if (recorded.requests === 0) return 'The task records no request, so nothing can be played.\n'
  if (policies.every(isUnplayed)) return 'No request can be played, so no policy has any figures.\n'
  const own = policies.filter(({ id }) => id !== 'none' && id !== 'recorded')
  if (own.length === 0) return 'No policy that condenses was played: `none` and `recorded` do not.\n'
  if (own.some(({ firings, attempts }) => firings.length + attempts.length > 0)) return ''
  const peak = findLargest(
    own.map(({ peakContext }) => peakContext),
    0,
  )
  const advice = hasFile
    ? 'Give the policies of the file a smaller window or threshold.'
    : 'Try a smaller --window.'
  const leftOut = describeLeftOutRequests(recorded)
  const none = leftOut === '' ? 'No policy condensed' : `${leftOut} In the rest no policy condensed`
  return `${none}: the context never exceeded ${formatCount(peak)} tokens. ${advice}\n`
}

/** What a replay leaves out, how far the rest agrees with the record, and why. */
function formatAgreement(recorded: Recorded, policies: readonly ReplayedPolicy[]): string {
  const { costUsd, requests, modelledDifferencePercent: modelled, cacheDeviations } = recorded
  return formatPairs([
    ['not reconstructable', describeLostRequests(recorded)],
    [
      'recorded',
      `${costUsd === null ? 'no cost' : formatUsd(costUsd)} in ${formatCountWithNoun(requests, 'request')}`,
    ],
    ['agreement', describeComparedRequests(recorded)],
    ['', splitText(recorded)],
    [
      '',
      modelled === null ? '' : `from the model of tokens and cache alone: ${formatSignedPercent(modelled)}`,
    ],
    [
      '',
      cacheDeviations === 0
        ? ''
        : `cache not as modelled at ${formatCountWithNoun(cacheDeviations, 'request')}`,
    ],
    ['played', describePlayedRequests(recorded, policies)],
    ...recorded.reasons.map((reason): [string, string] => ['because', reason]),
    ...buildPricePairs(recorded.prices),
    ['cache', recorded.cacheStyle.text],
  ])
}

function describeComparedRequests(recorded: Recorded): string {
  const { comparedRequests, comparedUsd, replayedUsd, differencePercent: difference } = recorded
  if (comparedUsd === null || comparedRequests === 0) return 'no request can be compared'
  const share = shareText(recorded)
  const outcome = difference === null ? '' : `, ${formatSignedPercent(difference)}`
  return `${formatUsd(replayedUsd)} replayed for ${formatUsd(comparedUsd)} recorded${outcome}, over ${share}`
}

/** Requests that nothing can be said of, with their share of the money. */
function describeLostRequests({ notReconstructable: lost, requests }: Recorded): string {
  if (lost === undefined || lost.requests === 0) return ''
  const money =
    lost.percent === null
      ? ''
      : `, ${formatUsd(lost.costUsd)} (${formatPercent(lost.percent)} of the recorded cost)`
  return `${lost.requests} of ${formatCountWithNoun(requests, 'request')}${money}: in no figure of any policy`
}

/** What of the agreement is predicted, and what only taken from the record. */
function splitText({ agreement, comparedUsd }: Recorded): string {
  if (agreement == null || comparedUsd === null || comparedUsd === 0) return ''
  const formatCostShare = (usd: number): string =>
    `${formatUsd(usd)} (${formatPercent((100 * usd) / comparedUsd)})`
  const { predictedUsd, circularUsd, offUsd } = agreement
  return `of that ${formatCostShare(predictedUsd)} predicted, ${formatCostShare(circularUsd)} circular (sizes, cache misses and prices taken from the record), ${formatCostShare(offUsd)} off`
}

/** How much of the record is compared: of its requests, and of its money where there is any. */
function shareText({ comparedRequests, requests, comparedUsd, costUsd }: Recorded): string {
  const money =
    comparedUsd === null || costUsd === null || costUsd === 0
      ? ''
      : ` and ${formatPercent((100 * comparedUsd) / costUsd)} of the recorded cost`
  return `${comparedRequests} of ${formatCountWithNoun(requests, 'request')}${money}`
}

function describePlayedRequests(recorded: Recorded, policies: readonly ReplayedPolicy[]): string {
  const { playedUsd, costUsd, estimatedUsd, estimatedRequests } = recorded
  if (policies.every(({ peakContext }) => peakContext === 0)) return 'nothing: no request can be played'
  if (playedUsd === null) return 'at an unknown cost: no prices are known, so no policy has one'
  const difference = computeDifferencePercent(playedUsd, costUsd)
  const whole = difference === null ? '' : `, ${formatSignedPercent(difference)} to the whole record`
  const estimate =
    (estimatedUsd ?? 0) === 0
      ? ''
      : `, ${formatUsd(estimatedUsd)} of it estimated, for ${formatCountWithNoun(estimatedRequests, 'request')} without a recorded cost`
  return `${formatUsd(playedUsd)}, which the policies are compared with${whole}${estimate}`
}

/** The first segments of one price; a record of which no two requests go together has as many as requests. */
function buildPricePairs(prices: Recorded['prices']): [string, string][] {
  const texts = prices.map(({ text }) => text)
  return buildFirstPairs('prices', texts, mostPrices, '')
}
