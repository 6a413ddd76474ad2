import { useMemo, useState } from 'react'
import type { TokensByKind } from '../../../../shared/domain/inspection.ts'
import type { ReplayContext } from '../../../../shared/domain/replay-context.ts'
import type { ReplayRequest } from '../../../../shared/domain/replay.ts'
import { formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { ShortName } from '../../../components/short-name.tsx'
import { SkeletonRows } from '../../../components/skeleton-rows.tsx'
import { TokensByKindChart } from '../../../plots/tokens-by-kind-chart.tsx'
import { VariantMark } from '../../../components/variant-mark.tsx'
import { VirtualList } from '../../../components/virtual-list.tsx'
import { countOf, formatTokens } from '../../../lib/format.ts'
import { paidKinds, paidLooks } from '../paid-looks.ts'
import { useReplay } from '../replay-view.tsx'
import { ContextDetail } from './context-detail.tsx'
import { ContextListHead, ContextListRow } from './context-row.tsx'
import styles from './context.module.css'
import { indexRanges } from '../../../../shared/lib/index-ranges.ts'
import { paidOf } from './paid-of.ts'
import type { ContextAt } from './use-context-at.ts'

type ContextSideProps = {
  readonly policyId: string
  readonly context: ContextAt
  /** What it is held against; null for nothing. */
  readonly other: ReplayContext | null
}

/** One policy at the request: how large, what was paid for it, and message by message where it came from. */
export function ContextSide({ policyId, context, other }: ContextSideProps) {
  const { result, placeOf, shortOf } = useReplay()
  const { data, problem } = context
  const played = result.policies
    .find(({ id }) => id === policyId)
    ?.requests.find(({ request }) => request === data?.request)
  return (
    <section className={styles.side} aria-label={`Context of ${policyId}`}>
      <div className={styles.sideHead}>
        <VariantMark place={placeOf(policyId)} />
        <strong>
          <ShortName name={policyId} short={shortOf(policyId)} />
        </strong>
        {played !== undefined && (
          <span className={styles.figures}>
            {formatTokens(played.contextTokens)} · {countOf(data?.messages.length ?? 0, 'message')} ·{' '}
            {played.costUsd === null ? 'cost unknown' : formatUsd(played.costUsd)}
          </span>
        )}
      </div>
      {problem !== null ? (
        <ErrorPanel problem={problem} />
      ) : data === undefined || played === undefined ? (
        <SkeletonRows label="Loading the context" />
      ) : (
        <ContextBody policyId={policyId} data={data} played={played} other={other} />
      )}
    </section>
  )
}

type ContextBodyProps = {
  readonly policyId: string
  readonly data: ReplayContext
  readonly played: ReplayRequest
  readonly other: ReplayContext | null
}

function ContextBody({ policyId, data, played, other }: ContextBodyProps) {
  const [selected, setSelected] = useState(0)
  const { messages, prefixTokens, missing } = data
  const paid = useMemo(() => paidOf(data, played.tokens), [data, played])
  const elsewhere = useMemo(() => (other === null ? null : keysOf(other)), [other])
  const at = Math.min(selected, messages.length - 1)
  const message = messages[at]
  const { prefix: _prefix, ...byKind } = played.byKind
  // Without the prefix, which is no kind of part, it is what the chart shows.
  const parts = byKind as TokensByKind
  return (
    <>
      <p className={styles.paid}>
        {paidKinds.map((kind) => (
          <span key={kind} className={styles.paidKind}>
            <span className={styles.swatch} style={{ background: paidLooks[kind].color }} aria-hidden />
            {paidLooks[kind].label} {formatTokens(played.tokens[kind])}
          </span>
        ))}
        <span className={styles.paidKind}>System prompt and tools {formatTokens(prefixTokens)}</span>
      </p>
      <TokensByKindChart tokens={parts} of={policyId} />
      {missing.length > 0 && (
        <p className={styles.missing} title={indexRanges(missing)}>
          Nothing is sent of {countOf(missing.length, 'earlier message')}: {indexRanges(missing)}
        </p>
      )}
      <div className={styles.list}>
        <VirtualList
          label="Messages of the context"
          count={messages.length}
          selected={at}
          onSelect={setSelected}
          header={<ContextListHead />}
          renderRow={(position) => {
            const row = messages[position]
            return (
              row !== undefined && (
                <ContextListRow
                  row={row}
                  paid={paid[position] ?? null}
                  isOnlyHere={elsewhere !== null && !elsewhere.has(keyOf(row))}
                />
              )
            )
          }}
        />
      </div>
      {message !== undefined && <ContextDetail message={message} />}
      <span className={styles.total} aria-label="Total">
        {formatInteger(messages.reduce((sum, { tokens }) => sum + tokens, prefixTokens))} tok in all
      </span>
    </>
  )
}

function keyOf({ sources, fate, since, preview }: ReplayContext['messages'][number]): string {
  return since === null ? `file ${sources.join()}` : `${fate} ${sources.join()} ${preview}`
}

function keysOf({ messages }: ReplayContext): ReadonlySet<string> {
  return new Set(messages.map(keyOf))
}
