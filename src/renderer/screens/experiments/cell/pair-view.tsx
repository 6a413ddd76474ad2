import { ActionIcon, Switch } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { AlignedRow } from '../../../../shared/condense/aligned-row-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { TextPair } from '../../../ui/components/diff/text-pair.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { VirtualList } from '../../../ui/components/lists/virtual-list.tsx'
import { FateMark } from '../../../ui/components/marks/fate-mark.tsx'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Split } from '../../../ui/components/split.tsx'
import { Bar, Block, Grid, Inline, Note, QuietLink, Row } from '../../../ui/layout/layout.tsx'
import { findIndices } from '../../condense/result/row-diff.tsx'
import { useExperiment } from '../experiment-context.ts'
import { PairValues } from './cell-values.tsx'
import { pairRows, type PairRow } from './pair-rows.ts'

type PairTextsProps = { readonly left: Cell; readonly right: Cell; readonly row: PairRow }

type CellKey = { readonly key: string; readonly repeat: number }

type PairViewProps = {
  readonly checkpointId: string
  readonly first: CellKey
  readonly second: CellKey
}

/** Two results of one checkpoint beside each other: their values, and message by message what became of the source. */
export function PairView({ checkpointId, first, second }: PairViewProps) {
  const { detail } = useExperiment()
  const findCell = ({ key, repeat }: CellKey): Cell | undefined =>
    detail.cells.find(
      (cell) => cell.checkpointId === checkpointId && cell.variantId === key && cell.repeat === repeat,
    )
  const [left, right] = [findCell(first), findCell(second)]
  if (left === undefined || right === undefined)
    return <EmptyPanel>One of the two cells has not finished, or does not exist.</EmptyPanel>
  return <Pair key={`${left.id} ${right.id}`} left={left} right={right} />
}

type PairProps = { readonly left: Cell; readonly right: Cell }

function Pair({ left, right }: PairProps) {
  const split = useSplitLayout('pair', 34)
  return (
    <>
      <PairHeader left={left} right={right} />
      <Block flex={1} mih={0}>
        <Split
          id="pair"
          direction="horizontal"
          {...split}
          label="Width of the values"
          first={<PairValues left={left} right={right} />}
          second={<PairResults left={left} right={right} />}
        />
      </Block>
    </>
  )
}

function PairHeader({ left, right }: PairProps) {
  const { detail, names } = useExperiment()
  const [, navigate] = useLocation()
  const checkpoint = detail.plan.checkpoints.find(({ id }) => id === left.checkpointId)
  const address = {
    checkpointId: left.checkpointId,
    variant: left.variantId,
    repeat: left.repeat,
  }
  return (
    <Bar component="header" pr="sm" pl="md" gap="md">
      <Row component="h2" align="stretch" fw={600}>
        {[left, right].map((cell, place) => (
          <Row key={cell.id} component="span" gap={6}>
            {place === 1 && (
              <Note component="span" fw={400} cut>
                beside
              </Note>
            )}
            <VariantMark place={names.findPlace(cell.variantId)} />
            <QuietLink
              href={routes.experimentCell(detail.summary.id, {
                checkpointId: cell.checkpointId,
                variant: cell.variantId,
                repeat: cell.repeat,
              })}
            >
              {names.findName(cell.variantId)}
            </QuietLink>
          </Row>
        ))}
      </Row>
      <Note component="span" fw={400} cut>
        {showControls(checkpoint?.taskTitle ?? '')}, cut before #{checkpoint?.index}
      </Note>
      <Inline flex={1} />
      <ActionIcon
        aria-label="Back to the cell"
        title="Back to the cell"
        onClick={() => navigate(routes.experimentCell(detail.summary.id, address))}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Bar>
  )
}

function PairResults({ left, right }: PairProps) {
  const { queries } = useEngine()
  const { detail } = useExperiment()
  const queryRows = (cell: Cell) =>
    queries.experiments.cellRows.queryOptions({
      input: { experimentId: detail.summary.id, cellId: cell.id },
      staleTime: Number.POSITIVE_INFINITY,
    })
  const [first, second] = [useQuery(queryRows(left)), useQuery(queryRows(right))]
  const failed = [first, second].find(({ isError }) => isError)
  if (failed) return <ErrorPanel problem={toProblem(failed.error)} onRetry={() => void failed.refetch()} />
  if (first.data === undefined || second.data === undefined)
    return <SkeletonRows label="Aligning both results" />
  return <PairList left={left} right={right} first={first.data} second={second.data} />
}

const listLayout: readonly [number, number] = [56, 44]

type PairListProps = PairProps & {
  readonly first: readonly AlignedRow[]
  readonly second: readonly AlignedRow[]
}

function PairList({ left, right, first, second }: PairListProps) {
  const { names } = useExperiment()
  const rows = useMemo(() => pairRows(first, second), [first, second])
  const [onlyDifferent, setOnlyDifferent] = useState(true)
  const [selected, setSelected] = useState(0)
  const shown = onlyDifferent ? rows.filter(({ isDifferent }) => isDifferent) : rows
  const row = shown[selected]
  return (
    <>
      <Bar pr="sm" pl="md" gap="md">
        <Switch
          label="Differences only"
          checked={onlyDifferent}
          onChange={(event) => {
            setOnlyDifferent(event.currentTarget.checked)
            setSelected(0)
          }}
        />
        <Note component="span" fw={400} cut>
          {formatCountWithNoun(rows.filter(({ isDifferent }) => isDifferent).length, 'message')} of{' '}
          {rows.length} differ
        </Note>
      </Bar>
      <Split
        id="pair-list"
        direction="vertical"
        layout={listLayout}
        onLayout={() => undefined}
        label="Height of the list"
        first={
          shown.length === 0 ? (
            <EmptyPanel>Both results are the same.</EmptyPanel>
          ) : (
            <VirtualList
              label="Both results"
              count={shown.length}
              selected={selected}
              onSelect={setSelected}
              header={
                <PairRowHead
                  first={names.findName(left.variantId)}
                  second={names.findName(right.variantId)}
                />
              }
              renderRow={(at) => shown[at] && <PairRowLine row={shown[at]} />}
            />
          )
        }
        second={row && <PairTexts left={left} right={right} row={row} />}
      />
    </>
  )
}

/** The columns of the table, for its head and its rows. */
function PairGrid(props: { readonly children: ReactNode; readonly 'aria-hidden'?: boolean }) {
  return (
    <Grid
      columns="44px 1fr 64px 100px 64px 100px 64px"
      align="center"
      gap="sm"
      h="100%"
      pr="md"
      nowrap
      {...props}
    />
  )
}

/** Names of the columns. */
function PairRowHead({ first, second }: { readonly first: string; readonly second: string }) {
  return (
    <PairGrid aria-hidden>
      <Inline ta="right">#</Inline>
      <span>Source</span>
      <Inline ta="right">Tokens</Inline>
      <span>{first}</span>
      <Inline ta="right">Tokens</Inline>
      <span>{second}</span>
      <Inline ta="right">Tokens</Inline>
    </PairGrid>
  )
}

/** A source message and what became of it in both results. */
function PairRowLine({ row: { index, first, second } }: { readonly row: PairRow }) {
  const source = first?.source ?? second?.source ?? null
  return (
    <PairGrid>
      <Inline ta="right">{index ?? ''}</Inline>
      <Inline cut>
        {source === null ? (
          <Note component="span" fw={400} cut>
            written by the provider
          </Note>
        ) : (
          showControls(source.preview)
        )}
      </Inline>
      <Inline ta="right">{source === null ? '' : formatInteger(source.tokens)}</Inline>
      <Side row={first} />
      <Side row={second} />
    </PairGrid>
  )
}

function Side({ row }: { readonly row: AlignedRow | null }) {
  return (
    <>
      <span>{row === null ? '–' : <FateMark fate={row.fate} />}</span>
      <Inline ta="right">{row?.result ? formatInteger(row.result.tokens) : ''}</Inline>
    </>
  )
}

/** What stands in both results in the place of one message. */
function PairTexts({ left, right, row }: PairTextsProps) {
  const { names } = useExperiment()
  const [first, second] = [useResultText(left, row.first), useResultText(right, row.second)]
  const failed = [first, second].find(({ error }) => error !== null)
  if (failed) return <ErrorPanel problem={toProblem(failed.error)} />
  if (first.text === null || second.text === null) return <SkeletonRows rows={4} label="Loading the texts" />
  return (
    <TextPair
      left={{ title: names.findName(left.variantId), text: first.text }}
      right={{
        title: `${names.findName(right.variantId)}${left.variantId === right.variantId ? `, repeat ${right.repeat}` : ''}`,
        text: second.text,
      }}
    />
  )
}

/** The text of the result's message. Empty where nothing is left of it, null while it is on its way. */
function useResultText(
  cell: Cell,
  row: AlignedRow | null,
): { readonly text: string | null; readonly error: unknown } {
  const { queries } = useEngine()
  const { detail } = useExperiment()
  const isThere = row !== null && row.result !== null
  const loaded = useQuery({
    ...queries.experiments.cellTexts.queryOptions({
      input: {
        experimentId: detail.summary.id,
        cellId: cell.id,
        ...(row === null ? { sourceIndex: null, resultIndex: null } : findIndices(row)),
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    }),
    enabled: isThere,
  })
  if (!isThere) return { text: '', error: null }
  return { text: loaded.data === undefined ? null : (loaded.data.result?.text ?? ''), error: loaded.error }
}
