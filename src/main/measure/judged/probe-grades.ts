import { z } from 'zod'
import { computeProbeGrade } from '../../../shared/experiments/compute-probe-grade.ts'
import { append } from '../../../shared/kernel/append.ts'
import {
  probeClasses,
  type Probe,
  type ProbeControl,
  type ProbeClass,
  gradeDimensionSchema,
  probeClassSchema,
} from '../../../shared/kernel/evidence.ts'
import { computeMean } from '../../../shared/kernel/numbers.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'
import type { Subject } from '../metrics/subject.ts'
import { type Judged, askJudge } from './ask-judge.ts'
import { type JudgeContext, type JudgedMetric, explainWhyNotAsked } from './judged-metric.ts'
import { probeAnswersPrompt, probeGradesPrompt, probeQuestionsPrompt } from './prompts.ts'
import { renderRecordText } from './render-record-text.ts'

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

/** Graded probes, and the same ones answered from everything and from nothing. */
type Graded = { readonly probes: readonly Probe[]; readonly controls: readonly ProbeControl[] }

type ProbeResult = Judged<Graded>

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
  createGradeMetric('probe-grade', 'Probes', () => true),
  ...probeClasses.map((name) =>
    createGradeMetric(`probe-grade-${name}`, labels[name], ({ probeClass }) => probeClass === name),
  ),
  createControlMetric('probe-grade-full', 'Probes from the full history', 'full'),
  createControlMetric('probe-grade-nothing', 'Probes from nothing', 'nothing'),
]

function createGradeMetric(id: string, label: string, isOwn: (probe: Probe) => boolean): JudgedMetric {
  return {
    id,
    label,
    group: 'probes',
    direction: 'higher',
    unit: 'grade',
    isPassFail: false,
    needsModel: true,
    measure: async (subject, context) => {
      const obstacle = explainWhyNotAsked(subject, context)
      if (obstacle !== null) return { kind: 'nothing', reason: obstacle }
      const result = await probeResult(subject, context)
      if (result.kind === 'unusable') return result
      const { probes: all, controls } = result.value
      const own = all.flatMap((probe, index) => (isOwn(probe) ? [index] : []))
      const probes = own.flatMap((index) => all[index] ?? [])
      if (probes.length === 0) return { kind: 'nothing', reason: 'No question of this class was asked.' }
      const { answers, notes } = result
      return {
        kind: 'measured',
        value: computeMean(probes.map(computeProbeGrade)),
        evidence: {
          kind: 'probes',
          probes,
          controls: controls.map((control) => ({ ...control, ...selectGrades(control, own) })),
          answers,
          notes,
        },
      }
    },
  }
}

function selectGrades(
  { grades, given }: ProbeControl,
  own: readonly number[],
): Pick<ProbeControl, 'grades' | 'given'> {
  return {
    grades: own.map((index) => grades[index] ?? 0),
    given: own.map((index) => given[index] ?? ''),
  }
}

/** The same questions answered from the whole source (the ceiling), or from nothing (the floor): one for a checkpoint. */
function createControlMetric(id: string, label: string, from: ProbeControl['from']): JudgedMetric {
  const whole = createGradeMetric(id, label, () => true)
  return {
    ...whole,
    measure: async (subject, context) => {
      const measured = await whole.measure(subject, context)
      if (measured.kind !== 'measured' || measured.evidence.kind !== 'probes') return measured
      const control = measured.evidence.controls.find((one) => one.from === from)
      return control === undefined
        ? { kind: 'nothing', reason: 'The judge gave no answers that could be used.' }
        : { ...measured, value: computeMean(control.grades) }
    },
  }
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
  const own = await answerAndGrade(result, asked.value, context, '')
  const answers = [...asked.answers, ...own.answers]
  if (own.kind === 'unusable') return { ...own, answers }
  const controls: ProbeControl[] = []
  const notes = [...asked.notes, ...own.notes]
  for (const [from, record] of [
    ['full', source],
    ['nothing', nothing],
  ] as const) {
    const control = await answerAndGrade(record, asked.value, context, ` from ${from}`)
    append(answers, control.answers)
    if (control.kind === 'unusable' && control.code === 'budget') return { ...control, answers }
    if (control.kind === 'unusable') notes.push(control.reason)
    else {
      const given = control.value.map(({ answer }) => answer)
      controls.push({ from, grades: control.value.map(computeProbeGrade), given })
    }
  }
  return { kind: 'answered', value: { probes: own.value, controls }, answers, notes: [...new Set(notes)] }
}

const nothing = { messages: [], parts: [] }

type Answered = Pick<Conversation, 'messages' | 'parts'>

async function answerAndGrade(
  record: Answered,
  questions: readonly ProbeQuestion[],
  context: JudgeContext,
  label: string,
): Promise<Judged<readonly Probe[]>> {
  const answered = await answerProbes(record, questions, context, label)
  if (answered.kind === 'unusable') return answered
  const graded = await gradeProbes(
    questions.map((question, index) => ({ ...question, answer: answered.value[index] ?? '' })),
    context,
    label,
  )
  const answers = [...answered.answers, ...graded.answers]
  if (graded.kind === 'unusable') return { ...graded, answers }
  return { ...graded, answers, notes: [...answered.notes, ...graded.notes] }
}

/** What a model answers to questions from a record alone, in their order; planted items are asked for by it as well. */
export async function answerProbes(
  result: Answered,
  questions: readonly Pick<ProbeQuestion, 'question'>[],
  context: JudgeContext,
  label: string,
): Promise<Judged<readonly string[]>> {
  const listed = questions.map(({ question }, index) => `${index + 1}. ${question}`).join('\n')
  const judged = await askJudge(context, {
    label: `answers${label}`,
    prompt: probeAnswersPrompt,
    records: [
      { title: 'The record', text: renderRecordText(result) || '(empty)' },
      { title: 'The questions', text: listed },
    ],
    question: `Answer the questions 1 to ${questions.length} of the second record from the first record alone.`,
    schema: z.object({ answers: createOrderedListSchema(answerSchema, questions.length) }),
    maxTokens: probeAnswerTokens(questions.length),
  })
  if (judged.kind === 'unusable') return judged
  return { ...judged, value: judged.value.answers.map(({ answer }) => answer) }
}

/** Grades answers against their references; the judge sees neither of the contexts. */
async function gradeProbes(
  answered: readonly Omit<Probe, 'grades' | 'comment'>[],
  context: JudgeContext,
  label: string,
): Promise<Judged<readonly Probe[]>> {
  const listed = answered
    .map(({ question, reference, answer }, index) =>
      [`${index + 1}. Question: ${question}`, `Reference: ${reference}`, `Answer: ${answer}`].join('\n'),
    )
    .join('\n\n')
  const judged = await askJudge(context, {
    label: `grades${label}`,
    prompt: probeGradesPrompt,
    records: [{ title: 'Questions, references and answers', text: listed }],
    question: `Grade the answers 1 to ${answered.length}.`,
    schema: z.object({ graded: createOrderedListSchema(gradedSchema, answered.length) }),
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
    records: [{ title: 'The full record', text: renderRecordText(source) }],
    question: `Write ${describeClassCounts(wanted)}.`,
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
function describeClassCounts(wanted: number): string {
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
function createOrderedListSchema<Entry extends { readonly number: number }>(
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
