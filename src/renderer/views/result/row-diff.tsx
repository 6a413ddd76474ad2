import { useQuery } from '@tanstack/react-query'
import type { MessageText } from '../../../shared/api/runs.ts'
import type { AlignedRow } from '../../../shared/domain/aligned-row.ts'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { FateMark } from '../../components/fate-mark.tsx'
import { kindLooks } from '../../components/part-kinds.ts'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { TextDiff } from '../../components/text-diff.tsx'
import { TextPair } from '../../components/text-pair.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { countOf, formatChange, formatTokens } from '../../lib/format.ts'
import { goneKinds, leadingReasons } from './align-rows.ts'
import styles from './result-details.module.css'

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
  const gone = goneKinds(row)
  const withPass = (run.outcome?.passes.length ?? 0) > 1
  const input = {
    runId: run.id,
    sourceIndex: row.source?.index ?? null,
    resultIndex: row.result?.index ?? null,
  }
  const texts = useQuery(
    queries.runs.texts.queryOptions({ input, staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 }),
  )
  return (
    <div className={styles.diff}>
      <div className={styles.reasons}>
        <FateMark fate={row.fate} />
        <span className={styles.muted}>{describeSize(row, group)}</span>
        {gone.length > 0 && <span>Gone: {gone.map((kind) => kindLooks[kind].label).join(', ')}</span>}
        {leadingReasons(row).map((reason, index) => (
          <span key={index}>
            {reason.reason}
            <span className={styles.muted}>
              {' '}
              {withPass && `· ${reason.passId} `}· {countOf(reason.parts, 'part')}
            </span>
          </span>
        ))}
      </div>
      <div className={styles.text}>
        {texts.isError && (
          <ErrorPanel problem={toProblem(texts.error)} onRetry={() => void texts.refetch()} />
        )}
        {texts.isPending && <SkeletonRows rows={4} label="Loading the texts" />}
        {texts.data && <RowTexts texts={texts.data} isGroup={group.length > 1} />}
      </div>
    </div>
  )
}

type Texts = { readonly source: MessageText | null; readonly result: MessageText | null }

function RowTexts({
  texts: { source, result },
  isGroup,
}: {
  readonly texts: Texts
  readonly isGroup: boolean
}) {
  const [before, after] = [source?.text ?? '', result?.text ?? '']
  if (!isGroup) return <TextDiff before={before} after={after} />
  return (
    <TextPair
      left={{ title: `Source #${source?.index ?? '–'}`, text: before }}
      right={{ title: `Summary #${result?.index ?? '–'}`, text: after }}
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
