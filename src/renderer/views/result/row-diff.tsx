import { useQuery } from '@tanstack/react-query'
import type { AlignedRow } from '../../../shared/domain/aligned-row.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { FateMark } from '../../components/fate-mark.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { TextDiff } from '../../components/text-diff.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { countOf, formatChange, formatTokens } from '../../lib/format.ts'
import { leadingReasons } from './align-rows.ts'
import styles from './result-details.module.css'

/** Both texts of a row as one, and every reason that the provider gave for the difference. */
export function RowDiff({ runId, row }: { readonly runId: string; readonly row: AlignedRow }) {
  const { queries } = useEngine()
  const input = { runId, sourceIndex: row.source?.index ?? null, resultIndex: row.result?.index ?? null }
  const texts = useQuery(
    queries.runs.texts.queryOptions({ input, staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 }),
  )
  return (
    <div className={styles.diff}>
      <div className={styles.reasons}>
        <FateMark fate={row.fate} />
        <span className={styles.muted}>{describeSize(row)}</span>
        {leadingReasons(row).map((reason, index) => (
          <span key={index}>
            {reason.reason}
            <span className={styles.muted}>
              {' '}
              · {reason.passId} · {countOf(reason.parts, 'part')}
            </span>
          </span>
        ))}
      </div>
      <div className={styles.text}>
        {texts.isError && (
          <ErrorPanel problem={toProblem(texts.error)} onRetry={() => void texts.refetch()} />
        )}
        {texts.isPending && <SkeletonRows rows={4} label="Loading the texts" />}
        {texts.data && (
          <TextDiff before={texts.data.source?.text ?? ''} after={texts.data.result?.text ?? ''} />
        )}
      </div>
    </div>
  )
}

function describeSize({ source, result }: AlignedRow): string {
  if (source === null)
    return `#${result?.index ?? '–'} of the result, ${formatTokens(result?.tokens ?? null)}`
  if (result === null) return `#${source.index}, ${formatTokens(source.tokens)}`
  const change = source.tokens === result.tokens ? '' : `, ${formatChange(source.tokens, result.tokens)}`
  return `#${source.index} → #${result.index}, ${formatTokens(source.tokens)} → ${formatTokens(result.tokens)}${change}`
}
