import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, type Icon } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { Autopsied } from '../../../shared/condensations/autopsy-types.ts'
import {
  describeCondensation,
  describeOccasion,
  describeSurvived,
  explainMissingSummary,
} from '../../../shared/condensations/autopsy-words.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { formatTime } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { SectionHead } from '../../ui/components/section-head.tsx'
import { Bar, Block, Columns, Inline, Lead, Note, Pre, Scroll } from '../../ui/layout/layout.tsx'
import { ProbeOfCondensation } from '../probe/probe-of-condensation.tsx'
import { KeptByMethods } from './kept-by-methods.tsx'
import { MissingThings } from './missing-things.tsx'
import { PinnedFacts } from './pinned-facts.tsx'
import { ResultAtCut } from './result-at-cut.tsx'

type CondensationPageProps = {
  readonly task: TaskSummary
  readonly one: Autopsied
  /** Condensations of the task. */
  readonly count: number
  /** The method whose result is shown; null for what the agent did. */
  readonly methodId: string | null
}

/**
 * One recorded condensation: what it left out that was needed, what its summary says, what would have kept it, and before
 * and after side by side.
 */
export function CondensationPage({ task, one, count, methodId }: CondensationPageProps) {
  const { cut, missing } = one
  return (
    <Scroll component="article" aria-label={`Condensation ${one.n}`}>
      <Occasion {...{ task, one, count }} isProbed={methodId === 'probe'} />
      <Lead>{describeCondensation(one)}</Lead>
      <Columns min={380} pb="md">
        <MissingThings task={task} one={one} />
        <Summary one={one} />
      </Columns>
      <Columns min={680} line="top">
        <PinnedFacts taskId={task.id} n={one.n} />
        {cut !== null && missing.length > 0 && <KeptByMethods taskId={task.id} n={one.n} />}
      </Columns>
      {cut !== null && (
        <ResultAtCut {...{ task, cut }} methodId={methodId === 'probe' ? null : methodId} n={one.n} />
      )}
    </Scroll>
  )
}

type OccasionProps = {
  readonly task: TaskSummary
  readonly one: Autopsied
  readonly count: number
  readonly isProbed: boolean
}

/** Which one it is, how it was made, what the agent would do after others, and the way to its neighbours. */
function Occasion({ task, one, count, isProbed }: OccasionProps) {
  const { n } = one
  const taskId = task.id
  return (
    <Bar wrap gap="xs md">
      <Inline fw={600}>
        {count === 1 ? (
          'The only condensation'
        ) : (
          <>
            Condensation {n} of {count}
          </>
        )}
      </Inline>
      <Note component="span">{describeOccasion(one, formatTime)}</Note>
      <Inline flex={1} />
      {one.cut !== null && <ProbeOfCondensation task={task} one={one} isOpen={isProbed} />}
      {count > 1 && (
        <>
          <Button component={Link} href={routes.task(taskId, 'condensations')} variant="subtle" color="gray">
            All {count}
          </Button>
          <Neighbour {...{ taskId, count }} n={n - 1} label="Previous" icon={IconArrowLeft} />
          <Neighbour {...{ taskId, count }} n={n + 1} label="Next" icon={IconArrowRight} />
        </>
      )}
    </Bar>
  )
}

type NeighbourProps = {
  readonly taskId: string
  readonly n: number
  readonly count: number
  readonly label: string
  readonly icon: Icon
}

function Neighbour({ taskId, n, count, label, icon: IconOf }: NeighbourProps) {
  if (n < 1 || n > count) return null
  return (
    <Button
      component={Link}
      href={routes.condensation(taskId, n)}
      variant="subtle"
      color="gray"
      leftSection={<IconOf size={14} aria-hidden />}
    >
      {label}
    </Button>
  )
}

/** What stands in the place of what was condensed, as far as it can be read. */
function Summary({ one }: { readonly one: Autopsied }) {
  const missing = explainMissingSummary(one)
  return (
    <Block component="section" miw={0} aria-label="Summary">
      <SectionHead title="What the summary says" />
      {missing === '' ? (
        <Block
          mah={360}
          mx="md"
          scroll
          line="around"
          py="xs"
          px="md"
          tabIndex={0}
          aria-label="Text of the summary"
        >
          <Pre>{showControls(one.summary ?? '')}</Pre>
        </Block>
      ) : (
        <Note px="md">{missing}</Note>
      )}
      <Note px="md" pt="xs">
        {describeSurvived(one)}
      </Note>
    </Block>
  )
}
