import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { formatInteger, formatPercent } from '../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'
import { describeLive, describeLoss } from '../../../shared/timeline/describe-live.ts'
import type { LiveContext, LossForecast, WindowFill } from '../../../shared/timeline/types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { formatTokens } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SectionHead } from '../../ui/components/section-head.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { WindowGauge } from '../../ui/components/window-gauge.tsx'
import { Block, Column, Columns, Inline, Note, Row, Scroll } from '../../ui/layout/layout.tsx'
import { ColumnBars } from '../../ui/plots/column-bars.tsx'
import { TileMap } from '../../ui/plots/tile-map.tsx'
import { timelineLooks } from './timeline-kinds.ts'

/** Things that are listed. The others are counted. */
const mostLost = 12

/** How full the window of a task is after its last message, what fills it, and what would go if it condensed now. */
export function WindowNow({ taskId }: { readonly taskId: string }) {
  const { queries } = useEngine()
  const live = useQuery(queries.timeline.live.queryOptions({ input: { taskId } }))
  if (live.isError) return <ErrorPanel problem={toProblem(live.error)} onRetry={() => void live.refetch()} />
  if (live.data === undefined) return <SkeletonRows label="Measuring the window" />
  return (
    <Scroll flex={1} mih={0}>
      <Gauge live={live.data} />
      <SectionHead title="What fills it" />
      <Fills taskId={taskId} fills={live.data.fills} />
      <Columns min={360} maw={1680}>
        <Growth growths={live.data.growths} />
        <Loss taskId={taskId} />
      </Columns>
    </Scroll>
  )
}

function Gauge({ live }: { readonly live: LiveContext }) {
  const { contextTokens, windowTokens, trigger } = live
  return (
    <Column gap="sm" px="md" py="sm">
      {windowTokens !== null && (
        <WindowGauge
          percent={(100 * contextTokens) / windowTokens}
          threshold={trigger === null ? null : (100 * trigger.tokens) / windowTokens}
        />
      )}
      <Note>{describeLive(live)}</Note>
    </Column>
  )
}

function Fills({ taskId, fills }: { readonly taskId: string; readonly fills: readonly WindowFill[] }) {
  const total = fills.reduce((sum, { tokens }) => sum + tokens, 0)
  return (
    <Block px="md" pb="sm">
      <TileMap
        label="What fills the window"
        tiles={fills.map((fill) => ({
          id: [fill.kind, fill.tool, fill.path].join(' '),
          name: nameFill(fill),
          title: titleFill(fill),
          value: fill.tokens,
          figure: `${formatTokens(fill.tokens)} · ${formatPercent((100 * fill.tokens) / total)}`,
          color: fill.kind === 'others' ? 'var(--faint)' : timelineLooks[fill.kind].color,
          href: fill.messageIndex === null ? null : routes.message(taskId, fill.messageIndex),
        }))}
      />
    </Block>
  )
}

function nameFill(fill: WindowFill): string {
  if (fill.path !== null) return showControls(fill.path.split(/[/\\]/).at(-1) ?? fill.path)
  if (fill.tool !== null) return showControls(fill.tool)
  return fill.kind === 'others' ? 'Smaller ones' : timelineLooks[fill.kind].label
}

/** The path in full with the tool that brought it. */
function titleFill(fill: WindowFill): string {
  return fill.path === null
    ? nameFill(fill)
    : showControls(`${fill.path}${fill.tool === null ? '' : ` (${fill.tool})`}`)
}

function Growth({ growths }: { readonly growths: readonly number[] }) {
  return (
    <Block component="section" miw={0} aria-label="Growth per request">
      <SectionHead title="Growth per request" />
      <Block px="md" pb="sm">
        {growths.length === 0 ? (
          <Note>Too few requests since the last condensation.</Note>
        ) : (
          <>
            <ColumnBars label="Growth of the last requests" values={growths} />
            <Note pt="xs">
              The last {formatInteger(growths.length)} requests that grew, the newest at the right. The
              largest added {formatTokens(findLargest(growths))}.
            </Note>
          </>
        )}
      </Block>
    </Block>
  )
}

function Loss({ taskId }: { readonly taskId: string }) {
  const { queries } = useEngine()
  const loss = useQuery(queries.timeline.loss.queryOptions({ input: { taskId } }))
  return (
    <Block component="section" miw={0} aria-label="If it condensed now">
      <SectionHead title="If it condensed now" />
      {loss.isError && <ErrorPanel problem={toProblem(loss.error)} onRetry={() => void loss.refetch()} />}
      {loss.data === null && (
        <Note px="md">
          No forecast: the rules of this agent are not known, or they would leave it as it is.
        </Note>
      )}
      {loss.data === undefined && !loss.isError && (
        <SkeletonRows rows={4} label="Condensing by the agent’s rules" />
      )}
      {loss.data != null && <Lost taskId={taskId} loss={loss.data} />}
    </Block>
  )
}

function Lost({ taskId, loss }: { readonly taskId: string; readonly loss: LossForecast }) {
  const more = loss.lost.length - mostLost
  return (
    <Column gap="xs" px="md" pb="md" fz="xs" lh="16px">
      <Note>{describeLoss(loss)}</Note>
      {loss.lost.slice(0, mostLost).map(({ kind, text, tokens, messageIndex }) => (
        <Row key={`${kind} ${text}`} gap="sm" wrap={false}>
          <Inline component={Link} href={routes.message(taskId, messageIndex)} flex="none" w={56}>
            #{messageIndex}
          </Inline>
          <Inline flex={1} miw={0} cut title={showControls(text)}>
            {showControls(kind === 'file' ? cutPath(text) : (text.split('\n', 1)[0] ?? ''))}
          </Inline>
          <Inline flex="none" className="figure">
            {formatTokens(tokens)}
          </Inline>
        </Row>
      ))}
      {more > 0 && <Note>and {formatInteger(more)} smaller ones</Note>}
      <Note>
        <Link href={routes.methodOnTask(taskId, loss.method)}>Compare methods on this task</Link>
      </Note>
    </Column>
  )
}

/** The end of a path, which tells files apart. */
function cutPath(path: string): string {
  const steps = path.split(/[/\\]/)
  return steps.length <= 4 ? path : `…/${steps.slice(-3).join('/')}`
}
