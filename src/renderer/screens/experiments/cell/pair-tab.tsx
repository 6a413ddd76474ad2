import { SegmentedControl, Select, Switch } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMemo, useState } from 'react'
import type { AlignedRow } from '../../../../shared/condense/aligned-row-types.ts'
import type { Cell } from '../../../../shared/experiments/experiment-types.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { formatCountWithNoun, formatTokens } from '../../../lib/format.ts'
import { TextDiff } from '../../../ui/components/diff/text-diff.tsx'
import { TextPair } from '../../../ui/components/diff/text-pair.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { VirtualList } from '../../../ui/components/lists/virtual-list.tsx'
import { FateMark } from '../../../ui/components/marks/fate-mark.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Split } from '../../../ui/components/split.tsx'
import { Bar, Block, Caption, Fill, Grid, Inline, Note, Pre, Scroll } from '../../../ui/layout/layout.tsx'
import { findIndices } from '../../condense/result/row-diff.tsx'
import { useExperiment } from '../experiment-context.ts'
import { pairRows, type PairRow } from './pair-rows.ts'

type PairTextsProps = { readonly left: Cell; readonly right: Cell; readonly row: PairRow }

type PairProps = { readonly left: Cell; readonly right: Cell }

const shownAs = ['Texts', 'Difference', 'Messages'] as const

/** What a cell wrote beside another one of the same cut: both texts, how they differ, and message by message. */
export function PairTab({ cell }: { readonly cell: Cell }) {
  const { detail, names, baselineId } = useExperiment()
  const [view, setView] = useState<(typeof shownAs)[number]>('Texts')
  const others = detail.cells.filter(
    (other) => other.checkpointId === cell.checkpointId && other.id !== cell.id && other.status === 'done',
  )
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen =
    others.find(({ id }) => id === chosenId) ??
    others.find(({ variantId }) => variantId === baselineId) ??
    others[0]
  const describe = (one: Cell): string =>
    names.findName(one.variantId) + (one.repeat > 1 ? `, repeat ${one.repeat}` : '')
  if (chosen === undefined) return <WrittenTexts cells={[cell]} describe={describe} />
  return (
    <Fill h="100%">
      <Bar pr="sm" pl="md" gap="md">
        <SegmentedControl aria-label="Shown as" data={[...shownAs]} value={view} onChange={setView} />
        <Select
          aria-label="Compare with"
          w={240}
          searchable
          data={others.map((other) => ({ value: other.id, label: describe(other) }))}
          value={chosen.id}
          allowDeselect={false}
          onChange={setChosenId}
        />
      </Bar>
      {view === 'Texts' && <WrittenTexts cells={[cell, chosen]} describe={describe} />}
      {view === 'Difference' && <WrittenDifference before={chosen} after={cell} describe={describe} />}
      {view === 'Messages' && <PairResults key={chosen.id} left={cell} right={chosen} />}
    </Fill>
  )
}

type WrittenTextsProps = {
  readonly cells: readonly Cell[]
  readonly describe: (cell: Cell) => string
}

/** What each cell wrote itself, side by side. */
function WrittenTexts({ cells, describe }: WrittenTextsProps) {
  return (
    <Grid columns={cells.map(() => '1fr').join(' ')} flex={1} mih={0}>
      {cells.map((cell, place) => (
        <WrittenText key={cell.id} cell={cell} title={describe(cell)} isFirst={place === 0} />
      ))}
    </Grid>
  )
}

type WrittenTextProps = { readonly cell: Cell; readonly title: string; readonly isFirst: boolean }

function WrittenText({ cell, title, isFirst }: WrittenTextProps) {
  const { text, error } = useWrittenText(cell)
  const tokens = cell.stats === null ? '' : ` · ${formatTokens(cell.stats.finalTokens)} in all`
  return (
    <Fill miw={0} h="100%" {...(isFirst ? {} : { line: 'left' as const })}>
      {error !== null ? (
        <ErrorPanel problem={toProblem(error)} />
      ) : text === null ? (
        <SkeletonRows rows={6} label="Loading the texts" />
      ) : (
        <Scroll component="section" tabIndex={0} aria-label={title}>
          <Caption component="h3" display="block" pos="sticky" top={0} py={6} px="md" bg="var(--ground)">
            {title}
            {tokens}
          </Caption>
          {text === '' ? (
            <Note px="md">It wrote nothing itself: messages are kept, shortened or dropped.</Note>
          ) : (
            <Pre pb="md" px="md">
              {showControls(text)}
            </Pre>
          )}
        </Scroll>
      )}
    </Fill>
  )
}

type DifferenceProps = Pick<WrittenTextsProps, 'describe'> & { readonly before: Cell; readonly after: Cell }

/** What the second text has that the first one lacks, word by word. */
function WrittenDifference({ before, after, describe }: DifferenceProps) {
  const [first, second] = [useWrittenText(before), useWrittenText(after)]
  const error = first.error ?? second.error
  if (error !== null) return <ErrorPanel problem={toProblem(error)} />
  if (first.text === null || second.text === null) return <SkeletonRows rows={6} label="Loading the texts" />
  return (
    <>
      <Note px="md" pt={6}>
        Struck through: only in {describe(before)}. Underlined: only in {describe(after)}.
      </Note>
      <Block flex={1} mih={0}>
        <TextDiff before={first.text} after={second.text} />
      </Block>
    </>
  )
}

/** Messages that are read of what a result wrote itself. */
const mostWritten = 20

/** What a result wrote itself, such as its summary; null while it is on its way. */
function useWrittenText(cell: Cell): { readonly text: string | null; readonly error: unknown } {
  const { queries } = useEngine()
  const { detail } = useExperiment()
  const at = { experimentId: detail.summary.id, cellId: cell.id }
  const always = { staleTime: Number.POSITIVE_INFINITY }
  const rows = useQuery(queries.experiments.cellRows.queryOptions({ input: at, ...always }))
  const written = (rows.data ?? [])
    .filter(({ fate, groupStart }) => fate === 'written' || (fate === 'summarised' && groupStart))
    .flatMap(({ result }) => (result === null ? [] : [result.index]))
  const texts = useQueries({
    queries: [...new Set(written)].slice(0, mostWritten).map((resultIndex) =>
      queries.experiments.cellTexts.queryOptions({
        input: { ...at, sourceIndex: null, resultIndex },
        ...always,
        gcTime: 60_000,
      }),
    ),
  })
  const error: unknown = [rows, ...texts].find(({ isError }) => isError)?.error ?? null
  const isLoaded = rows.data !== undefined && texts.every(({ data }) => data !== undefined)
  const text = texts.map(({ data }) => data?.result?.text ?? '').join('\n\n')
  return { text: isLoaded ? text : null, error }
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
