import type { GuideAdvice, GuideArm } from '../../../../shared/home/guide-advice-types.ts'
import type { GuideAnswers, GuideQuestion, GuideQuestionId } from '../../../../shared/home/guide-types.ts'
import { formatDuration, formatPercent, formatUsd } from '../../../../shared/kernel/format-figures.ts'

/** The most that somebody accepts, in the unit of the question. */
export type GivenAmounts = Partial<Readonly<Record<GuideQuestionId, number>>>

/** An answer that the recommended arm does not meet: what was accepted and what was measured, in the question's unit. */
export type UnmetAnswer = {
  readonly question: GuideQuestionId
  readonly unit: GuideQuestion['unit']
  /** Null where the answer is no amount. */
  readonly asked: number | null
  readonly measured: number | null
}

/** A model's call takes no less; the design claims 2 to 5 s. */
const callMs = 2000

/** Differences of less than this are rounding. */
const slack = 0.05

/**
 * The answers that what is recommended does not meet: those that gave way, and amounts that lie below what was
 * measured, although the arm meets the answer that stands for them.
 */
export function findUnmetAnswers(
  { answers, recommendation }: Pick<GuideAdvice, 'answers' | 'recommendation'>,
  questions: readonly GuideQuestion[],
  amounts: GivenAmounts,
): readonly UnmetAnswer[] {
  if (recommendation === null) return []
  return questions.flatMap(({ id: question, unit, answers: choices }): UnmetAnswer[] => {
    if (answers[question] === undefined) return []
    const asked = amounts[question] ?? findAnswerLimit(choices, answers, question)
    const measured = readMeasuredValue(recommendation, question)
    const isOver = asked !== null && measured !== null && measured - asked > (unit === 'percent' ? slack : 0)
    return isOver || recommendation.shortOf.includes(question) ? [{ question, unit, asked, measured }] : []
  })
}

/** What is not met and by how much, in a sentence. */
export function describeUnmetAnswer({ unit, asked, measured }: UnmetAnswer): string {
  if (unit === null || asked === null || measured === null) return 'It does not meet what you asked for.'
  const format = formats[unit]
  const over = unit === 'percent' ? `${round(measured - asked)} points` : format(measured - asked)
  return `You accept ${format(asked)} at most. Measured: ${format(measured)}, ${over} more.`
}

const formats: Readonly<Record<NonNullable<GuideQuestion['unit']>, (value: number) => string>> = {
  usd: formatUsd,
  ms: formatDuration,
  percent: formatPercent,
}

function round(value: number): number {
  return Math.round(10 * value) / 10
}

function findAnswerLimit(
  choices: GuideQuestion['answers'],
  answers: GuideAnswers,
  question: GuideQuestionId,
): number | null {
  return choices.find(({ id }) => id === answers[question])?.upTo ?? null
}

function readMeasuredValue(arm: GuideArm, question: GuideQuestionId): number | null {
  switch (question) {
    case 'budget':
      return arm.condensingUsd
    case 'latency':
      return arm.timeMs === null ? null : arm.timeMs + (arm.isExtracted ? callMs : 0)
    case 'loss':
      return arm.kept === null ? null : 100 * (1 - arm.kept)
    case 'config':
      return null
  }
}
