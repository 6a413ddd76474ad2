import { useState } from 'react'
import { formatInteger, formatPercent } from '../../../shared/kernel/format-figures.ts'
import type { ContextStatus } from '../../../shared/library/context-contract.ts'
import { toProblem } from '../../data/to-problem.ts'
import {
  describeOwner,
  smallestWindow,
  useContextStatus,
  type ContextWindow,
} from '../../data/use-context-status.ts'
import { formatCountWithNoun, formatShare, formatTime, formatTokens } from '../../lib/format.ts'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { Figure, Figures } from '../../ui/components/figure.tsx'
import { FigureInput } from '../../ui/components/form/figure-input.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { WindowGauge } from '../../ui/components/window-gauge.tsx'
import { Block, Column, Note, Row } from '../../ui/layout/layout.tsx'

type ContextPanelProps = { readonly taskId: string; readonly messages: number }

/** Where the task stands against a window: how full it is, and what an agent would do now. */
export function ContextPanel({ taskId, messages }: ContextPanelProps) {
  const { window, status } = useContextStatus(taskId)
  return (
    <Row component="section" wrap align="flex-start" gap="sm 32px" aria-label="Context">
      <WindowChoice window={window} />
      {window.owner?.kind === 'model' && <Note self="center">{describeOwner(window)}</Note>}
      {status.isError && (
        <ErrorPanel problem={toProblem(status.error)} onRetry={() => void status.refetch()} />
      )}
      {window.windowTokens === null ? (
        <Note self="center">
          No model has the main role, and the window of this task’s model is not known: name one here.
        </Note>
      ) : status.data === undefined ? (
        !status.isError && <SkeletonRows rows={3} label="Measuring the context" />
      ) : (
        <StatusFigures status={status.data} messages={messages} />
      )}
    </Row>
  )
}

function WindowChoice({ window }: { readonly window: ContextWindow }) {
  const [typed, setTyped] = useState(window.chosen)
  const isTooSmall = typed !== null && typed < smallestWindow
  return (
    <FigureInput
      label="Window"
      unit="tok"
      isWhole
      width={260}
      value={typed}
      placeholder={
        window.owner === null || window.windowTokens === null
          ? 'name a window'
          : formatInteger(window.windowTokens)
      }
      error={isTooSmall ? `At least ${formatInteger(smallestWindow)}.` : undefined}
      onChange={(tokens) => {
        setTyped(tokens)
        if (tokens === null || tokens >= smallestWindow) window.choose(tokens)
      }}
    />
  )
}

function StatusFigures({ status, messages }: { readonly status: ContextStatus; readonly messages: number }) {
  const source = status.thresholdSource === 'profile' ? 'of the profile' : 'in Settings'
  return (
    <Column gap="sm" flex="1 1 480px" miw={0}>
      <WindowGauge percent={status.percent} threshold={status.threshold} />
      <Figures>
        <Figure label="Used" value={formatPercent(status.percent)} tone={pickTone(status)} />
        <Figure
          label={`Context, ${basisTexts[status.basis]}`}
          about="request-tokens"
          value={formatTokens(Math.round(status.contextTokens))}
          note={describeCalibration(status)}
        />
        <Figure label="Messages" value={formatInteger(messages)} />
        <Figure label={`Threshold ${source}`} value={formatShare(status.threshold)} />
        <Figure
          label="Truncated above"
          value={formatTokens(status.allowed)}
          note="90 % of the window less what is reserved for the answer. It can be negative."
        />
        <Figure label="Condensed by the agent" value={formatTimes(status.condensations)} />
        {status.condensations > 0 && (
          <Figure label="Last time" value={formatTime(status.lastCondensationTs)} />
        )}
      </Figures>
      <Note self="center">{status.reason}</Note>
      {status.warnings.map((warning) => (
        <Block key={warning} component="p" tone="caution" fz="xs">
          {warning}
        </Block>
      ))}
    </Column>
  )
}

const basisTexts = { recorded: 'as recorded', calibrated: 'calibrated', counted: 'as counted' } as const

/** How counted tokens became tokens of the model. */
function describeCalibration({ calibration }: ContextStatus): string {
  if (calibration === null) return 'Messages without a recorded size are counted by Dewpoint.'
  const { slope, intercept, points } = calibration
  return (
    `Messages without a recorded size are counted by Dewpoint and multiplied by ${slope.toFixed(2)}, the system prompt and tools are ` +
    `${formatTokens(Math.round(intercept))}: the fit of ${formatCountWithNoun(points, 'recorded request')}.`
  )
}

const pickTone = ({ wouldCondense, wouldTruncate }: ContextStatus): 'bad' | 'plain' =>
  wouldCondense || wouldTruncate ? 'bad' : 'plain'

const formatTimes = (count: number): string => (count === 0 ? 'never' : formatCountWithNoun(count, 'time'))
