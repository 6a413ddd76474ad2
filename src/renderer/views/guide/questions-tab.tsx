import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import {
  guideAnswersSchema,
  type GuideAnswers,
  type GuideQuestion,
  type GuideQuestionId,
  type GuideAdvice,
} from '../../../shared/domain/guide.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePreference } from '../../data/use-preference.ts'
import { keepUnits } from './keep-units.ts'
import questionFieldStyles from './question-field.module.css'
import questionsTabStyles from './questions-tab.module.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Tag } from '../../components/tag.tsx'
import adviceStyles from './advice-panel.module.css'
import { UsePickButton } from './use-pick-button.tsx'
import { measuredText, type MeasuredKind } from './measured-text.ts'
import { useMeasured } from './use-measured.ts'

const storedSchema = z.record(z.string(), z.string())

const none: Readonly<Record<string, string>> = {}

type QuestionFieldProps = {
  readonly question: GuideQuestion
  readonly answerId: string | null
  /** Null leaves the question open. */
  readonly onAnswer: (answerId: string | null) => void
}

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

/** A question with its answers. The first is to leave it open. */
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

/** Answers so far, and the ways to change them. Remembered across tasks, as they describe the user. */
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

const shown: readonly MeasuredKind[] = ['reduction', 'duration', 'cost']

type AdvicePanelProps = { readonly advice: GuideAdvice; readonly questions: readonly GuideQuestion[] }

/** What to take, why, what cannot be had together, what to know, and what else would do. */
function AdvicePanel({ advice, questions }: AdvicePanelProps) {
  const { recommendation, reasons, conflicts, cautions, alternatives } = advice
  const titleOf = (id: string | null): string =>
    questions.find((question) => question.id === id)?.title ?? 'Overall'
  return (
    <div className={adviceStyles.panel}>
      <div className={adviceStyles.head}>
        <div role="status">
          <h2 className={adviceStyles.title}>{recommendation.label}</h2>
        </div>
        <UsePickButton pick={recommendation} isMain />
      </div>
      <MeasuredLine providerId={recommendation.providerId} />
      {conflicts.map(({ givenUp, text }) => (
        <p key={givenUp} className={adviceStyles.conflict}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>
            <b>Conflict.</b> {keepUnits(text)}
          </span>
        </p>
      ))}
      <h3 className={adviceStyles.heading}>Why</h3>
      <ul className={adviceStyles.list} aria-label="Reasons">
        {reasons.map(({ question, text }) => (
          <li key={text} className={adviceStyles.reason}>
            <Tag>{titleOf(question)}</Tag>
            <span>{keepUnits(text)}</span>
          </li>
        ))}
      </ul>
      {cautions.length > 0 && (
        <>
          <h3 className={adviceStyles.heading}>Good to know</h3>
          <ul className={adviceStyles.list}>
            {cautions.map((text) => (
              <li key={text} className={adviceStyles.caution}>
                {keepUnits(text)}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={adviceStyles.heading}>Instead</h3>
      <ul className={adviceStyles.list} aria-label="Alternatives">
        {alternatives.map((alternative) => (
          <li key={alternative.label} className={adviceStyles.alternative}>
            <span>
              <b>{alternative.label}.</b>{' '}
              <span className={adviceStyles.muted}>{keepUnits(alternative.reason)}</span>
            </span>
            <UsePickButton pick={alternative} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What one’s own runs of a provider came to: the figures of the guide are claims. */
function MeasuredLine({ providerId }: { readonly providerId: string }) {
  const measured = useMeasured()
  if (measured === null) return null
  const figures = measured.of(providerId)
  const texts = shown.flatMap((kind) => measuredText(figures, kind) ?? [])
  return (
    <p className={adviceStyles.measured}>
      {texts.length === 0
        ? 'You have no runs of it yet, so all figures here are claims.'
        : `Medians of your runs, all presets: ${texts.join(' · ')}`}
    </p>
  )
}
