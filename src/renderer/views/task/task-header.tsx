import { Badge, Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconGauge } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { Inspection } from '../../../shared/domain/inspection.ts'
import type { ImportProblem, TaskSummary } from '../../../shared/domain/task.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { TabLinks } from '../../components/tab-links.tsx'
import { ProblemList } from '../../components/problem-list.tsx'
import type { CountProgress } from '../../data/use-inspection.ts'
import { countOf, formatTokens, formatShare } from '../../lib/format.ts'
import { routes, taskTabs, type TaskTab } from '../../lib/routes.ts'
import { titleOf } from '../../lib/title-of.ts'
import { ContextPanel } from './context-panel.tsx'
import { InspectionDetails } from './inspection-details.tsx'
import styles from './task-header.module.css'
import { taskWarning } from './task-warning.ts'
import { ownerText, useContextStatus } from '../../data/use-context-status.ts'

type ToggleButtonProps = {
  readonly label: string
  readonly icon: ReactNode
  /** What else there is to say about it, in a tooltip. */
  readonly title?: string
  readonly isShown: boolean
  readonly onToggle: () => void
}

type ContextButtonProps = {
  readonly taskId: string
  readonly isShown: boolean
  readonly onToggle: () => void
}

const tabLabels: Readonly<Record<TaskTab, string>> = {
  timeline: 'Timeline',
  messages: 'Messages',
  condense: 'Condense',
  replay: 'Replay',
  runs: 'Runs',
}

type HeaderPanel = 'problems' | 'context' | 'details'

type TaskHeaderProps = {
  readonly summary: TaskSummary
  readonly problems: readonly ImportProblem[]
  readonly inspection: Inspection | null
  readonly progress: CountProgress | null
  readonly tab: TaskTab
}

const factsOf = ({ agent, models, era }: TaskSummary): readonly (string | null)[] => [
  agent,
  modelsText(models),
  era === null || era === 'none' ? null : `${era} tools`,
]

/** What the task is, how large it is, what is wrong with it, and its tabs. */
export function TaskHeader({ summary, problems, inspection, progress, tab }: TaskHeaderProps) {
  const [shown, setShown] = useState<HeaderPanel | null>(problems.length > 0 ? 'problems' : null)
  const toggle = (panel: HeaderPanel): void => setShown(shown === panel ? null : panel)
  const facts = factsOf(summary)
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <h1 className={styles.title} title={summary.title}>
          {titleOf(summary.title)}
        </h1>
        {summary.isSample && (
          <Badge size="xs" variant="default" radius="sm" fw={500} tt="none" className={styles.badge}>
            sample
          </Badge>
        )}
        <span className={styles.facts} title={summary.models.join('\n')}>
          {facts.filter((fact) => fact !== null).join(' · ')}
        </span>
      </div>
      <WarningLine summary={summary} />
      <div className={styles.tabs}>
        <TabLinks
          label="Task"
          tabs={taskTabs}
          current={tab}
          labels={tabLabels}
          hrefOf={(one) => routes.task(summary.id, one)}
          isLarge
        />
        <span className={styles.spring} />
        <span className={styles.figures}>{sizeOf(summary, inspection, progress)}</span>
        {problems.length > 0 && (
          <ToggleButton
            label={countOf(problems.length, 'problem')}
            icon={<IconAlertTriangle size={14} className={styles.caution} aria-hidden />}
            isShown={shown === 'problems'}
            onToggle={() => toggle('problems')}
          />
        )}
        <ContextButton taskId={summary.id} isShown={shown === 'context'} onToggle={() => toggle('context')} />
        <ToggleButton
          label="Details"
          icon={<IconInfoCircle size={14} aria-hidden />}
          isShown={shown === 'details'}
          onToggle={() => toggle('details')}
        />
      </div>
      {shown !== null && (
        <div className={styles.panel}>
          {shown === 'problems' && <ProblemList problems={problems} />}
          {shown === 'context' && <ContextPanel taskId={summary.id} messages={summary.messages ?? 0} />}
          {shown === 'details' && <InspectionDetails summary={summary} inspection={inspection} />}
        </div>
      )}
    </header>
  )
}

function WarningLine({ summary }: Pick<TaskHeaderProps, 'summary'>) {
  const warning = taskWarning(summary)
  if (warning === null) return null
  return (
    <div className={styles.warning} role="status">
      <IconAlertTriangle size={14} className={styles.caution} aria-hidden />
      <span>{warning}</span>
    </div>
  )
}

/** The main model, and how many others there are. */
function modelsText([main, ...others]: readonly string[]): string | null {
  if (main === undefined) return null
  return others.length === 0 ? main : `${main} +${others.length}`
}

function sizeOf(summary: TaskSummary, inspection: Inspection | null, progress: CountProgress | null): string {
  const hidden = inspection?.messages.hidden ?? 0
  const messages = `${countOf(summary.messages ?? 0, 'message')}${hidden > 0 ? ` (${formatInteger(hidden)} hidden)` : ''}`
  if (inspection !== null) return `${messages} · ${formatTokens(inspection.tokens.total)}`
  if (progress === null) return messages
  return `${messages} · counted ${formatInteger(progress.done)} of ${formatInteger(progress.total)}`
}

/** How full the window is, at a glance; more behind it. */
function ContextButton({ taskId, isShown, onToggle }: ContextButtonProps) {
  const { window, status } = useContextStatus(taskId)
  const isKnown = window.windowTokens !== null && status.data !== undefined
  const isDue = isKnown && (status.data.wouldCondense || status.data.wouldTruncate)
  return (
    <ToggleButton
      label={isKnown ? `Context ${formatShare(Math.round(status.data.percent))}` : 'Context'}
      icon={<IconGauge size={14} {...(isDue ? { className: styles.caution ?? '' } : {})} aria-hidden />}
      {...(isKnown ? { title: ownerText(window) } : {})}
      isShown={isShown}
      onToggle={onToggle}
    />
  )
}

/** Opens and closes one of the panels below the tabs. */
function ToggleButton({ label, icon, title, isShown, onToggle }: ToggleButtonProps) {
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={icon}
      title={title}
      aria-expanded={isShown}
      onClick={onToggle}
    >
      {label}
    </Button>
  )
}
