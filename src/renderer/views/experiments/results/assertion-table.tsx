import { Table } from '@mantine/core'
import type { AssertionResult } from '../../../../shared/domain/experiment.ts'
import { formatMetric } from '../../../../shared/lib/format-metric.ts'
import { countOf } from '../../../lib/format.ts'
import { useExperiment } from '../experiment-context.ts'
import { FigureLink } from './figure-link.tsx'
import styles from './results-tab.module.css'

/** What had to hold, and whether it does; what does not comes first, and what does is folded. */
export function AssertionTable() {
  const { results } = useExperiment()
  const assertions = results?.assertions ?? []
  const failed = assertions.filter(({ ok }) => !ok)
  const held = assertions.filter(({ ok }) => ok)
  if (assertions.length === 0) return null
  return (
    <section className={styles.assertions} aria-label="Assertions">
      <h2 className={styles.heading}>
        Assertions:{' '}
        {failed.length === 0 ? 'all hold' : `${failed.length} of ${assertions.length} do not hold`}
      </h2>
      {failed.length > 0 && <Assertions label="Assertions that do not hold" assertions={failed} />}
      {held.length > 0 && (
        <details>
          <summary className={styles.fold}>{countOf(held.length, 'assertion')} that hold</summary>
          <Assertions label="Assertions that hold" assertions={held} />
        </details>
      )}
    </section>
  )
}

type AssertionsProps = { readonly label: string; readonly assertions: readonly AssertionResult[] }

function Assertions({ label, assertions }: AssertionsProps) {
  const { names, metrics } = useExperiment()
  return (
    <Table className={styles.table ?? ''} aria-label={label} horizontalSpacing={8} verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Holds</Table.Th>
          <Table.Th>Variant</Table.Th>
          <Table.Th>Metric</Table.Th>
          <Table.Th>Expected</Table.Th>
          <Table.Th ta="right">Is</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {assertions.map(({ ok, metric: metricId, variant, expected, value, message }, index) => {
          const metric = metrics.find(({ id }) => id === metricId)
          return (
            <Table.Tr key={index} title={names.isBlind ? undefined : message}>
              <Table.Td className={styles.tone ?? ''} data-tone={ok ? 'better' : 'worse'}>
                {ok ? '✓ yes' : '✗ no'}
              </Table.Td>
              <Table.Td>{names.nameOf(variant)}</Table.Td>
              <Table.Td>
                <FigureLink variantId={variant} metric={metricId} className={styles.sentence}>
                  {metric?.label ?? metricId}
                </FigureLink>
              </Table.Td>
              <Table.Td>{expected}</Table.Td>
              <Table.Td ta="right">{metric ? formatMetric(value, metric.unit) : '–'}</Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
