import { Table } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import {
  comparedProviderIds,
  type ComparedProviderId,
  type GuideClaim,
  type GuideMatrixGroup,
  type GuideMatrixRow,
} from '../../../../shared/home/guide-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Block, Heading, Note, Row } from '../../../ui/layout/layout.tsx'
import { formatMeasuredFigure } from './format-measured-figure.ts'
import { useMeasured, type Measured } from './use-measured.ts'

/** What the design claims of its four providers, beside what one’s own runs came to. No recommendation goes by it. */
export function ClaimsTable() {
  const { queries } = useEngine()
  const matrix = useQuery(queries.guide.matrix.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const measured = useMeasured()
  if (matrix.isError)
    return <ErrorPanel problem={toProblem(matrix.error)} onRetry={() => void matrix.refetch()} />
  if (matrix.data === undefined) return <SkeletonRows label="Loading the comparison" />
  return <MatrixTable groups={matrix.data} measured={measured} />
}

type MatrixTableProps = { readonly groups: readonly GuideMatrixGroup[]; readonly measured: Measured }

/** Claims on each provider row by row, with the median of one’s own runs where one was measured. */
function MatrixTable({ groups, measured }: MatrixTableProps) {
  return (
    <Block component="section" pb="lg" aria-label="Comparison of the providers">
      <Row mih={40} px="md">
        <div>
          <Heading>Claimed by the design, and measured</Heading>
          <Note>
            No recommendation is based on these. Below each claim, the median of your own runs where there are
            some.
          </Note>
        </div>
        <CopyTableButton columns={buildCopyColumns(measured)} rows={groups.flatMap(({ rows }) => rows)} />
      </Row>
      <Table stickyHeader aria-label="Comparison of the providers" miw={900} layout="fixed" data-top>
        <Table.Thead>
          <Table.Tr>
            <HeadCell w={180} label="What" />
            {comparedProviderIds.map((providerId) => (
              <Table.Th key={providerId}>{findProviderName(providerId)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map(({ label, rows }) => (
            <Fragment key={label}>
              <Table.Tr>
                <Table.Th colSpan={5} scope="colgroup" pt="md" c="dimmed" fz={11} fw={600}>
                  {label}
                </Table.Th>
              </Table.Tr>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Th scope="row">{row.label}</Table.Th>
                  {comparedProviderIds.map((providerId) => (
                    <Table.Td key={providerId}>
                      <Claim claim={row.claims[providerId]} />
                      <MeasuredCell text={describeMeasured(row, providerId, measured)} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Block>
  )
}

/** The table as it is copied: each claim and what was measured in columns of their own. */
function buildCopyColumns(measured: Measured) {
  return [
    { header: 'What', value: ({ label }: GuideMatrixRow) => label },
    ...comparedProviderIds.flatMap((providerId) => [
      {
        header: findProviderName(providerId),
        value: ({ claims }: GuideMatrixRow) => formatClaim(claims[providerId]),
      },
      {
        header: `${findProviderName(providerId)}, your runs`,
        value: (row: GuideMatrixRow) => describeMeasured(row, providerId, measured),
      },
    ]),
  ]
}

/** What the compared providers are called. */
function findProviderName(providerId: ComparedProviderId): string {
  return providerId.slice(0, 1).toUpperCase() + providerId.slice(1)
}

const noRuns = 'no runs yet'

/** Null where runs do not measure it, or nothing is known yet. */
function describeMeasured(
  row: GuideMatrixRow,
  providerId: ComparedProviderId,
  measured: Measured,
): string | null {
  if (row.measured === null || measured === null) return null
  return formatMeasuredFigure(measured.of(providerId), row.measured) ?? noRuns
}

function MeasuredCell({ text }: { readonly text: string | null }) {
  if (text === null) return null
  const isMeasured = text !== noRuns
  return (
    <Block {...(isMeasured ? { fw: 500 } : { c: 'dimmed' })}>{isMeasured ? `yours: ${text}` : text}</Block>
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
    <Row component="span" gap={6}>
      <Icon size={14} stroke={2} color={claim.mark === 'yes' ? 'var(--fine)' : 'var(--muted)'} aria-hidden />
      {formatClaim(claim)}
    </Row>
  )
}

function formatClaim({ mark, text }: GuideClaim): string {
  return [mark === null ? '' : marks[mark].word, text].filter(Boolean).join(', ')
}
