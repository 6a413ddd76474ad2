import { Table } from '@mantine/core'
import { Link } from 'wouter'
import { formatMetric } from '../../../lib/format-metric.ts'
import { routes } from '../../../lib/routes.ts'
import { useExperiment } from '../experiment-context.ts'
import styles from './results-tab.module.css'

/** What had to hold, and whether it does. */
export function AssertionTable() {
  const { results, names, metrics, detail } = useExperiment()
  const assertions = results?.assertions ?? []
  if (assertions.length === 0) return null
  const failed = assertions.filter(({ ok }) => !ok).length
  return (
    <section className={styles.assertions} aria-label="Assertions">
      <h2 className={styles.heading}>
        Assertions: {failed === 0 ? 'all hold' : `${failed} of ${assertions.length} do not hold`}
      </h2>
      <Table className={styles.table ?? ''} aria-label="Assertions" horizontalSpacing={8} verticalSpacing={2}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Holds</Table.Th>
            <Table.Th>Variant</Table.Th>
            <Table.Th>Metric</Table.Th>
            <Table.Th>Expected</Table.Th>
            <Table.Th ta="right">Is</Table.Th>
            <Table.Th>Note</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {assertions.map((assertion, index) => {
            const metric = metrics.find(({ id }) => id === assertion.metric)
            return (
              <Table.Tr key={index}>
                <Table.Td className={styles.tone ?? ''} data-tone={assertion.ok ? 'better' : 'worse'}>
                  {assertion.ok ? '✓ yes' : '✗ no'}
                </Table.Td>
                <Table.Td>{names.nameOf(assertion.variant)}</Table.Td>
                <Table.Td>
                  <Link
                    href={routes.experimentFigure(
                      detail.summary.id,
                      names.keyOf(assertion.variant),
                      assertion.metric,
                    )}
                  >
                    {metric?.label ?? assertion.metric}
                  </Link>
                </Table.Td>
                <Table.Td>{assertion.expected}</Table.Td>
                <Table.Td ta="right">{metric ? formatMetric(assertion.value, metric.unit) : '–'}</Table.Td>
                <Table.Td>{names.isBlind ? '' : assertion.message}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </section>
  )
}
