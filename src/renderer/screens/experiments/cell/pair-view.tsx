import { ActionIcon, Switch } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { AlignedRow } from '../../../../shared/condense/aligned-row-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
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
import { findIndices } from '../../condense/result/row-diff.tsx'
import { useExperiment } from '../experiment-context.ts'
import { PairValues } from './cell-values.tsx'
import { pairRows, type PairRow } from './pair-rows.ts'
import styles from './pair-view.module.css'

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
      <div className={styles.halves}>
        <Split
          id="pair"
          direction="horizontal"
          {...split}
          label="Width of the values"
          first={<PairValues left={left} right={right} />}
          second={<PairResults left={left} right={right} />}
        />
      </div>
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
    <header className={styles.header}>
      <h2 className={styles.title}>
        {[left, right].map((cell, place) => (
          <span key={cell.id} className={styles.variant}>
            {place === 1 && <span className={styles.muted}>beside</span>}
            <VariantMark place={names.findPlace(cell.variantId)} />
            <Link
              href={routes.experimentCell(detail.summary.id, {
                checkpointId: cell.checkpointId,
                variant: cell.variantId,
                repeat: cell.repeat,
              })}
              className={styles.link ?? ''}
            >
              {names.findName(cell.variantId)}
            </Link>
          </span>
        ))}
      </h2>
      <span className={styles.muted}>
        {showControls(checkpoint?.taskTitle ?? '')}, cut before #{checkpoint?.index}
      </span>
      <span className={styles.spring} />
      <ActionIcon
        aria-label="Back to the cell"
        title="Back to the cell"
        onClick={() => navigate(routes.experimentCell(detail.summary.id, address))}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </header>
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
      <div className={styles.bar}>
        <Switch
          label="Differences only"
          checked={onlyDifferent}
          onChange={(event) => {
            setOnlyDifferent(event.currentTarget.checked)
            setSelected(0)
          }}
        />
        <span className={styles.muted}>
          {formatCountWithNoun(rows.filter(({ isDifferent }) => isDifferent).length, 'message')} of{' '}
          {rows.length} differ
        </span>
      </div>
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

/** Names of the columns. */
function PairRowHead({ first, second }: { readonly first: string; readonly second: string }) {
  return (
    <div className={styles.row} aria-hidden>
      <span className={styles.number}>#</span>
      <span>Source</span>
      <span className={styles.number}>Tokens</span>
      <span>{first}</span>
      <span className={styles.number}>Tokens</span>
      <span>{second}</span>
      <span className={styles.number}>Tokens</span>
    </div>
  )
}

/** A source message and what became of it in both results. */
function PairRowLine({ row: { index, first, second } }: { readonly row: PairRow }) {
  const source = first?.source ?? second?.source ?? null
  return (
    <div className={styles.row}>
      <span className={styles.number}>{index ?? ''}</span>
      <span className={styles.cut}>
        {source === null ? (
          <span className={styles.muted}>written by the provider</span>
        ) : (
          showControls(source.preview)
        )}
      </span>
      <span className={styles.number}>{source === null ? '' : formatInteger(source.tokens)}</span>
      <Side row={first} />
      <Side row={second} />
    </div>
  )
}

function Side({ row }: { readonly row: AlignedRow | null }) {
  return (
    <>
      <span>{row === null ? '–' : <FateMark fate={row.fate} />}</span>
      <span className={styles.number}>{row?.result ? formatInteger(row.result.tokens) : ''}</span>
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
