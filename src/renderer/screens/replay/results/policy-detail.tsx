import { useMemo } from 'react'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import { formatChange, formatUsd, formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { computeBreakEven } from '../../../../shared/replay/compute-break-even.ts'
import type { ReplayedPolicy } from '../../../../shared/replay/contract.ts'
import { describeAttempts, listPolicyNotes } from '../../../../shared/replay/policy-words.ts'
import type { ReplayRequest, ReplayCondensation } from '../../../../shared/replay/types.ts'
import { formatBare, formatHeader } from '../../../lib/bare-figures.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { PlainTable } from '../../../ui/components/plain-table.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block, Heading, Note, Row, TextButton } from '../../../ui/layout/layout.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import type { LegendEntry } from '../../../ui/plots/chart-legend.tsx'
import { BarSeries } from '../../../ui/plots/time-series.tsx'
import { UseArmButton, UsePresetButton } from '../../take-home/use-arm.tsx'
import { paidKinds, paidLooks } from '../paid-looks.ts'
import { useReplay } from '../replay-view.tsx'
import { useRequestCursor } from '../use-request-cursor.ts'
import { describeCondensations } from './describe-condensations.ts'

/** Only an agent truncates. */
const kindColumn: TableColumn<ReplayCondensation> = {
  id: 'kind',
  header: 'What',
  value: ({ isTruncation }) => (isTruncation === true ? 'truncated' : 'condensed'),
}

const columns: readonly TableColumn<ReplayRequest>[] = [
  { id: 'request', header: 'Request', align: 'end', value: ({ request }) => request },
  ...paidKinds.map((kind) =>
    buildFigureColumn<ReplayRequest>(kind, `${paidLooks[kind].label} (tok)`, ({ tokens }) => tokens[kind]),
  ),
  buildFigureColumn<ReplayRequest>(
    'cost',
    'Cost',
    ({ costUsd }) => costUsd,
    formatUsd,
    undefined,
    'cost-of-request',
  ),
]

/** One policy: its condensations one by one, what did not happen and why, and what was paid for each request. */
export function PolicyDetail({ policy }: { readonly policy: ReplayedPolicy }) {
  const { findPlace, findName, result } = useReplay()
  const { id, firings, attempts, notes } = policy
  const own = id === 'recorded' ? result.recorded.firings : []
  return (
    <Block component="section" line="top" aria-label={`Details of ${id}`}>
      <Row mih={40} px="md">
        <VariantMark place={findPlace(id)} />
        <Heading nowrap title={id}>
          {findName(id)}
        </Heading>
        <Note component="span">{describeCondensations(firings, own)}</Note>
        {attempts.length > 0 && <Note component="span">{describeAttempts(policy)}</Note>}
        <UsePolicy policy={policy} />
      </Row>
      {firings.length === 0 ? (
        <Note pb="md" px="md">
          {own.length > 0 ? 'Nothing that the agent did itself is played.' : 'It never condensed.'}
        </Note>
      ) : (
        <CondensationsTable policy={policy} />
      )}
      {notes.length > 0 && (
        <Block component="ul" pb="md" pr="md" pl={30} fz="xs" aria-label={`Notes on ${id}`}>
          {listPolicyNotes(policy).map((note) => (
            <li key={note}>{note}</li>
          ))}
        </Block>
      )}
      <PaidChart policy={policy} />
    </Block>
  )
}

/** The arm of a policy at the size at which it condensed, for use elsewhere. */
function UsePolicy({ policy: { id, trigger } }: { readonly policy: ReplayedPolicy }) {
  const entry = useReplay().entries.get(id)
  const tokens = trigger?.tokens ?? null
  const at = tokens === null || trigger === undefined ? null : { tokens, windowTokens: trigger.windowTokens }
  const own = { at, ...(entry?.settings === undefined ? {} : { settings: entry.settings }) }
  if (entry?.arm !== undefined) return <UseArmButton used={{ arm: entry.arm, label: entry.arm, ...own }} />
  return entry?.provider === undefined ? null : (
    <UsePresetButton providerId={entry.provider} presetId={entry.preset ?? null} {...own} />
  )
}

/** The tokens of each request of a policy, stacked by what was paid for them. */
function PaidChart({ policy }: { readonly policy: ReplayedPolicy }) {
  const cursor = useRequestCursor()
  const request = cursor.value
  const { id, requests, tokens } = policy
  const { findName } = useReplay()
  const at = requests.find((one) => one.request === request)
  const title = `Tokens of “${findName(id)}” by what was paid for them`
  return (
    <ChartFrame
      title={title}
      note="A bar for each request, from below: read from the cache, written to it, uncached, output."
      columns={columns}
      rows={requests}
    >
      <BarSeries
        title={title}
        summary={paidKinds
          .map((kind) => `${paidLooks[kind].label}: ${formatInteger(tokens[kind])}`)
          .join('; ')}
        parts={paidKinds.map((kind) => ({ id: kind, color: paidLooks[kind].color }))}
        rows={requests.map(({ request: x, tokens: { cacheWrite1h: _part, ...values } }) => ({ x, values }))}
        xLabel="Request"
        yLabel="Tokens"
        formatX={formatInteger}
        formatY={formatInteger}
        cursor={{ ...cursor, label: title, text: describeRequest(request, at) }}
        legend={buildEntries(at)}
        findReading={(x) => {
          const one = requests.find((played) => played.request === x)
          return {
            heading: `Request ${formatInteger(x)}`,
            entries: buildEntries(one),
            notes: one ? [formatUsd(one.costUsd)] : [],
          }
        }}
      />
    </ChartFrame>
  )
}

function buildEntries(at: ReplayRequest | undefined): readonly LegendEntry[] {
  return paidKinds.map((kind) => ({
    id: kind,
    name: paidLooks[kind].label,
    mark: paidLooks[kind].color,
    ...(at && { value: `${formatInteger(at.tokens[kind])} tok` }),
  }))
}

/** The bar at a request in words. */
function describeRequest(request: number, at: ReplayRequest | undefined): string {
  if (at === undefined) return `Request ${request} is not played`
  const parts = paidKinds.map((kind) => `${paidLooks[kind].label} ${formatInteger(at.tokens[kind])} tok`)
  return `Request ${request}: ${parts.join('; ')}; ${formatUsd(at.costUsd)}`
}

/** The condensations of a policy in their order. Each leads to its request. */
function CondensationsTable({ policy }: { readonly policy: ReplayedPolicy }) {
  const { metrics, setRequest } = useReplay()
  const columns = useMemo(
    () => buildCondensationColumns(metrics, policy, setRequest),
    [metrics, policy, setRequest],
  )
  return (
    <>
      <Row align="flex-start" justify="space-between" gap={0} px="xs">
        <Block flex={1} miw={0}>
          <PlainTable label={`Condensations of ${policy.id}`} columns={columns} rows={policy.firings} />
        </Block>
        <CopyTableButton columns={columns} rows={policy.firings} />
      </Row>
      <Note pb="md" px="md">
        Input is that of the whole request, system prompt and tools included. Reduction and the other figures
        of quality are of the messages alone.
      </Note>
    </>
  )
}

function buildCondensationColumns(
  metrics: readonly MetricInfo[],
  policy: ReplayedPolicy,
  onLook: (request: number) => void,
): readonly TableColumn<ReplayCondensation>[] {
  const breakEven = (condensation: ReplayCondensation): string => {
    const after = computeBreakEven(policy, condensation)
    return typeof after === 'number' ? formatCountWithNoun(after, 'request') : after
  }
  return [
    {
      id: 'request',
      header: 'Before request',
      align: 'end',
      value: ({ request }) => request,
      cell: ({ request }) => (
        <TextButton
          type="button"
          c="var(--accent)"
          aria-label={`Look at request ${request}`}
          onClick={() => onLook(request)}
        >
          {request}
        </TextButton>
      ),
    },
    ...(policy.firings.some(({ isTruncation }) => isTruncation === true) ? [kindColumn] : []),
    buildFigureColumn('before', 'Input before (tok)', ({ before }) => before),
    buildFigureColumn('after', 'Input after (tok)', ({ after }) => after),
    {
      id: 'change',
      header: 'Change of input',
      align: 'end',
      value: ({ before, after }) => formatChange(before, after),
    },
    buildFigureColumn('cost', 'Cost', ({ costUsd }) => costUsd, formatUsd),
    { id: 'break-even', header: 'Breaks even after', align: 'end', value: breakEven },
    ...metrics.map((metric) =>
      buildFigureColumn<ReplayCondensation>(
        metric.id,
        formatHeader(metric),
        ({ quality }) => quality?.[metric.id] ?? null,
        (value) => formatBare(value, metric.unit),
      ),
    ),
  ]
}
