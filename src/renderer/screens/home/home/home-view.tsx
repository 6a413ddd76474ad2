import { Button } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, use, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Answer } from '../../../../shared/home/answer-types.ts'
import { describeAnswer, describeLeftOut, describeMeasuring } from '../../../../shared/home/answers-words.ts'
import { everyTask } from '../../../../shared/library/library-filter-types.ts'
import { useEngine, useLibraryState, useLibraryValue } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useAnswer } from '../../../data/use-answer.ts'
import { useGoal } from '../../../data/use-goal.ts'
import { routes } from '../../../lib/routes.ts'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { GoalSwitch } from '../../../ui/components/goal-switch.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Toolbar } from '../../../ui/components/toolbar.tsx'
import { Bar, Block, Lead, Note } from '../../../ui/layout/layout.tsx'
import { GoneFolders } from '../../library/library/gone-folders.tsx'
import { OpenFolderContext } from '../../library/library/open-folder-context.ts'
import { OpeningReportPanel } from '../../library/library/opening-report-panel.tsx'
import { DiscoveredList } from '../../library/library/sources/discovered-list.tsx'
import { StartProblems } from '../../library/library/start-problems.tsx'
import { useLibraryFilter } from '../../library/library/use-library-filter.ts'
import { markArms } from './arm-marks.ts'
import { ArmTable } from './arm-table.tsx'
import { FrontierChart } from './frontier-chart.tsx'
import { countTasksLeft, MeasuringBar } from './measuring-bar.tsx'
import { MoneySection } from './money-section.tsx'
import { NextSteps, WorstTasks } from './next-steps.tsx'
import { WhenToCondense } from './when-to-condense.tsx'
import { WhereToSet } from './where-to-set.tsx'
import styles from './home.module.css'

/** What condensing would do for the tasks of a person, before they ask. */
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
          {answer.ofTasks > 0 && (
            <Bar wrap justify="space-between" gap="sm xl">
              <GoalSwitch goal={goal} onGoal={setGoal} />
              <Coverage answer={answer} />
            </Bar>
          )}
          <LeftOut answer={answer} />
          {(answer.isSample || answer.ofTasks === 0) && <OwnTasks isSample={answer.isSample} />}
          {isComing && <SkeletonRows label="Measuring the first task" />}
          {answer.tasks > 0 && <Evidence answer={answer} />}
          {!answer.isSample && answer.ofTasks > 0 && <MoreTasks />}
        </div>
      )}
    </>
  )
}

/** The answer in a sentence, before everything else. */
function Sentence({ answer, isComing }: { readonly answer: Answer; readonly isComing: boolean }) {
  return (
    <Lead pt={20} pb="md" fz={20} lh="28px">
      <span data-tour="answer">{isComing ? describeMeasuring(answer) : describeAnswer(answer)}</span>
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

/** What the sentence rests on. Charts take a while to draw: they follow the sentence when there is time for it. */
function Evidence({ answer }: { readonly answer: Answer }) {
  return <DrawnEvidence answer={useDeferredValue(answer)} />
}

const DrawnEvidence = memo(function DrawnEvidence({ answer }: { readonly answer: Answer }) {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const arms = useMemo(() => markArms(answer.arms), [answer.arms])
  const { queries } = useEngine()
  const { isSample } = answer
  const newest = useQuery(
    queries.tasks.list.queryOptions({
      select: (tasks) => tasks.find((task) => task.isSample === isSample)?.id ?? null,
    }),
  ).data
  return (
    <div className={styles.evidence}>
      <FrontierChart answer={answer} arms={arms} chosenId={chosenId} onChoose={setChosenId} />
      <div className={styles.rest}>
        <WorstTasks answer={answer} />
        {newest != null && <WhenToCondense firstTask={newest} />}
        <NextSteps answer={answer} firstTask={newest ?? null} />
      </div>
      <WhereToSet answer={answer} />
      <ArmTable answer={answer} arms={arms} chosenId={chosenId} onChoose={setChosenId} />
      <MoneySection />
    </div>
  )
})
