import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { AdvicePanel } from './advice-panel.tsx'
import { QuestionField } from './question-field.tsx'
import styles from './questions-tab.module.css'
import { useGuideAnswers } from './use-guide-answers.ts'

/** The four questions, and what their answers lead to. */
export function QuestionsTab() {
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
    <div className={styles.halves}>
      <section className={styles.left} aria-label="Questions">
        <div className={styles.intro}>
          <p className={styles.note}>
            Answer what matters to you and leave the rest open. {answered} of {questions.data.length}{' '}
            answered.
          </p>
          <Button variant="subtle" color="gray" disabled={answered === 0} onClick={clear}>
            Clear answers
          </Button>
        </div>
        <div className={styles.questions}>
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
      <section className={styles.right} aria-label="Recommendation">
        {advice.isError && (
          <ErrorPanel problem={toProblem(advice.error)} onRetry={() => void advice.refetch()} />
        )}
        {advice.data !== undefined && <AdvicePanel advice={advice.data} questions={questions.data} />}
      </section>
    </div>
  )
}
