import { Button } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, use, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Answer } from '../../../../shared/home/answer-types.ts'
import { describeAnswer, describeLeftOut, describeMeasuring } from '../../../../shared/home/answers-words.ts'
import { describeHappened, describeTrigger } from '../../../../shared/home/happened-words.ts'
import { everyTask } from '../../../../shared/library/library-filter-types.ts'
import { useEngine, useLibraryState, useLibraryValue } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useAnswer } from '../../../data/use-answer.ts'
import { useGoal } from '../../../data/use-goal.ts'
import { routes } from '../../../lib/routes.ts'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { GoalSwitch } from '../../../ui/components/goal-switch.tsx'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Bar, Block, Columns, Lead, Note } from '../../../ui/layout/layout.tsx'
import { GoneFolders } from '../../library/library/gone-folders.tsx'
import { OpenFolderContext } from '../../library/library/open-folder-context.ts'
import { OpeningReportPanel } from '../../library/library/opening-report-panel.tsx'
import { DiscoveredList } from '../../library/library/sources/discovered-list.tsx'
import { StartProblems } from '../../library/library/start-problems.tsx'
import { useLibraryFilter } from '../../library/library/use-library-filter.ts'
import { markArms } from './arm-marks.ts'
import { ArmTable } from './arm-table.tsx'
import { Bills } from './bills.tsx'
import { FrontierChart } from './frontier-chart.tsx'
import { countTasksLeft, MeasuringBar } from './measuring-bar.tsx'
import { RecordedCondensations } from './recorded-condensations.tsx'
import { WhenToCondense } from './when-to-condense.tsx'
import { WhereToSet } from './where-to-set.tsx'
import styles from './home.module.css'

/** What the agents of a person condensed, what was missed, and what other ways would have kept and cost. */
export function HomeView() {
  const [goal, setGoal] = useGoal()
  const { answer, error, retry } = useAnswer(goal)
  const isComing = useIsComing(answer)
  const openFolder = use(OpenFolderContext)
  return (
    <>
      <Toolbar title="Home">
        <Toolbar.Spring />
        <Button leftSection={<IconFolderOpen size={14} aria-hidden />} onClick={openFolder}>
          Open folder
        </Button>
      </Toolbar>
      <StartProblems />
      <GoneFolders />
      <OpeningReportPanel />
      {answer === undefined ? (
        error === null ? (
          <SkeletonRows label="Loading the answer" />
        ) : (
          <ErrorPanel problem={toProblem(error)} onRetry={retry} />
        )
      ) : (
        <div className={styles.scroller} tabIndex={0} role="region" aria-label="Home">
          <Sentence answer={answer} isComing={isComing} />
          <LeftOut answer={answer} />
          <RecordedCondensations happened={answer.happened} />
          {(answer.isSample || answer.ofTasks === 0) && <OwnTasks isSample={answer.isSample} />}
          {isComing && <SkeletonRows label="Measuring the first task" />}
          {answer.ofTasks > 0 && (
            <Block component="section" aria-label={comparedTitle} line="top">
              <SectionHead title={comparedTitle}>
                <Coverage answer={answer} />
              </SectionHead>
              <Block component="p" m={0} px="md" pb="sm" maw="120ch">
                {describeAnswer(answer)}
              </Block>
            </Block>
          )}
          {answer.tasks > 0 && (
            <>
              <ShortAnswers answer={answer} />
              <Bar>
                <GoalSwitch goal={goal} onGoal={setGoal} />
              </Bar>
              <Evidence answer={answer} />
            </>
          )}
          {!answer.isSample && answer.ofTasks > 0 && <MoreTasks />}
        </div>
      )}
    </>
  )
}

const comparedTitle = 'What would have kept more'

/** What happened, in a sentence, before everything else. */
function Sentence({ answer, isComing }: { readonly answer: Answer; readonly isComing: boolean }) {
  return (
    <Lead pt={20} pb="md" fz={20} lh="28px">
      {isComing
        ? describeMeasuring(answer)
        : answer.ofTasks === 0
          ? describeAnswer(answer)
          : describeHappened(answer)}
    </Lead>
  )
}

/** Whether nothing is known yet, and the first figures are on their way. */
function useIsComing(answer: Answer | undefined): boolean {
  const isWorking = useLibraryValue((state) => !state.isPaused && countTasksLeft(state) > 0)
  if (answer === undefined || isWorking !== true) return false
  return answer.tasks === 0 && answer.ofTasks > answer.tooShort
}

function Coverage({ answer }: { readonly answer: Answer }) {
  return <MeasuringBar answer={answer} state={useLibraryState()} />
}

/** Tasks that the figures leave out, with the way to those that could not be read. */
function LeftOut({ answer }: { readonly answer: Answer }) {
  const { copies, unreadable } = describeLeftOut(answer)
  const [, setFilter] = useLibraryFilter()
  if (copies === '' && unreadable === '') return null
  return (
    <Note py={6} px="md" line="bottom" breaks role="note">
      {copies} {unreadable}{' '}
      {unreadable !== '' && (
        <Link href={routes.library} onClick={() => setFilter({ ...everyTask, state: ['failed'] })}>
          Show them
        </Link>
      )}
    </Note>
  )
}

/** The way from the samples, or from nothing, to tasks of one's own. */
function OwnTasks({ isSample }: { readonly isSample: boolean }) {
  const openFolder = use(OpenFolderContext)
  const button = <Button onClick={openFolder}>Open folder</Button>
  return (
    <Block aria-label="Your own tasks" component="section" pt="sm" pb="md" px="md" line="bottom">
      {isSample ? (
        <Note mb="sm">
          These are sample tasks. Open a folder of your own, or add what an agent keeps on this machine, to
          see your figures here.
        </Note>
      ) : (
        <EmptyPanel action={button}>
          Open the task folder of an agent, or a folder of them, or add what an agent keeps on this machine.
        </EmptyPanel>
      )}
      <DiscoveredList whenNone={null} />
    </Block>
  )
}

/** Storage of agents on this machine that is not in the library yet. */
function MoreTasks() {
  return (
    <div className={styles.more}>
      <DiscoveredList whenNone={null} isNewOnly title="Also on this machine" />
    </div>
  )
}

/** What it cost, when to condense, and at what size it happens now. */
function ShortAnswers({ answer }: { readonly answer: Answer }) {
  const { queries } = useEngine()
  const { isSample } = answer
  const newest = useQuery(
    queries.tasks.list.queryOptions({
      select: (tasks) => tasks.find((task) => task.isSample === isSample)?.id ?? null,
    }),
  ).data
  return (
    <Columns min={340} line="top">
      <Bills answer={answer} />
      {newest != null && <WhenToCondense firstTask={newest} />}
      <AgentTriggers triggers={answer.happened.triggers} />
    </Columns>
  )
}

/** What the sentence rests on. Charts take a while to draw: they follow the sentence when there is time for it. */
function Evidence({ answer }: { readonly answer: Answer }) {
  return <DrawnEvidence answer={useDeferredValue(answer)} />
}

const DrawnEvidence = memo(function DrawnEvidence({ answer }: { readonly answer: Answer }) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const arms = useMemo(() => markArms(answer.arms), [answer.arms])
  return (
    <div className={styles.evidence}>
      <FrontierChart answer={answer} arms={arms} chosenId={chosenId} onChoose={setChosenId} />
      <ArmTable answer={answer} arms={arms} chosenId={chosenId} onChoose={setChosenId} />
      <WhereToSet answer={answer} />
    </div>
  )
})

/** At what size the agents condense as they are set now, by their record. */
function AgentTriggers({ triggers }: Pick<Answer['happened'], 'triggers'>) {
  if (triggers.length === 0) return null
  const title = 'What your agents are set to'
  return (
    <section aria-label={title}>
      <SectionHead title={title} />
      <Block px="md" pb="sm" fz="xs" lh="16px">
        {triggers.map((trigger) => (
          <div key={trigger.agent}>{describeTrigger(trigger)}</div>
        ))}
      </Block>
    </section>
  )
}
