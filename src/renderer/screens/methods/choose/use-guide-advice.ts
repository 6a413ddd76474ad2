import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { Goal } from '../../../../shared/home/answer-types.ts'
import type { GuideAdvice } from '../../../../shared/home/guide-advice-types.ts'
import {
  guideAnswersSchema,
  type GuideAnswers,
  type GuideQuestionId,
} from '../../../../shared/home/guide-types.ts'
import { useEngine, useLibraryState } from '../../../data/engine-context.ts'
import { useGoal } from '../../../data/use-goal.ts'
import { usePreference } from '../../../data/use-preference.ts'

const storedSchema = z.record(z.string(), z.string())

const none: Readonly<Record<string, string>> = {}

/** Goal and answers of a person, the ways to change them, and what the guide says to them. */
export type Guided = {
  readonly goal: Goal
  readonly setGoal: (goal: Goal) => void
  readonly answers: GuideAnswers
  /** Null takes an answer back. */
  readonly answer: (question: GuideQuestionId, answerId: string | null) => void
  readonly clear: () => void
  readonly advice: GuideAdvice | undefined
  /** Null where nothing failed. */
  readonly error: unknown
  readonly retry: () => void
}

/** The recommendation for the goal and the answers, read again as more tasks are measured. */
export function useGuideAdvice(): Guided {
  const { queries } = useEngine()
  const measured = useLibraryState()?.measured ?? 0
  const [goal, setGoal] = useGoal()
  const given = useGuideAnswers()
  const { answers } = given
  const { data, error, refetch } = useQuery({
    ...queries.guide.recommend.queryOptions({
      input: { answers, goal },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
    // What is measured in the meantime changes what is recommended.
    queryKey: [...queries.guide.recommend.queryKey({ input: { answers, goal } }), Math.floor(measured / 5)],
  })
  return {
    goal,
    setGoal,
    ...given,
    advice: data,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}

/** Answers so far, and the ways to change them. Remembered across tasks, as they describe the user. */
function useGuideAnswers(): Pick<Guided, 'answers' | 'answer' | 'clear'> {
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
