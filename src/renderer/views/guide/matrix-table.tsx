import { Table } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { Fragment } from 'react'
import {
  comparedProviderIds,
  type ComparedProviderId,
  type GuideClaim,
  type GuideMatrixGroup,
  type GuideMatrixRow,
} from '../../../shared/domain/guide.ts'
import { CopyTableButton } from '../../components/copy-table-button.tsx'
import { nameOf } from './chart-points.ts'
import styles from './comparison-tab.module.css'
import { measuredText } from './measured-text.ts'
import type { Measured } from './use-measured.ts'

type MatrixTableProps = { readonly groups: readonly GuideMatrixGroup[]; readonly measured: Measured }

/** Row by row what is claimed of each provider; where runs can tell, what one’s own came to. */
export function MatrixTable({ groups, measured }: MatrixTableProps) {
  const columns = [
    { header: 'What', value: ({ label }: GuideMatrixRow) => label },
    ...comparedProviderIds.flatMap((providerId) => [
      { header: nameOf(providerId), value: ({ claims }: GuideMatrixRow) => claimText(claims[providerId]) },
      {
        header: `${nameOf(providerId)}, your runs`,
        value: (row: GuideMatrixRow) => measuredOf(row, providerId, measured),
      },
    ]),
  ]
  return (
    <section className={styles.matrix} aria-label="Comparison of the providers">
      <div className={styles.head}>
        <p className={styles.note}>
          What the design of the providers claims; under it, where runs can tell, the median of your own runs.
        </p>
        <CopyTableButton columns={columns} rows={groups.flatMap(({ rows }) => rows)} />
      </div>
      <Table stickyHeader aria-label="Comparison of the providers" className={styles.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={180}>What</Table.Th>
            {comparedProviderIds.map((providerId) => (
              <Table.Th key={providerId}>{nameOf(providerId)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map(({ label, rows }) => (
            <Fragment key={label}>
              <Table.Tr>
                <Table.Th colSpan={5} scope="colgroup" className={styles.group ?? ''}>
                  {label}
                </Table.Th>
              </Table.Tr>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Th scope="row" className={styles.label ?? ''}>
                    {row.label}
                  </Table.Th>
                  {comparedProviderIds.map((providerId) => (
                    <Table.Td key={providerId}>
                      <Claim claim={row.claims[providerId]} />
                      <MeasuredCell text={measuredOf(row, providerId, measured)} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

const noRuns = 'no runs yet'

/** Null where runs cannot tell, or nothing is known yet. */
function measuredOf(row: GuideMatrixRow, providerId: ComparedProviderId, measured: Measured): string | null {
  if (row.measured === null || measured === null) return null
  return measuredText(measured.of(providerId), row.measured) ?? noRuns
}

function MeasuredCell({ text }: { readonly text: string | null }) {
  if (text === null) return null
  const isMeasured = text !== noRuns
  return (
    <div className={styles.measured} data-measured={isMeasured}>
      {isMeasured ? `yours: ${text}` : text}
    </div>
  )
}

const marks = {
  yes: { word: 'yes', Icon: IconCheck },
  no: { word: 'no', Icon: IconX },
  partly: { word: 'partly', Icon: IconMinus },
} as const

function Claim({ claim }: { readonly claim: GuideClaim }) {
  if (claim.mark === null) return claim.text
  const { Icon } = marks[claim.mark]
  return (
    <span className={styles.claim} data-mark={claim.mark}>
      <Icon size={14} stroke={2} aria-hidden />
      {claimText(claim)}
    </span>
  )
}

function claimText({ mark, text }: GuideClaim): string {
  return [mark === null ? '' : marks[mark].word, text].filter(Boolean).join(', ')
}
