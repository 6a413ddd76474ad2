import { Fragment } from 'react'
import type { ExplainedCondensation } from '../../../../shared/condensations/explained-condensation-types.ts'
import { statedByArm } from '../../../../shared/experiments/missing-words.ts'
import {
  formatInteger,
  formatPercent,
  formatSignedPercent,
  formatUsd,
} from '../../../../shared/kernel/format-figures.ts'
import { formatShown } from '../../../../shared/kernel/format-metric.ts'
import { computeDifferencePercent } from '../../../../shared/kernel/numbers.ts'
import { describeOwnCondensations } from '../../../../shared/kernel/words/recorded-words.ts'
import { describeLeftOutRequests } from '../../../../shared/kernel/words/recorded-words.ts'
import { buildAgreement } from '../../../../shared/replay/build-agreement.ts'
import type { ReplayedPolicy, ReplayResult } from '../../../../shared/replay/contract.ts'
import { formatPolicyName } from '../../../../shared/replay/format-policy-name.ts'
import { replayAnswer } from '../../../../shared/replay/replay-answer-words.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { Figure, Figures } from '../../../ui/components/figure.tsx'
import { PlainTable } from '../../../ui/components/plain-table.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { DocumentView } from '../../../ui/document/document-view.tsx'
import { Block, Grid, Lead, Note } from '../../../ui/layout/layout.tsx'
import { useReplay } from '../replay-view.tsx'

type AnswerProps = Pick<ReplayResult, 'recorded' | 'policies'>

const columns: readonly TableColumn<ExplainedCondensation>[] = [
  { id: 'kind', header: 'Kind', value: ({ kind }) => kind },
  { id: 'request', header: 'Before request', align: 'end', value: ({ request }) => request ?? 'unknown' },
  buildFigureColumn('agent', 'Agent counted (tok)', ({ agentTokens }) => agentTokens, formatInteger),
  buildFigureColumn('context', 'Context (tok)', ({ contextTokens }) => contextTokens, formatInteger),
  buildFigureColumn('window', 'Window (tok)', ({ windowTokens }) => windowTokens, formatInteger),
  buildFigureColumn('percent', 'Of the window', ({ percent }) => percent, formatPercent),
  { id: 'fires', header: 'Replay triggers at', align: 'end', value: ({ firesAt }) => firesAt ?? 'never' },
  { id: 'same', header: 'Same request', value: ({ same }) => (same ? 'yes' : 'no') },
  { id: 'text', header: 'Why', value: ({ text }) => text },
]

/** What the replay leaves out, which policy does best, how far the rest agrees with the record, and why not further. */
export function RecordAgreement() {
  const { result, hasPrices } = useReplay()
  const { recorded } = result
  const leftOut = describeLeftOutRequests(recorded)
  return (
    <Block component="section" py="sm" px="md" line="bottom" aria-label="Agreement with the record">
      {leftOut !== '' && <Note>{leftOut}</Note>}
      <AnswerFigures recorded={recorded} policies={result.policies} />
      {recorded.comparedRequests === 0 && hasPrices && (
        <Note>The agent recorded no cost to check the replay against: every amount is at list prices.</Note>
      )}
      <Reasons />
      <ExplainedCondensations />
    </Block>
  )
}

function Reasons() {
  const { recorded, policies } = useReplay().result
  const { prices } = recorded
  return (
    <Block component="details" mt={6} fz="xs">
      <summary>
        Agreement, reasons, prices and cache
        {prices.length > 0 && ` (${prices.length === 1 ? 'one range' : `${prices.length} ranges`} of prices)`}
      </summary>
      <DocumentView blocks={[buildAgreement({ recorded, policies }, prices.length)]} />
    </Block>
  )
}

/** Where the agent itself condensed, held against what a replay with the same settings does. */
function ExplainedCondensations() {
  const { findName, result } = useReplay()
  const { recorded, policies } = result
  const { firings } = recorded
  const compared = policies.flatMap(({ id, firstFiring }) =>
    firstFiring === undefined ? [] : [{ id, firstFiring }],
  )
  if (firings.length === 0 && compared.length === 0) return null
  return (
    <Block component="details" mt={6} fz="xs">
      <summary>The agent’s own condensations: {describeOwnCondensations(firings)}</summary>
      {firings.length > 0 && (
        <>
          <Note component="h3" mt="sm" mb={2} fw={500}>
            Condensations of the agent itself
          </Note>
          <PlainTable label="Condensations of the agent itself" columns={columns} rows={firings} />
        </>
      )}
      {compared.length > 0 && (
        <>
          <Note component="h3" mt="sm" mb={2} fw={500}>
            First condensation of each policy, held against the agent’s
          </Note>
          <Grid
            component="dl"
            columns="max-content 1fr"
            gap="2px md"
            my="xs"
            aria-label="First condensation of each policy"
          >
            {compared.map(({ id, firstFiring }) => (
              <Fragment key={id}>
                <dt>
                  {findName(id)}: {firstFiring.same ? 'same request' : 'other request'}
                </dt>
                <dd>{firstFiring.text}</dd>
              </Fragment>
            ))}
          </Grid>
        </>
      )}
    </Block>
  )
}

/** Which policy is cheapest, which keeps most, and how far their figures can be believed. */
function AnswerFigures({ recorded, policies }: AnswerProps) {
  const { differencePercent: difference } = recorded
  const cheapest = findLeast(policies, ({ id, costUsd }) => (id === 'recorded' ? null : costUsd))
  const measureLoss = ({ firings, quality }: ReplayedPolicy): number | null => {
    const kept = quality['continuation-recall']
    return firings.length === 0 || kept == null ? null : -kept
  }
  const keepsMost = findLeast(policies, measureLoss)
  const keeping = policies.filter((policy) => keepsMost !== null && measureLoss(policy) === keepsMost.value)
  return (
    <Figures>
      {recorded.costUsd !== null && <Figure label="Recorded" value={formatUsd(recorded.costUsd)} />}
      {cheapest !== null && (
        <Figure
          label="Cheapest policy"
          value={`${formatPolicyName(cheapest.policy)}, ${formatUsd(cheapest.value)}`}
          {...(cheapest.policy.isCostStated === true ? { note: `Partly ${statedByArm}` } : {})}
        />
      )}
      {keepsMost !== null && (
        <Figure
          label="Keeps most of the facts the agent went on to use"
          value={`${keeping.length > 1 ? formatCountWithNoun(keeping.length, 'policy', 'policies') : formatPolicyName(keepsMost.policy)}, ${formatShown(-keepsMost.value, 'share')}`}
          note="Of the policies that condensed. A list of names may keep as much."
        />
      )}
      {difference !== null && (
        <Figure
          label="Replay error"
          value={formatSignedPercent(difference)}
          note="Replayed cost against recorded cost"
          tone={pickTone(recorded)}
        />
      )}
    </Figures>
  )
}

/** The first policy with the least value. Null where none has one. */
function findLeast(policies: ReplayResult['policies'], of: (policy: ReplayedPolicy) => number | null) {
  const known = policies.flatMap((policy) => {
    const value = of(policy)
    return value === null ? [] : [{ policy, value }]
  })
  return known.toSorted((one, other) => one.value - other.value)[0] ?? null
}

/** Agreement over a part of the record is none with the whole: what is played may leave much out, or estimate it. */
function pickTone({ differencePercent: difference, playedUsd, costUsd }: ReplayResult['recorded']) {
  if (difference === null) return 'plain'
  if (Math.abs(difference) > 1) return 'bad'
  const whole = computeDifferencePercent(playedUsd, costUsd)
  return whole === null || Math.abs(whole) <= 5 ? 'good' : 'plain'
}

/** What the replay says, in a sentence. */
export function ReplayAnswer() {
  const text = replayAnswer(useReplay().result)
  return (
    text !== '' && (
      <Lead maw="110ch" role="status" aria-label="Answer">
        {text}
      </Lead>
    )
  )
}
