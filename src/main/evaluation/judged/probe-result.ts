import type { Probe } from '../../../shared/domain/evidence.ts'
import type { LanguageModel } from '../../engine/language-model.ts'
import type { Subject } from '../metrics/subject.ts'
import { answerProbes } from './answer-probes.ts'
import type { Judged } from './ask-judge.ts'
import { generateProbes } from './generate-probes.ts'
import { gradeProbes } from './grade-probes.ts'
import type { JudgeContext } from './judge-context.ts'

export type ProbeResult = Judged<readonly Probe[]>

type Known = { readonly model: LanguageModel; readonly probes: number; readonly result: Promise<ProbeResult> }
const known = new WeakMap<Subject, Known>()

/** The graded probes of a subject; the metrics that look at them ask the judge once together. */
export function probeResult(subject: Subject, context: JudgeContext): Promise<ProbeResult> {
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
