import {
  gradeDimensions,
  probeClasses,
  type Probe,
  type ProbeClass,
  gradeDimensionSchema,
  probeClassSchema,
} from '../../../shared/domain/evidence.ts'
import { type JudgeContext, type JudgedMetric, whyNobodyIsAsked } from './judged-metric.ts'
import type { LanguageModel } from '../../engine/language-model.ts'
import type { Subject } from '../metrics/subject.ts'
import { type Judged, askJudge } from './ask-judge.ts'
import { z } from 'zod'
import type { Conversation } from '../../engine/conversation.ts'
import { probeAnswersPrompt, probeGradesPrompt, probeQuestionsPrompt } from './prompts.ts'
import { recordText } from './record-text.ts'

/** A question about a source, with what the source says. */
type ProbeQuestion = Pick<Probe, 'probeClass' | 'question' | 'reference'>

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

const gradedSchema = z.object({
  number: z.int(),
  grades: z.record(gradeDimensionSchema, z.number().min(0).max(5)),
  comment: z.string().default(''),
})

const answerSchema = z.object({ number: z.int(), answer: z.string().trim().min(1) })

type ProbeResult = Judged<readonly Probe[]>

type Known = { readonly model: LanguageModel; readonly probes: number; readonly result: Promise<ProbeResult> }

const known = new WeakMap<Subject, Known>()

const labels: Readonly<Record<ProbeClass, string>> = {
  recall: 'Probes of recall',
  artifact: 'Probes of artifacts',
  continuation: 'Probes of what comes next',
  decision: 'Probes of decisions',
}

/**
 * Mean grade, 0 to 5, of questions about the source that were answered from the condensed context alone: of all of
 * them, and of each class. The grade of an answer is the mean of its dimensions.
 */
export const probeGrades: readonly JudgedMetric[] = [
  gradeOf('probe-grade', 'Probes', () => true),
  ...probeClasses.map((name) =>
    gradeOf(`probe-grade-${name}`, labels[name], ({ probeClass }) => probeClass === name),
  ),
]

function gradeOf(id: string, label: string, isOwn: (probe: Probe) => boolean): JudgedMetric {
  return {
    id,
    label,
    group: 'probes',
    direction: 'higher',
    unit: 'grade',
    isPassFail: false,
    needsModel: true,
    measure: async (subject, context) => {
      const obstacle = whyNobodyIsAsked(subject, context)
      if (obstacle !== null) return { kind: 'nothing', reason: obstacle }
      const result = await probeResult(subject, context)
      if (result.kind === 'unusable') return result
      const probes = result.value.filter(isOwn)
      if (probes.length === 0) return { kind: 'nothing', reason: 'No question of this class was asked.' }
      const { answers, notes } = result
      return {
        kind: 'measured',
        value: mean(probes.map(gradeOfProbe)),
        evidence: { kind: 'probes', probes, answers, notes },
      }
    },
  }
}

function gradeOfProbe({ grades }: Probe): number {
  return mean(gradeDimensions.map((dimension) => grades[dimension]))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The graded probes of a subject; the metrics that look at them ask the judge once together. */
function probeResult(subject: Subject, context: JudgeContext): Promise<ProbeResult> {
  const { model, probes } = context
  const before = known.get(subject)
  if (before?.model === model && before.probes === probes) return before.result
  const result = probe(subject, context)
  known.set(subject, { model, probes, result })
  return result
}

async function probe({ source, result }: Subject, context: JudgeContext): Promise<ProbeResult> {
  const asked = await generateProbes(source, context)
  if (asked.kind === 'unusable') return asked
  const answered = await answerProbes(result, asked.value, context)
  const answers = [...asked.answers, ...answered.answers]
  if (answered.kind === 'unusable') return { ...answered, answers }
  const graded = await gradeProbes(
    asked.value.map((question, index) => ({ ...question, answer: answered.value[index] ?? '' })),
    context,
  )
  const all = [...answers, ...graded.answers]
  if (graded.kind === 'unusable') return { ...graded, answers: all }
  return { ...graded, answers: all, notes: [...asked.notes, ...answered.notes, ...graded.notes] }
}

/** What the judge answers to the questions from a condensed context alone, in their order. */
async function answerProbes(
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

/** Grades answers against their references; the judge sees neither of the contexts. */
async function gradeProbes(
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

/**
 * Questions about a source. What is asked of the judge depends on nothing but the source and their number, so that a
 * cache of answers gives every variant of a checkpoint the same questions, and no one pays for them twice.
 */
async function generateProbes(
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

/** Room for an answer about so many questions, in tokens, with some for models that think aloud first. */
function probeAnswerTokens(probes: number): number {
  return 1000 + 200 * probes
}

/** A list that has one entry for each number from 1 on, given in any order; parsed into their order. */
function inOrder<Entry extends { readonly number: number }>(
  entry: z.ZodType<Entry>,
  count: number,
): z.ZodType<readonly Entry[]> {
  return z
    .array(entry)
    .transform((entries) => entries.toSorted((a, b) => a.number - b.number))
    .refine(
      (entries) => entries.length === count && entries.every(({ number }, index) => number === index + 1),
      `needs one entry for each number from 1 to ${count}`,
    )
}
