import { z } from 'zod'
import type { Conversation } from '../../engine/conversation.ts'
import { askJudge, type Judged } from './ask-judge.ts'
import { inOrder } from './in-order.ts'
import type { JudgeContext } from './judge-context.ts'
import { probeAnswerTokens } from './probe-answer-tokens.ts'
import type { ProbeQuestion } from './probe-question.ts'
import { probeAnswersPrompt } from './prompts.ts'
import { recordText } from './record-text.ts'

const answerSchema = z.object({ number: z.int(), answer: z.string().trim().min(1) })

/** What the judge answers to the questions from a condensed context alone, in their order. */
export async function answerProbes(
  result: Conversation,
  questions: readonly ProbeQuestion[],
  context: JudgeContext,
): Promise<Judged<readonly string[]>> {
  const listed = questions.map(({ question }, index) => `${index + 1}. ${question}`).join('\n')
  const judged = await askJudge(context, {
    label: 'answers',
    prompt: probeAnswersPrompt,
    records: [
      { title: 'The record', text: recordText(result) },
      { title: 'The questions', text: listed },
    ],
    question: `Answer the questions 1 to ${questions.length} of the second record from the first record alone.`,
    schema: z.object({ answers: inOrder(answerSchema, questions.length) }),
    maxTokens: probeAnswerTokens(questions.length),
  })
  if (judged.kind === 'unusable') return judged
  return { ...judged, value: judged.value.answers.map(({ answer }) => answer) }
}
