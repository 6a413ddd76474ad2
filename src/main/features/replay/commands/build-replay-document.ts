import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  listFirst,
  type Block,
  type Fact,
} from '../../../../shared/document/document.ts'
import { statedByArm } from '../../../../shared/experiments/missing-words.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatPercent, formatSignedPercent, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { computeDifferencePercent } from '../../../../shared/kernel/numbers.ts'
import {
  describeLeftOutRequests,
  describeOwnCondensations,
} from '../../../../shared/kernel/words/recorded-words.ts'
import { describeUsedTrigger } from '../../../../shared/methods/arms-words.ts'
import { buildAgreement } from '../../../../shared/replay/build-agreement.ts'
import { computeBreakEven } from '../../../../shared/replay/compute-break-even.ts'
import type { ReplayedPolicy, ReplayResult } from '../../../../shared/replay/contract.ts'
import {
  describeAttempts,
  describeOccasions,
  hasMoreTriggers,
  listPolicyNotes,
} from '../../../../shared/replay/policy-words.ts'
import { findQuality, replayAnswer } from '../../../../shared/replay/replay-answer-words.ts'

type Recorded = ReplayResult['recorded']

/** Of each list, what is named; `--json` has all. */
const most = { prices: 6, condensations: 6, notes: 2, breakEvens: 4 } as const

/** `replay`: how far it can be believed, what each policy comes to, and what did not happen. */
export function buildReplayDocument(
  result: ReplayResult,
  /** Whether the policies are those of a file, which then says what their windows are. */
  { hasFile }: { readonly hasFile: boolean },
): readonly Block[] {
  const { recorded, policies } = result
  return [
    buildText(replayAnswer(result)),
    buildAgreement(result, most.prices),
    // A table of zeros would say what nobody knows.
    ...(policies.every(isUnplayed) ? [] : [buildPolicyTable(recorded, policies)]),
    buildFacts([
      [
        'the agent',
        [
          ...(recorded.firings.length < 2
            ? []
            : [`condensations: ${describeOwnCondensations(recorded.firings)}.`]),
          ...listFirst(
            recorded.firings.map(({ text }) => text),
            most.condensations,
          ),
        ],
      ],
      ...policies.map(({ id, firstFiring }): Fact => [id, firstFiring?.text ?? '']),
    ]),
    buildFacts(policies.map((policy): Fact => [policy.id, describeAttempts(policy)])),
    buildFacts(
      policies.map(({ id, trigger }): Fact => [
        id,
        trigger !== undefined && (trigger.kind === 'own' || hasMoreTriggers(trigger))
          ? describeUsedTrigger(trigger)
          : '',
      ]),
    ),
    buildFacts(policies.map((policy): Fact => [policy.id, describeOccasions(policy)])),
    buildText(explainNoCondensation(recorded, policies, hasFile)),
    buildFacts(policies.map((policy): Fact => [policy.id, listFirst(listPolicyNotes(policy), most.notes)])),
  ]
}

function isUnplayed({ peakContext }: ReplayedPolicy): boolean {
  return peakContext === 0
}

function buildPolicyTable(recorded: Recorded, policies: readonly ReplayedPolicy[]): Block {
  const hasEstimates = policies.some(({ estimatedUsd }) => (estimatedUsd ?? 0) > 0)
  const figures = ['condensed', 'peak', 'uncached', 'written', 'read', 'output', 'cost']
  return buildTable(
    [
      'policy',
      ...alignRight(figures, hasEstimates ? ['of it estimated'] : [], 'against played'),
      'break-even after',
      ...alignRight('kept what was used next'),
    ],
    policies.map((policy) => buildPolicyRow(policy, recorded, hasEstimates)),
  )
}

function buildPolicyRow(
  policy: ReplayedPolicy,
  recorded: Recorded,
  hasEstimates: boolean,
): readonly string[] {
  const { id, firings, peakContext, tokens, costUsd, estimatedUsd, isCostStated = false } = policy
  const recall = findQuality(policy, 'continuation-recall', { recorded })
  const against = computeDifferencePercent(costUsd, recorded.playedUsd)
  const own = recorded.firings.length
  return [
    id,
    id === 'recorded' && own > firings.length ? `${firings.length} of ${own}` : String(firings.length),
    ...[peakContext, tokens.uncached, tokens.cacheWrite, tokens.cacheRead, tokens.output].map(formatCount),
    `${costUsd === null ? 'unknown' : formatUsd(costUsd)}${isCostStated ? `, partly ${statedByArm}` : ''}`,
    ...(hasEstimates ? [estimatedUsd === 0 ? '' : formatUsd(estimatedUsd)] : []),
    against === null ? '' : formatSignedPercent(against),
    describeBreakEvens(policy),
    recall === null ? '' : formatPercent(100 * recall),
  ]
}

function describeBreakEvens(policy: ReplayedPolicy): string {
  const all = policy.firings.map((condensation) => computeBreakEven(policy, condensation))
  const [first] = all
  // Where nobody knows, or nothing costs anything, that is so of all of them.
  if (typeof first === 'string' && first !== 'never' && all.every((one) => one === first)) return first
  return [...all.slice(0, most.breakEvens), ...(all.length > most.breakEvens ? ['…'] : [])].join(', ')
}

function explainNoCondensation(
  recorded: Recorded,
  policies: readonly ReplayedPolicy[],
  hasFile: boolean,
): string {
  if (recorded.requests === 0) return 'The task records no request, so nothing can be played.'
  if (policies.every(isUnplayed)) return 'No request can be played, so no policy has any figures.'
  const own = policies.filter(({ id }) => id !== 'none' && id !== 'recorded')
  if (own.length === 0) return 'No policy that condenses was played: `none` and `recorded` do not.'
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
  return `${none}: the context never exceeded ${formatCount(peak)} tokens. ${advice}`
}
