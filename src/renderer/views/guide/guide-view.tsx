import { Tabs, Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { Toolbar } from '../../components/toolbar.tsx'
import { routes } from '../../lib/routes.ts'
import { CasesTab } from './cases-tab.tsx'
import styles from './guide-view.module.css'
import { TreeTab } from './tree-tab.tsx'
import comparisonTabStyles from './comparison-tab.module.css'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { formatLimitUsd } from '../../lib/format.ts'
import { ClaimChart } from './claim-chart.tsx'
import { MatrixTable } from './matrix-table.tsx'
import { costPoints, measuredPoints, qualityPoints } from './chart-points.ts'
import { useMeasured } from './use-measured.ts'
import questionsTabStyles from './questions-tab.module.css'
import questionFieldStyles from './question-field.module.css'
import { AdvicePanel } from './advice-panel.tsx'
import {
  type GuideQuestion,
  guideAnswersSchema,
  type GuideAnswers,
  type GuideQuestionId,
} from '../../../shared/domain/guide.ts'
import { keepUnits } from './keep-units.ts'
import { useState } from 'react'
import { z } from 'zod'
import { usePreference } from '../../data/use-preference.ts'

const storedSchema = z.record(z.string(), z.string())

const none: Readonly<Record<string, string>> = {}

type QuestionFieldProps = {
  readonly question: GuideQuestion
  readonly answerId: string | null
  /** Null leaves the question open. */
  readonly onAnswer: (answerId: string | null) => void
}

/** Tabs of the guide, in their order. */
const guideTabs = ['questions', 'tree', 'comparison', 'cases'] as const

/** One of the tabs. */
type GuideTab = (typeof guideTabs)[number]

/** What each tab is called. */
const guideTabLabels: Readonly<Record<GuideTab, string>> = {
  questions: 'Questions',
  tree: 'Decision tree',
  comparison: 'Comparison',
  cases: 'By case',
}

/** Which provider to take: four questions, a tree, claims beside what was measured, and cases. */
export function GuideView({ tab }: { readonly tab: string | null }) {
  const [, navigate] = useLocation()
  return (
    <>
      <Toolbar title="Guide">
        <span>Which provider suits a task, and why.</span>
      </Toolbar>
      <Tabs
        value={guideTabOf(tab)}
        keepMounted={false}
        className={styles.tabs ?? ''}
        onChange={(next) => navigate(`${routes.guide}/${guideTabOf(next)}`, { replace: true })}
      >
        <Tabs.List className={styles.list ?? ''}>
          {guideTabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {guideTabLabels[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="questions" className={styles.panel ?? ''}>
          <QuestionsTab />
        </Tabs.Panel>
        <Tabs.Panel value="tree" className={styles.panel ?? ''}>
          <TreeTab />
        </Tabs.Panel>
        <Tabs.Panel value="comparison" className={styles.panel ?? ''}>
          <ComparisonTab />
        </Tabs.Panel>
        <Tabs.Panel value="cases" className={styles.panel ?? ''}>
          <CasesTab />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** The tab that an address names; the questions where it names none. */
function guideTabOf(name: string | null): GuideTab {
  return guideTabs.find((tab) => tab === name) ?? 'questions'
}

/** What is claimed of the four providers, beside what one’s own runs measured. */
function ComparisonTab() {
  const { queries } = useEngine()
  const matrix = useQuery(queries.guide.matrix.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const reference = useQuery(queries.guide.reference.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const measured = useMeasured()
  const failed = [matrix, reference].find((query) => query.isError)
  if (failed?.error)
    return <ErrorPanel problem={toProblem(failed.error)} onRetry={() => void failed.refetch()} />
  if (matrix.data === undefined || reference.data === undefined)
    return <SkeletonRows label="Loading the comparison" />
  const { points } = reference.data
  return (
    <>
      <MatrixTable groups={matrix.data} measured={measured} />
      <div className={comparisonTabStyles.charts}>
        <ClaimChart
          title="Quality against tokens saved"
          note="Both are claims. Bars are the stated range of what is saved."
          points={qualityPoints(points)}
          yLabel="Quality kept (%)"
          yTicks={[0, 25, 50, 75, 100]}
          formatY={(value) => `${value} %`}
        />
        <ClaimChart
          title="Cost against tokens saved"
          note="Filled marks are claims, hollow ones the medians of your own runs."
          points={[...costPoints(points), ...measuredPoints(measured)]}
          yLabel="Cost of a run ($)"
          yTicks={[0, 0.02, 0.04, 0.06, 0.08]}
          formatY={formatLimitUsd}
        />
      </div>
    </>
  )
}

/** The four questions, and what their answers lead to. */
function QuestionsTab() {
  const { queries } = useEngine()
  const { answers, answer, clear } = useGuideAnswers()
  const questions = useQuery(queries.guide.questions.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const advice = useQuery(
    queries.guide.recommend.queryOptions({
      input: answers,
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  if (questions.isError)
    return <ErrorPanel problem={toProblem(questions.error)} onRetry={() => void questions.refetch()} />
  if (questions.data === undefined) return <SkeletonRows label="Loading the guide" />
  const answered = questions.data.filter(({ id }) => answers[id] !== undefined).length
  return (
    <div className={questionsTabStyles.halves}>
      <section className={questionsTabStyles.left} aria-label="Questions">
        <div className={questionsTabStyles.intro}>
          <p className={questionsTabStyles.note}>
            Answer what matters to you and leave the rest open. {answered} of {questions.data.length}{' '}
            answered.
          </p>
          <Button variant="subtle" color="gray" disabled={answered === 0} onClick={clear}>
            Clear answers
          </Button>
        </div>
        <div className={questionsTabStyles.questions}>
          {questions.data.map((question) => (
            <QuestionField
              key={question.id}
              question={question}
              answerId={answers[question.id] ?? null}
              onAnswer={(answerId) => answer(question.id, answerId)}
            />
          ))}
        </div>
      </section>
      <section className={questionsTabStyles.right} aria-label="Recommendation">
        {advice.isError && (
          <ErrorPanel problem={toProblem(advice.error)} onRetry={() => void advice.refetch()} />
        )}
        {advice.data !== undefined && <AdvicePanel advice={advice.data} questions={questions.data} />}
      </section>
    </div>
  )
}

/** A question with its answers; the first is to leave it open. */
function QuestionField({ question, answerId, onAnswer }: QuestionFieldProps) {
  const choices = [{ id: null, label: 'Left open' }, ...question.answers]
  return (
    <fieldset className={questionFieldStyles.field} aria-describedby={`guide-${question.id}`}>
      <legend className={questionFieldStyles.title}>{question.title}</legend>
      <p id={`guide-${question.id}`} className={questionFieldStyles.text}>
        {question.text}
      </p>
      {choices.map((choice) => (
        <label
          key={choice.id}
          className={questionFieldStyles.answer}
          data-selected={choice.id !== null && choice.id === answerId}
        >
          <input
            type="radio"
            name={`guide-${question.id}`}
            className={questionFieldStyles.radio}
            checked={choice.id === answerId}
            onChange={() => onAnswer(choice.id)}
          />
          <span className={choice.id === null ? questionFieldStyles.open : undefined}>
            {keepUnits(choice.label)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** What someone has answered, and the ways to change it; remembered, as it is about them and not about a task. */
function useGuideAnswers(): {
  readonly answers: GuideAnswers
  /** Null takes an answer back. */
  readonly answer: (question: GuideQuestionId, answerId: string | null) => void
  readonly clear: () => void
} {
  const [stored, store] = usePreference('guide.answers', storedSchema, none)
  // What is stored comes back a moment later, which would let a radio button jump back and forth.
  const [own, setOwn] = useState<Readonly<Record<string, string>> | null>(null)
  const parsed = guideAnswersSchema.safeParse(own ?? stored)
  const answers = parsed.success ? parsed.data : {}
  const keep = (next: GuideAnswers): void => {
    const given = Object.fromEntries(
      Object.entries(next).flatMap(([question, answerId]) =>
        answerId === undefined ? [] : [[question, answerId]],
      ),
    )
    setOwn(given)
    store(given)
  }
  return {
    answers,
    answer: (question, answerId) => {
      const { [question]: _before, ...others } = answers
      const changed = guideAnswersSchema.safeParse({ ...others, [question]: answerId ?? undefined })
      keep(changed.success ? changed.data : others)
    },
    clear: () => keep({}),
  }
}
