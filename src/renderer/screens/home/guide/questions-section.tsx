import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { GuideAdvice } from '../../../../shared/home/guide-advice-types.ts'
import type { GuideQuestion } from '../../../../shared/home/guide-types.ts'
import { describeQuestionBasis } from '../../../../shared/home/guide-words.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { AdvicePanel } from './advice-panel.tsx'
import { keepUnits } from './keep-units.ts'
import type { Guided } from './use-guide-advice.ts'
import questionFieldStyles from './question-field.module.css'
import questionsStyles from './questions-section.module.css'

/** The four questions, and why their answers lead where they do. */
export function QuestionsSection({ guided }: { readonly guided: Guided }) {
  const { queries } = useEngine()
  const { answers, answer, clear, advice } = guided
  const questions = useQuery(queries.guide.questions.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  if (questions.isError)
    return <ErrorPanel problem={toProblem(questions.error)} onRetry={() => void questions.refetch()} />
  if (questions.data === undefined) return <SkeletonRows label="Loading the guide" />
  const answered = questions.data.filter(({ id }) => answers[id] !== undefined).length
  return (
    <div className={questionsStyles.halves}>
      <section className={questionsStyles.left} aria-label="Questions">
        <div className={questionsStyles.intro}>
          <p className={questionsStyles.note}>
            Answer what matters to you and leave the rest open. {answered} of {questions.data.length}{' '}
            answered.
          </p>
          <Button variant="subtle" color="gray" disabled={answered === 0} onClick={clear}>
            Clear answers
          </Button>
        </div>
        <div className={questionsStyles.questions}>
          {questions.data.map((question) => (
            <QuestionField
              key={question.id}
              question={question}
              advice={advice}
              answerId={answers[question.id] ?? null}
              onAnswer={(answerId) => answer(question.id, answerId)}
            />
          ))}
        </div>
      </section>
      <section className={questionsStyles.right} aria-label="Reasons for the recommendation">
        {advice !== undefined && <AdvicePanel advice={advice} questions={questions.data} />}
      </section>
    </div>
  )
}

type QuestionFieldProps = {
  readonly question: GuideQuestion
  readonly advice: GuideAdvice | undefined
  readonly answerId: string | null
  /** Null leaves the question open. */
  readonly onAnswer: (answerId: string | null) => void
}

/** A question with its answers, each with the arms that meet it. The first is to leave it open. */
function QuestionField({ question, advice, answerId, onAnswer }: QuestionFieldProps) {
  const choices = [{ id: null, label: 'Left open' }, ...question.answers]
  const meeting = advice?.meeting[question.id]
  return (
    <fieldset className={questionFieldStyles.field} aria-describedby={`guide-${question.id}`}>
      <legend className={questionFieldStyles.title}>{question.title}</legend>
      <p id={`guide-${question.id}`} className={questionFieldStyles.text}>
        {question.text}
        {advice !== undefined && (
          <span className={questionFieldStyles.basis}>
            {keepUnits(describeQuestionBasis(question.id, advice.basis))}
          </span>
        )}
      </p>
      {choices.map((choice) => {
        const count = choice.id === null ? undefined : meeting?.[choice.id]
        return (
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
            {count !== undefined && (
              <span className={questionFieldStyles.count} data-none={count === 0}>
                {count === 0 ? 'no arm' : count === 1 ? '1 arm' : `${count} arms`}
              </span>
            )}
          </label>
        )
      })}
    </fieldset>
  )
}
