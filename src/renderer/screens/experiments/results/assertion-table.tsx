import { Table } from '@mantine/core'
import { formatCoverage } from '../../../../shared/activity/metric-words.ts'
import type { AssertionResult } from '../../../../shared/experiments/experiment-results-types.ts'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import { assertionLooks } from '../../../../shared/kernel/words/verdict-words.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { Block, Heading } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'
import { FigureLink } from './figure-link.tsx'

const tones = { ok: 'better', failed: 'worse', inconclusive: 'not-enough-data' } as const

type AssertionsProps = { readonly label: string; readonly assertions: readonly AssertionResult[] }

/** What had to hold, and whether it does. Failed and undecided assertions come first, passed ones are folded. */
export function AssertionTable() {
  const { results } = useExperiment()
  const assertions = results?.assertions ?? []
  const of = (wanted: AssertionResult['state']) => assertions.filter(({ state }) => state === wanted)
  const [failed, open, held] = [of('failed'), of('inconclusive'), of('ok')]
  if (assertions.length === 0) return null
  return (
    <Block component="section" py="sm" px="md" line="top" aria-label="Assertions">
      <Heading mb="xs">
        Assertions:{' '}
        {[
          ...(failed.length === 0 ? [] : [`${failed.length} of ${assertions.length} do not hold`]),
          ...(open.length === 0 ? [] : [`${open.length} of ${assertions.length} inconclusive`]),
        ].join(', ') || 'all hold'}
      </Heading>
      {held.length < assertions.length && (
        <Assertions label="Assertions that do not hold" assertions={[...failed, ...open]} />
      )}
      {held.length > 0 && (
        <details>
          <Block component="summary" fz="xs">
            {formatCountWithNoun(held.length, 'assertion')} that hold
          </Block>
          <Assertions label="Assertions that hold" assertions={held} />
        </details>
      )}
    </Block>
  )
}

function Assertions({ label, assertions }: AssertionsProps) {
  const { names, metrics } = useExperiment()
  const hasReasons = assertions.some(({ message }) => message !== '')
  return (
    <Table w="auto" ml={-8} aria-label={label} horizontalSpacing={8} verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="State" term="assertion" />
          <HeadCell label="Variant" />
          <HeadCell label="Metric" />
          <HeadCell label="Expected" />
          <HeadCell ta="right" label="Is" />
          {hasReasons && <HeadCell label="Why" />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {assertions.map(({ state, metric: metricId, variant, expected, value, message, ...rest }, index) => {
          const metric = metrics.find(({ id }) => id === metricId)
          return (
            <Table.Tr key={index}>
              <Table.Td data-tone={tones[state]}>
                {assertionLooks[state].sign} {assertionLooks[state].word}
              </Table.Td>
              <Table.Td>{names.findName(variant)}</Table.Td>
              <Table.Td>
                <FigureLink variantId={variant} metric={metricId}>
                  {metric?.label ?? metricId}
                </FigureLink>
              </Table.Td>
              <Table.Td>{expected}</Table.Td>
              <Table.Td ta="right">
                {[metric ? formatMetric(value, metric.unit) : '–', formatCoverage(rest)]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </Table.Td>
              {hasReasons && <Table.Td>{showControls(message)}</Table.Td>}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
