import { Button, Progress } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useEffect, useState, memo, useDeferredValue, useLayoutEffect, useRef, type ReactNode } from 'react'
import type { RunSummary, RunSpending } from '../../../../shared/condense/run-types.ts'
import { formatInteger, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { useEngine, useTrackedRuns } from '../../../data/engine-context.ts'
import type { LiveAnswer } from '../../../data/stores/run-tracker.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Figure, Figures } from '../../../ui/components/figure.tsx'
import { Bar, Block, Caption, Inline, Pre, Row, Scroll } from '../../../ui/layout/layout.tsx'

/** Pixels from the end that are the end: positions are fractions on some screens. */
const nearEnd = 2

type LiveTextProps = {
  readonly label: string
  /** Changes whenever there is more to read. */
  readonly length: number
  readonly children: ReactNode
}

/** Most characters of an answer that are shown while it grows. */
const longestTail = 60_000

const Answer = memo(function Answer({ label, text }: LiveAnswer) {
  const hidden = Math.max(0, text.length - longestTail)
  return (
    <Block component="section" maw={880} mb="lg">
      {label !== '' && (
        <Caption component="h2" mb="xs">
          {label}
        </Caption>
      )}
      {hidden > 0 && (
        <Block component="p" c="dimmed">
          {formatInteger(hidden)} characters before this are in the result.
        </Block>
      )}
      {text === '' ? (
        <Block component="p" c="dimmed">
          Waiting for the first words…
        </Block>
      ) : (
        <Pre>{showControls(text.slice(hidden))}</Pre>
      )}
    </Block>
  )
})

type LiveSpendingProps = {
  readonly spending: RunSpending | null
  readonly model: RunSummary['model']
}

/** A run at work: its stage, how far it is, what the model says and costs, and a way to stop it. */
export function RunningPanel({ run }: { readonly run: RunSummary }) {
  const { runs } = useEngine()
  const tracked = useTrackedRuns().find((entry) => entry.run.id === run.id)
  const [cancelError, setCancelError] = useState<unknown>(null)
  const [isCancelling, setIsCancelling] = useState(false)
  useEffect(() => {
    runs.track(run).catch(() => undefined)
  }, [runs, run])
  const cancel = (): void => {
    setIsCancelling(true)
    runs.cancel(run.id).catch((error: unknown) => {
      setIsCancelling(false)
      setCancelError(error)
    })
  }
  const progress = tracked?.progress ?? null
  const problem = tracked?.problem ?? (cancelError === null ? null : toProblem(cancelError))
  if (problem !== null) {
    return (
      <ErrorPanel
        title="Cannot follow this run"
        problem={problem}
        onRetry={() => {
          setCancelError(null)
          void runs.track(run).catch(() => undefined)
        }}
      />
    )
  }
  const counted = progress !== null && progress.total > 0
  const answers = tracked?.answers ?? []
  return (
    <>
      <Bar component="section" wrap justify="space-between" gap="sm xl" py="md" aria-label="Progress">
        <Block flex="1 1 280px" maw={480}>
          <Row align="stretch" justify="space-between" gap="md" mb={6}>
            <span role="status">{progress?.label ?? 'Starting'}</span>
            {counted && (
              <Inline c="dimmed" nowrap>
                {formatInteger(progress.done)} of {formatInteger(progress.total)}
              </Inline>
            )}
          </Row>
          <Progress
            value={counted ? (progress.done / progress.total) * 100 : 100}
            animated={!counted}
            size="sm"
            aria-label="Progress"
          />
        </Block>
        <LiveSpending spending={tracked?.spending ?? null} model={run.model} />
        <Button variant="default" loading={isCancelling} onClick={cancel}>
          Cancel
        </Button>
      </Bar>
      {answers.length > 0 && <LiveAnswers answers={answers} />}
    </>
  )
}

/** Which model is asked, and what it took up to now. Nothing where none is asked. */
function LiveSpending({ spending, model }: LiveSpendingProps) {
  if (model === null && spending === null) return null
  const about = spending?.isEstimated === true ? '~' : ''
  return (
    <Figures>
      {model !== null && <Figure label="Model" value={model.label} />}
      <Figure label="Cost so far" value={spending === null ? '–' : about + formatUsd(spending.costUsd)} />
      <Figure label="Calls" about="model-calls" value={formatInteger(spending?.modelCalls ?? 0)} />
      <Figure
        label="Input (tok)"
        value={spending === null ? '–' : about + formatInteger(spending.inputTokens)}
      />
      <Figure
        label="Output (tok)"
        value={spending === null ? '–' : about + formatInteger(spending.outputTokens)}
      />
    </Figures>
  )
}

/** What models write while they write it, as text and nothing else. */
function LiveAnswers({ answers }: { readonly answers: readonly LiveAnswer[] }) {
  // Words come faster than a long text is laid out: the page may skip some, but never falls behind.
  const shown = useDeferredValue(answers)
  const length = shown.reduce((sum, { text }) => sum + text.length + 1, 0)
  return (
    <LiveText label="What the model writes" length={length}>
      {shown.map((answer, index) => (
        <Answer key={index} {...answer} />
      ))}
    </LiveText>
  )
}

/** Growing text whose end stays in sight until the reader scrolls up. */
function LiveText({ label, length, children }: LiveTextProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const lastTop = useRef(0)
  const [follows, setFollows] = useState(true)
  const toEnd = (): void => {
    if (scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight
  }
  useLayoutEffect(() => {
    if (follows) toEnd()
  }, [follows, length])
  return (
    <Row align="stretch" gap={0} pos="relative" flex={1} mih={0}>
      <Scroll
        ref={scroller}
        miw={0}
        p="md"
        // The end is followed on purpose, not by the browser's own guess of what the reader looks at.
        style={{ overflowAnchor: 'none' }}
        role="region"
        aria-label={label}
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight <= nearEnd) setFollows(true)
          else if (scrollTop < lastTop.current) setFollows(false)
          lastTop.current = scrollTop
        }}
      >
        {children}
      </Scroll>
      {!follows && (
        <Button
          pos="absolute"
          right={16}
          bottom={12}
          variant="default"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={() => setFollows(true)}
        >
          Follow the end
        </Button>
      )}
    </Row>
  )
}
