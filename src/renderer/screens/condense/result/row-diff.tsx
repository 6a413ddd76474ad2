import { useQuery } from '@tanstack/react-query'
import type { AlignedRow } from '../../../../shared/condense/aligned-row-types.ts'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import type { MessageText } from '../../../../shared/condense/runs-contract.ts'
import { indexRanges } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatChange } from '../../../../shared/kernel/format-figures.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { formatCountWithNoun, formatTokens } from '../../../lib/format.ts'
import { TextDiff } from '../../../ui/components/diff/text-diff.tsx'
import { TextPair } from '../../../ui/components/diff/text-pair.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { FateMark } from '../../../ui/components/marks/fate-mark.tsx'
import { kindLooks } from '../../../ui/components/marks/part-kinds.ts'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Bar, Block, Column, Inline } from '../../../ui/layout/layout.tsx'
import { findGoneKinds, sortReasons } from './align-rows.ts'

/** Both texts of a row as one, and every reason that the provider gave for the difference. */
export function RowDiff({
  run,
  row,
  group,
}: {
  readonly run: RunSummary
  readonly row: AlignedRow
  /** All rows that share its result message, itself included. */
  readonly group: readonly AlignedRow[]
}) {
  const { queries } = useEngine()
  const input = { runId: run.id, ...findIndices(row) }
  const texts = useQuery(
    queries.runs.texts.queryOptions({ input, staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 }),
  )
  return (
    <RowDifference row={row} group={group} withPass={(run.outcome?.passes.length ?? 0) > 1} texts={texts} />
  )
}

/** Which messages of source and result a row is about. */
export function findIndices(row: AlignedRow): {
  readonly sourceIndex: number | null
  readonly resultIndex: number | null
} {
  return { sourceIndex: row.source?.index ?? null, resultIndex: row.result?.index ?? null }
}

type RowDifferenceProps = {
  readonly row: AlignedRow
  readonly group: readonly AlignedRow[]
  /** Names the pass of each reason, where there are several. */
  readonly withPass: boolean
  readonly texts: {
    readonly data: Texts | undefined
    readonly error: unknown
    readonly refetch: () => Promise<unknown>
  }
}

/** The same, wherever the texts come from. */
export function RowDifference({ row, group, withPass, texts }: RowDifferenceProps) {
  const gone = findGoneKinds(row)
  return (
    <Column h="100%">
      <Bar wrap gap="2px lg" mah={92} scroll>
        <FateMark fate={row.fate} />
        <Inline c="dimmed">{describeSize(row, group)}</Inline>
        {gone.length > 0 && <span>Gone: {gone.map((kind) => kindLooks[kind].label).join(', ')}</span>}
        {sortReasons(row).map((reason, index) => (
          <span key={index}>
            {reason.reason}
            <Inline c="dimmed">
              {' '}
              {withPass && `· ${reason.passId} `}· {formatCountWithNoun(reason.parts, 'part')}
            </Inline>
          </span>
        ))}
      </Bar>
      <Block flex={1} mih={0}>
        {texts.error !== null ? (
          <ErrorPanel problem={toProblem(texts.error)} onRetry={() => void texts.refetch()} />
        ) : texts.data === undefined ? (
          <SkeletonRows rows={4} label="Loading the texts" />
        ) : (
          <RowTexts texts={texts.data} replaced={group.flatMap(({ source }) => source?.index ?? [])} />
        )}
      </Block>
    </Column>
  )
}

type Texts = { readonly source: MessageText | null; readonly result: MessageText | null }

function RowTexts({
  texts: { source, result },
  replaced,
}: {
  readonly texts: Texts
  /** Messages of the source that became the result. */
  readonly replaced: readonly number[]
}) {
  const [before, after] = [source?.text ?? '', result?.text ?? '']
  if (replaced.length < 2) return <TextDiff before={before} after={after} />
  return (
    <TextPair
      left={{ title: `Source #${source?.index ?? '–'}`, text: before }}
      right={{
        title: `Summary #${result?.index ?? '–'} of messages ${indexRanges(replaced)} (${replaced.length})`,
        text: after,
      }}
    />
  )
}

function describeSize({ source, result }: AlignedRow, group: readonly AlignedRow[]): string {
  if (source === null)
    return `#${result?.index ?? '–'} of the result, ${formatTokens(result?.tokens ?? null)}`
  if (result === null) return `#${source.index}, ${formatTokens(source.tokens)}`
  const before = group.reduce((sum, row) => sum + (row.source?.tokens ?? 0), 0)
  const change = before === result.tokens ? '' : `, ${formatChange(before, result.tokens)}`
  const first = group[0]?.source?.index ?? source.index
  const last = group.at(-1)?.source?.index ?? source.index
  const from = first === last ? `#${first}` : `#${first} to #${last}`
  return `${from} → #${result.index}, ${formatTokens(before)} → ${formatTokens(result.tokens)}${change}`
}
