import { z } from 'zod'
import { probeClasses, probeClassSchema } from '../../../shared/domain/evidence.ts'
import type { Conversation } from '../../engine/conversation.ts'
import { askJudge, type Judged } from './ask-judge.ts'
import type { JudgeContext } from './judge-context.ts'
import type { ProbeQuestion } from './probe-question.ts'
import { probeAnswerTokens } from './probe-answer-tokens.ts'
import { probeQuestionsPrompt } from './prompts.ts'
import { recordText } from './record-text.ts'

const schema = z.object({
  probes: z
    .array(
      z.object({
        class: probeClassSchema,
        question: z.string().trim().min(1),
        reference: z.string().trim().min(1),
      }),
    )
    .min(1),
})

/**
 * Questions about a source. What is asked of the judge depends on nothing but the source and their number, so that a
 * cache of answers gives every variant of a checkpoint the same questions, and no one pays for them twice.
 */
export async function generateProbes(
  source: Conversation,
  context: JudgeContext,
): Promise<Judged<readonly ProbeQuestion[]>> {
  const { probes: wanted } = context
  const judged = await askJudge(context, {
    label: 'questions',
    prompt: probeQuestionsPrompt,
    records: [{ title: 'The full record', text: recordText(source) }],
    question: `Write ${countsOf(wanted)}.`,
    schema,
    maxTokens: probeAnswerTokens(wanted),
  })
  if (judged.kind === 'unusable') return judged
  const questions = judged.value.probes
    .slice(0, wanted)
    .map(({ class: probeClass, question, reference }) => ({ probeClass, question, reference }))
  const missing = wanted - questions.length
  const note = `${questions.length} of ${wanted} questions were written.`
  return { ...judged, value: questions, notes: missing > 0 ? [...judged.notes, note] : judged.notes }
}

/** As many of each class, and where they do not divide, one more of the first ones. */
function countsOf(wanted: number): string {
  const counts = probeClasses.map((_, index) =>
    Math.floor((wanted + probeClasses.length - 1 - index) / probeClasses.length),
  )
  const parts = probeClasses.flatMap((name, index) => {
    const count = counts[index] ?? 0
    return count === 0 ? [] : [`${count} of the class ${name}`]
  })
  return `${wanted} ${wanted === 1 ? 'question' : 'questions'}: ${parts.join(', ')}`
}
