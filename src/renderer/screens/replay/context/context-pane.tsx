import { Select } from '@mantine/core'
import { useState, useMemo } from 'react'
import { Link } from 'wouter'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import { indexRanges } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatInteger, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { PartKind } from '../../../../shared/kernel/part.ts'
import type { TokensByKind } from '../../../../shared/library/inspection-types.ts'
import type { ReplayContext, ReplayContextMessage } from '../../../../shared/replay/replay-context-types.ts'
import type { ReplayRequest } from '../../../../shared/replay/types.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { formatCountWithNoun, formatTokens } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { findHint } from '../../../ui/components/explained.tsx'
import { VirtualList } from '../../../ui/components/lists/virtual-list.tsx'
import { FateMark } from '../../../ui/components/marks/fate-mark.tsx'
import { KindBadge } from '../../../ui/components/marks/kind-badge.tsx'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { ShortName } from '../../../ui/components/short-name.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Split } from '../../../ui/components/split.tsx'
import { TokensByKindChart } from '../../../ui/plots/tokens-by-kind-chart.tsx'
import { paidKinds, paidLooks } from '../paid-looks.ts'
import { useReplay } from '../replay-view.tsx'
import { RequestBar } from '../request-bar.tsx'
import {
  classifyPaidMessages,
  describePaid,
  explainPaid,
  type PaidMessage,
} from './classify-paid-messages.ts'
import { useRequestContext, type ContextAt } from './use-request-context.ts'
import styles from './context.module.css'

const noPolicy = ''

/** What a policy sends with a request, and what another one sends with the same. */
export function ContextPane() {
  const { result, selected, select, findShortName, request } = useReplay()
  const ids = result.policies.filter(({ requests }) => requests.length > 0).map(({ id }) => id)
  const [besideId, setBeside] = useState(() => ids.find((id) => id !== selected?.id) ?? noPolicy)
  const split = useSplitLayout('replay-context', 50)
  // Where nothing can be played there is nothing to ask for.
  const own = useRequestContext(ids.length === 0 ? null : (selected?.id ?? null), request)
  const beside = useRequestContext(besideId === noPolicy ? null : besideId, request)
  const first = ids.map((id) => ({ value: id, label: findShortName(id) }))
  if (selected === null || ids.length === 0)
    return (
      <p className={styles.empty}>No request of this task can be played, so there is no context to show.</p>
    )
  return (
    <>
      <RequestBar />
      <div className={styles.choices}>
        <Select
          label="Policy"
          w={220}
          data={first}
          value={selected.id}
          allowDeselect={false}
          onChange={(next) => next !== null && select(next)}
        />
        <Select
          label="Beside it"
          w={220}
          data={[{ value: noPolicy, label: 'Nothing' }, ...first]}
          value={besideId}
          allowDeselect={false}
          onChange={(next) => setBeside(next ?? noPolicy)}
        />
      </div>
      <div className={styles.sides}>
        {besideId === noPolicy ? (
          <ContextSide policyId={selected.id} context={own} other={null} />
        ) : (
          <Split
            id="replay-context"
            direction="horizontal"
            canStack
            {...split}
            label="Width of the first context"
            first={<ContextSide policyId={selected.id} context={own} other={beside.data ?? null} />}
            second={<ContextSide policyId={besideId} context={beside} other={own.data ?? null} />}
          />
        )}
      </div>
    </>
  )
}

/** The two roles that a history has, short. */
const roleWords: Readonly<Record<string, string>> = { assistant: 'asst', user: 'user' }

type ContextListRowProps = {
  readonly row: ReplayContextMessage
  readonly paid: PaidMessage | null
  /** Whether the context beside it has nothing like it. */
  readonly isOnlyHere: boolean
}

/** More links than this are no help. */
const mostLinks = 12

type ContextSideProps = {
  readonly policyId: string
  readonly context: ContextAt
  /** What it is held against. Null for nothing. */
  readonly other: ReplayContext | null
}

/** One policy at the request: how large, what was paid for it, and message by message where it came from. */
function ContextSide({ policyId, context, other }: ContextSideProps) {
  const { result, findPlace, findName, findShortName } = useReplay()
  const { data, problem } = context
  const played = result.policies
    .find(({ id }) => id === policyId)
    ?.requests.find(({ request }) => request === data?.request)
  return (
    <section className={styles.side} aria-label={`Context of ${policyId}`}>
      <div className={styles.sideHead}>
        <VariantMark place={findPlace(policyId)} />
        <strong>
          <ShortName name={findName(policyId)} short={findShortName(policyId)} />
        </strong>
        {played !== undefined && (
          <span className={styles.figures}>
            {formatTokens(played.contextTokens)} ·{' '}
            {formatCountWithNoun(data?.messages.length ?? 0, 'message')} ·{' '}
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
  const paid = useMemo(() => classifyPaidMessages(data, played.tokens), [data, played])
  const elsewhere = useMemo(
    () => (other === null ? null : new Set(other.messages.map(buildMessageKey))),
    [other],
  )
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
          {formatCountWithNoun(missing.length, 'earlier message')} not sent: {indexRanges(missing)}
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
                  isOnlyHere={elsewhere !== null && !elsewhere.has(buildMessageKey(row))}
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

function buildMessageKey({ sources, fate, since, preview }: ReplayContext['messages'][number]): string {
  return since === null ? `file ${sources.join()}` : `${fate} ${sources.join()} ${preview}`
}

/** Where a message of a context came from, and what a condensation wrote in its place. */
function ContextDetail({ message }: { readonly message: ReplayContextMessage }) {
  const { taskId } = useReplay()
  const { sources, since, text } = message
  const more = sources.length - mostLinks
  return (
    <div className={styles.detail} role="group" aria-label="The selected message">
      <p className={styles.origin}>
        {sources.length === 0
          ? 'Written by the condensation'
          : since === null
            ? 'Unchanged from'
            : 'Made from'}{' '}
        {sources.slice(0, mostLinks).map((source) => (
          <Link key={source} href={routes.message(taskId, source)} className={styles.source ?? ''}>
            message {source}
          </Link>
        ))}
        {more > 0 && <span>and {more} more</span>}
        {since !== null && <span className={styles.muted}>before request {since}</span>}
      </p>
      {text !== null && (
        <pre className={styles.text} tabIndex={0} aria-label="Text">
          {showControls(text)}
        </pre>
      )}
    </div>
  )
}

/** Names of the columns. */
function ContextListHead() {
  return (
    <div className={styles.row} aria-hidden>
      {['From', 'Role', 'Kind', 'Fate', 'Text', 'Paid as'].map((label) => (
        <span key={label} title={findHint(label)} className={label === 'Role' ? styles.role : undefined}>
          <span className={label === 'Paid as' ? styles.paidWord : undefined}>{label}</span>
        </span>
      ))}
      <span className={styles.number}>Tokens</span>
    </div>
  )
}

/** One message of a context on one line. */
function ContextListRow({ row, paid, isOnlyHere }: ContextListRowProps) {
  const { sources, role, byKind, fate, preview, tokens } = row
  const kind = findLargestKind(byKind)
  return (
    <div className={styles.row} data-only={isOnlyHere}>
      <span className={styles.cut} title={indexRanges(sources)}>
        {sources.length === 0 ? '–' : `#${formatShortRange(sources)}`}
      </span>
      <span className={`${styles.cut} ${styles.role}`} title={role}>
        {roleWords[role] ?? role}
      </span>
      <span className={styles.cut}>{kind !== null && <KindBadge kind={kind} />}</span>
      <span className={styles.cut}>
        <FateMark fate={fate} />
      </span>
      <span className={styles.cut}>
        {isOnlyHere && <span className={styles.only}>only here</span>}
        <span className={styles.muted}>{showControls(preview)}</span>
      </span>
      <span className={styles.cut} title={paid === null ? undefined : explainPaid(paid)}>
        {paid !== null && (
          <>
            <span className={styles.swatch} style={{ background: paidLooks[paid.kind].color }} aria-hidden />
            <span className={styles.paidWord}>{describePaid(paid)}</span>
          </>
        )}
      </span>
      <span className={styles.number}>{formatInteger(tokens)}</span>
    </div>
  )
}

function formatShortRange(sources: readonly number[]): string {
  const [first] = sources
  const last = sources.at(-1)
  return first === last ? `${first}` : `${first}–${last}`
}

function findLargestKind(byKind: ReplayContextMessage['byKind']): PartKind | null {
  // The keys of a record by kind are kinds.
  const entries = Object.entries(byKind) as [PartKind, number][]
  return entries.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}
