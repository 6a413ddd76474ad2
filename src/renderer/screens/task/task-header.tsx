import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconGauge } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { buildFacts } from '../../../shared/document/document.ts'
import { formatAgentName } from '../../../shared/kernel/format-agent-name.ts'
import { formatInteger, formatUsd } from '../../../shared/kernel/format-figures.ts'
import type { Inspection } from '../../../shared/library/inspection-types.ts'
import { listCountedFacts } from '../../../shared/library/list-counted-facts.ts'
import type { ImportProblem, TaskSummary } from '../../../shared/library/task-types.ts'
import { describeOwner, useContextStatus } from '../../data/use-context-status.ts'
import type { CountProgress } from '../../data/use-inspection.ts'
import { formatTaskTitle } from '../../lib/format-task-title.ts'
import { formatBytes, formatCountWithNoun, formatShare, formatTime } from '../../lib/format.ts'
import { routes, taskTabs, type TaskTab } from '../../lib/routes.ts'
import { ProblemList } from '../../ui/components/problem-list.tsx'
import { RelatedTaskLink } from '../../ui/components/related-task-link.tsx'
import { TabLinks } from '../../ui/components/tab-links.tsx'
import { Tag } from '../../ui/components/tag.tsx'
import { DocumentView } from '../../ui/document/document-view.tsx'
import { Block, Grid, Heading, Inline, Note, Row } from '../../ui/layout/layout.tsx'
import { ContextPanel } from './context-panel.tsx'
import { describeTaskWarning } from './describe-task-warning.ts'

type InspectionDetailsProps = { readonly summary: TaskSummary; readonly inspection: Inspection | null }

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
  condensations: 'Condensations',
  methods: 'Methods',
  replay: 'Replay',
}

type HeaderPanel = 'problems' | 'context' | 'details'

type TaskHeaderProps = {
  readonly summary: TaskSummary
  readonly problems: readonly ImportProblem[]
  readonly inspection: Inspection | null
  readonly progress: CountProgress | null
  readonly tab: TaskTab
}

const listFacts = ({ agent, models, era }: TaskSummary): readonly (string | null)[] => [
  agent === null ? null : formatAgentName(agent),
  describeModels(models),
  era === null || era === 'none' ? null : `${era} tools`,
]

/** What the task is, how large it is, what is wrong with it, and its tabs. */
export function TaskHeader({ summary, problems, inspection, progress, tab }: TaskHeaderProps) {
  const [shown, setShown] = useState<HeaderPanel | null>(
    problems.some(({ severity }) => severity === 'error') ? 'problems' : null,
  )
  const toggle = (panel: HeaderPanel): void => setShown(shown === panel ? null : panel)
  const facts = listFacts(summary)
  return (
    <Block component="header" flex="none" pt="sm" px="md" line="bottom">
      <Row gap="md" miw={0}>
        <Heading component="h1" cut title={summary.title}>
          {formatTaskTitle(summary.title)}
        </Heading>
        {summary.isSample && <Tag>sample</Tag>}
        <Note component="span" nowrap title={summary.models.join('\n')}>
          {facts.filter((fact) => fact !== null).join(' · ')}
        </Note>
        <Inline flex={1} />
        <Note component="span" nowrap>
          {describeSize(summary, inspection, progress)}
        </Note>
      </Row>
      <WarningLine summary={summary} />
      <Row wrap gap="0 md">
        <TabLinks
          label="Task"
          tabs={taskTabs}
          current={tab}
          labels={tabLabels}
          buildHref={(one) => routes.task(summary.id, one)}
          isLarge
        />
        <Inline flex={1} />
        {problems.length > 0 && (
          <ToggleButton
            label={formatCountWithNoun(problems.length, 'problem')}
            icon={<IconAlertTriangle size={14} color="var(--caution)" aria-hidden />}
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
      </Row>
      {shown !== null && (
        <Block pt="sm" pb="md" line="top">
          {shown === 'problems' && <ProblemList problems={problems} />}
          {shown === 'context' && <ContextPanel taskId={summary.id} messages={summary.messages ?? 0} />}
          {shown === 'details' && <InspectionDetails summary={summary} inspection={inspection} />}
        </Block>
      )}
    </Block>
  )
}

function WarningLine({ summary }: Pick<TaskHeaderProps, 'summary'>) {
  const warning = describeTaskWarning(summary)
  if (warning === null) return null
  return (
    <Row gap={6} fz="xs" breaks role="status">
      <IconAlertTriangle size={14} color="var(--caution)" aria-hidden />
      <span>{warning}</span>
    </Row>
  )
}

/** The main model, and how many others there are. */
function describeModels([main, ...others]: readonly string[]): string | null {
  if (main === undefined) return null
  return others.length === 0 ? main : `${main} +${others.length}`
}

function describeSize(
  summary: TaskSummary,
  inspection: Inspection | null,
  progress: CountProgress | null,
): string {
  const hidden = inspection?.messages.hidden ?? 0
  const messages = `${formatCountWithNoun(summary.messages ?? 0, 'message')}${hidden > 0 ? ` · ${formatInteger(hidden)} condensed away` : ''}`
  if (inspection !== null || progress === null) return messages
  if (progress.kind === 'reading')
    return `${messages} · read ${formatBytes(progress.done)} of ${formatBytes(progress.total)}`
  return `${messages} · counted ${formatInteger(progress.done)} of ${formatInteger(progress.total)}`
}

/** How full the window is, at a glance. More behind it. */
function ContextButton({ taskId, isShown, onToggle }: ContextButtonProps) {
  const { window, status } = useContextStatus(taskId)
  const isKnown = window.windowTokens !== null && status.data !== undefined
  const isDue = isKnown && (status.data.wouldCondense || status.data.wouldTruncate)
  return (
    <ToggleButton
      label={isKnown ? `Context ${formatShare(Math.round(status.data.percent))}` : 'Context'}
      icon={<IconGauge size={14} {...(isDue ? { color: 'var(--caution)' } : {})} aria-hidden />}
      {...(isKnown ? { title: describeOwner(window) } : {})}
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

/** Everything else that is known about a task, as pairs. */
function InspectionDetails({ summary, inspection }: InspectionDetailsProps) {
  return (
    <Block fz="xs" mah={220} scroll>
      <DocumentView
        blocks={[
          buildFacts([
            ['path', summary.path || 'dropped files'],
            ['format', summary.format ?? '–'],
            ['workspace', summary.workspace ?? '–'],
            summary.isGrowing && ['state', 'still growing'],
            ['last activity', formatTime(summary.lastActivityTs)],
            inspection && ['counter', inspection.tokens.counter],
            ...(inspection === null ? [] : listCountedFacts(inspection)),
          ]),
        ]}
      />
      <Block component="dl" px="md">
        {inspection?.task.parent != null && (
          <Grid columns="136px 1fr" gap="md" py={1}>
            <dt>Subtask of</dt>
            <dd>
              <RelatedTaskLink task={inspection.task.parent} tab="messages" />
            </dd>
          </Grid>
        )}
        {inspection?.task.children !== undefined && inspection.task.children.length > 0 && (
          <Grid columns="136px 1fr" gap="md" py={1}>
            <dt>Subtasks</dt>
            <dd>
              {inspection.task.children.map((child) => (
                <div key={child.id}>
                  <RelatedTaskLink task={child} tab="messages" />
                </div>
              ))}
            </dd>
          </Grid>
        )}
        {inspection?.task.copied !== undefined && <CopiedCalls copied={inspection.task.copied} />}
        {inspection !== null && inspection.validity.length > 0 && (
          <Grid columns="136px 1fr" gap="md" py={1}>
            <dt>Invalid</dt>
            <dd>
              {inspection.validity.map((violation, index) => (
                <div key={index}>
                  {violation.rule}
                  {violation.messageIndex >= 0 && ` in #${violation.messageIndex}`}: {violation.detail}
                </div>
              ))}
            </dd>
          </Grid>
        )}
      </Block>
    </Block>
  )
}

/** Model calls that a fork or a resumed session repeats, and where they were made. */
function CopiedCalls({ copied }: { readonly copied: NonNullable<Inspection['task']['copied']> }) {
  return (
    <Grid columns="136px 1fr" gap="md" py={1}>
      <dt>Of which copied</dt>
      <dd>
        {`${formatCountWithNoun(copied.requests, 'model call')}, ${formatUsd(copied.costUsd)}, from `}
        <RelatedTaskLink task={copied.from} tab="messages" />
      </dd>
    </Grid>
  )
}
