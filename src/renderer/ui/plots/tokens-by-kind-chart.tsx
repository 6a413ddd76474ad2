import { Table } from '@mantine/core'
import { useState } from 'react'
import { formatInteger, formatPercent } from '../../../shared/kernel/format-figures.ts'
import { partKinds } from '../../../shared/kernel/part.ts'
import type { TokensByKind } from '../../../shared/library/inspection-types.ts'
import { scaleTitles, scaleWords, type TokenScale } from '../../lib/token-scale.ts'
import { HeadCell } from '../components/explained.tsx'
import { KindBadge } from '../components/marks/kind-badge.tsx'
import { kindLooks } from '../components/marks/part-kinds.ts'
import { TableToggle } from '../components/table-toggle.tsx'
import { Bar, Block, Inline, Note, Row } from '../layout/layout.tsx'
import { StackedBar } from './bars.tsx'

type TokensByKindChartProps = {
  readonly tokens: TokensByKind
  /** What they are of, where a screen has several. */
  readonly of?: string
  /** Whose count they are in, where a screen beside this one has another. */
  readonly scale?: TokenScale
}

/** Where the tokens of a task are: one bar, a legend with figures, and the table behind it. */
export function TokensByKindChart({ tokens, of, scale }: TokensByKindChartProps) {
  const [asTable, setAsTable] = useState(false)
  const shares = computeShares(tokens)
  return (
    <Bar
      component="section"
      align="flex-start"
      gap="md"
      aria-label={of === undefined ? 'Tokens by kind of part' : `Tokens by kind of part of ${of}`}
    >
      {asTable ? <KindTable shares={shares} /> : <KindBar shares={shares} />}
      {scale !== undefined && (
        <Note component="span" flex="none" title={scaleTitles[scale]}>
          {scaleWords[scale]}
        </Note>
      )}
      <TableToggle isOn={asTable} onToggle={() => setAsTable(!asTable)} />
    </Bar>
  )
}

type Share = { readonly kind: (typeof partKinds)[number]; readonly tokens: number; readonly percent: number }

function computeShares(tokens: TokensByKind): readonly Share[] {
  const total = Object.values(tokens).reduce((sum, value) => sum + value, 0)
  return partKinds
    .map((kind) => ({
      kind,
      tokens: tokens[kind] ?? 0,
      percent: total === 0 ? 0 : ((tokens[kind] ?? 0) / total) * 100,
    }))
    .filter((share) => share.tokens > 0)
}

function KindBar({ shares }: { readonly shares: readonly Share[] }) {
  return (
    <Block flex={1} miw={0}>
      <StackedBar
        parts={shares.map(({ kind, tokens }) => ({ id: kind, value: tokens, color: kindLooks[kind].color }))}
      />
      <Row component="ul" align="stretch" wrap gap="2px 20px" mt={6}>
        {shares.map((share) => (
          <Row key={share.kind} component="li" inline align="baseline" gap={6} fz="xs">
            <KindBadge kind={share.kind} long />
            <Inline c="dimmed">
              {formatInteger(share.tokens)} tok · {formatPercent(share.percent)}
            </Inline>
          </Row>
        ))}
      </Row>
    </Block>
  )
}

function KindTable({ shares }: { readonly shares: readonly Share[] }) {
  return (
    <Table mr="auto" w="auto">
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="Kind" />
          <HeadCell ta="right" label="Tokens" />
          <HeadCell ta="right" label="Share" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shares.map((share) => (
          <Table.Tr key={share.kind}>
            <Table.Td>
              <KindBadge kind={share.kind} long />
            </Table.Td>
            <Table.Td ta="right">{formatInteger(share.tokens)}</Table.Td>
            <Table.Td ta="right">{formatPercent(share.percent)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
