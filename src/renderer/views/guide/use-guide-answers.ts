import { useState } from 'react'
import { z } from 'zod'
import { guideAnswersSchema, type GuideAnswers, type GuideQuestionId } from '../../../shared/domain/guide.ts'
import { usePreference } from '../../data/use-preference.ts'

const storedSchema = z.record(z.string(), z.string())
const none: Readonly<Record<string, string>> = {}

/** What someone has answered, and the ways to change it; remembered, as it is about them and not about a task. */
export function useGuideAnswers(): {
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
