import { z } from 'zod'
import { gradeDimensionSchema, type Probe } from '../../../shared/domain/evidence.ts'
import { askJudge, type Judged } from './ask-judge.ts'
import { inOrder } from './in-order.ts'
import type { JudgeContext } from './judge-context.ts'
import { probeAnswerTokens } from './probe-answer-tokens.ts'
import { probeGradesPrompt } from './prompts.ts'

const gradedSchema = z.object({
  number: z.int(),
  grades: z.record(gradeDimensionSchema, z.number().min(0).max(5)),
  comment: z.string().default(''),
})

/** Grades answers against their references; the judge sees neither of the contexts. */
export async function gradeProbes(
  answered: readonly Omit<Probe, 'grades' | 'comment'>[],
  context: JudgeContext,
): Promise<Judged<readonly Probe[]>> {
  const listed = answered
    .map(({ question, reference, answer }, index) =>
      [`${index + 1}. Question: ${question}`, `Reference: ${reference}`, `Answer: ${answer}`].join('\n'),
    )
    .join('\n\n')
  const judged = await askJudge(context, {
    label: 'grades',
    prompt: probeGradesPrompt,
    records: [{ title: 'Questions, references and answers', text: listed }],
    question: `Grade the answers 1 to ${answered.length}.`,
    schema: z.object({ graded: inOrder(gradedSchema, answered.length) }),
    maxTokens: probeAnswerTokens(answered.length),
  })
  if (judged.kind === 'unusable') return judged
  const { graded } = judged.value
  const value = answered.flatMap((probe, index) => {
    const own = graded[index]
    return own === undefined ? [] : [{ ...probe, grades: own.grades, comment: own.comment }]
  })
  return { ...judged, value }
}
