import { Select } from '@mantine/core'
import { useEffect, useRef, useState, useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { indexRanges } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatInteger, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { PartKind } from '../../../../shared/kernel/part.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import type { TokensByKind } from '../../../../shared/library/inspection-types.ts'
import type { ReplayContext, ReplayContextMessage } from '../../../../shared/replay/replay-context-types.ts'
import type { ReplayRequest } from '../../../../shared/replay/types.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { formatCountWithNoun, formatTokens } from '../../../lib/format.ts'
import { routes } from '../../../lib/routes.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { findHint } from '../../../ui/components/explained.tsx'
import { FoldButton } from '../../../ui/components/fold-button.tsx'
import { VirtualList } from '../../../ui/components/lists/virtual-list.tsx'
import { FateMark } from '../../../ui/components/marks/fate-mark.tsx'
import { KindBadge } from '../../../ui/components/marks/kind-badge.tsx'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { ShortName } from '../../../ui/components/short-name.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Split } from '../../../ui/components/split.tsx'
import { Bar, Block, Fill, Inline, Note, Pre, Row, Swatch } from '../../../ui/layout/layout.tsx'
import { TokensByKindChart } from '../../../ui/plots/tokens-by-kind-chart.tsx'
import { paidKinds, paidLooks } from '../paid-looks.ts'
import { useReplay } from '../replay-view.tsx'
import {
  classifyPaidMessages,
  describePaid,
  explainPaid,
  type PaidMessage,
} from './classify-paid-messages.ts'
import { useRequestContext, type ContextAt } from './use-request-context.ts'
import styles from './context.module.css'

const noPolicy = ''

/** What a policy sends with the request that is looked at, folded until somebody asks for it. */
export function ContextSection({ isOpen }: { readonly isOpen: boolean }) {
  const { taskId, replayId, request } = useReplay()
  const [, navigate] = useLocation()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isOpen) section.current?.scrollIntoView({ block: 'start' })
  }, [isOpen])
  const toggle = (): void =>
    navigate(isOpen ? routes.task(taskId, 'replay') : routes.replay(taskId, 'context'), { replace: true })
  return (
    <Block
      ref={section}
      component="section"
      line="top"
      py="xs"
      // Below the bar of requests, which stays in sight.
      style={{ scrollMarginTop: 44 }}
      aria-label="Context at a request"
    >
      <FoldButton isOpen={isOpen} onToggle={toggle}>
        What was sent with request {request}
      </FoldButton>
      {isOpen && <Contexts key={replayId} />}
    </Block>
  )
}

/** What a policy sends with a request, and what another one sends with the same. */
function Contexts() {
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
      <Block component="p" p="md">
        No request of this task can be played, so there is no context to show.
      </Block>
    )
  return (
    <>
      <Bar wrap gap="xs md">
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
      </Bar>
      <Block h={560}>
        {besideId === noPolicy ? (
          <ContextSide policyId={selected.id} context={own} other={null} />
        ) : (
          <Split
            id="replay-context"
            direction="horizontal"
            stackBelow={760}
            {...split}
            label="Width of the first context"
            first={<ContextSide policyId={selected.id} context={own} other={beside.data ?? null} />}
            second={<ContextSide policyId={besideId} context={beside} other={own.data ?? null} />}
          />
        )}
      </Block>
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
    <Fill component="section" h="100%" miw={0} aria-label={`Context of ${policyId}`}>
      <Row flex="none" wrap gap="0 sm" mih={32} px="md">
        <VariantMark place={findPlace(policyId)} />
        <strong>
          <ShortName name={findName(policyId)} short={findShortName(policyId)} />
        </strong>
        {played !== undefined && (
          <Note component="span">
            {formatTokens(played.contextTokens)} ·{' '}
            {formatCountWithNoun(data?.messages.length ?? 0, 'message')} ·{' '}
            {played.costUsd === null ? 'cost unknown' : formatUsd(played.costUsd)}
          </Note>
        )}
      </Row>
      {problem !== null ? (
        <ErrorPanel problem={problem} />
      ) : data === undefined || played === undefined ? (
        <SkeletonRows label="Loading the context" />
      ) : (
        <ContextBody policyId={policyId} data={data} played={played} other={other} />
      )}
    </Fill>
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
      <Note display="flex" flex="none" gap="0 14px" wrap px="md" pb="xs">
        {paidKinds.map((kind) => (
          <Inline key={kind} nowrap>
            <Swatch mr="xs" style={{ background: paidLooks[kind].color }} aria-hidden />
            {paidLooks[kind].label} {formatTokens(played.tokens[kind])}
          </Inline>
        ))}
        <Inline nowrap>System prompt and tools {formatTokens(prefixTokens)}</Inline>
      </Note>
      <TokensByKindChart tokens={parts} of={policyId} />
      {missing.length > 0 && (
        <Block component="p" flex="none" pt={2} pb="xs" px="md" fz="xs" cut title={indexRanges(missing)}>
          {formatCountWithNoun(missing.length, 'earlier message')} not sent: {indexRanges(missing)}
        </Block>
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
      <Note component="span" flex="none" py={2} px="md" line="top" ta="right" aria-label="Total">
        {formatInteger(messages.reduce((sum, { tokens }) => sum + tokens, prefixTokens))} tok in all
      </Note>
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
    <Block flex="none" mah="34%" scroll line="top" fz="xs" role="group" aria-label="The selected message">
      <Row component="p" align="stretch" wrap gap="2px sm" py="xs" px="md">
        {sources.length === 0
          ? 'Written by the condensation'
          : since === null
            ? 'Unchanged from'
            : 'Made from'}{' '}
        {sources.slice(0, mostLinks).map((source) => (
          <Inline key={source} href={routes.message(taskId, source)} component={Link} nowrap>
            message {source}
          </Inline>
        ))}
        {more > 0 && <span>and {more} more</span>}
        {since !== null && <Inline c="dimmed">before request {since}</Inline>}
      </Row>
      {text !== null && (
        <Pre pb="sm" px="md" tabIndex={0} aria-label="Text">
          {showControls(text)}
        </Pre>
      )}
    </Block>
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
      <Inline ta="right">Tokens</Inline>
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
        {isOnlyHere && (
          <Inline mr={6} tone="caution" fz={11}>
            only here
          </Inline>
        )}
        <Inline c="dimmed">{showControls(preview)}</Inline>
      </span>
      <span className={styles.cut} title={paid === null ? undefined : explainPaid(paid)}>
        {paid !== null && (
          <>
            <Swatch mr="xs" style={{ background: paidLooks[paid.kind].color }} aria-hidden />
            <span className={styles.paidWord}>{describePaid(paid)}</span>
          </>
        )}
      </span>
      <Inline ta="right">{formatInteger(tokens)}</Inline>
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
