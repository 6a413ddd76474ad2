import { z } from 'zod'
import type { Conversation } from '../../kernel/conversation.ts'
import type { Subject } from '../metrics/subject.ts'
import { askJudge, type Judged } from './ask-judge.ts'
import {
  type JudgeContext,
  type JudgedMeasurement,
  type JudgedMetric,
  explainWhyNotAsked,
} from './judged-metric.ts'
import { pairwisePrompt } from './prompts.ts'
import { renderContinuationStart, renderRecordText } from './render-record-text.ts'

const schema = z.object({ preferred: z.enum(['A', 'B', 'tie']), reason: z.string().default('') })
type Verdict = 'candidate' | 'baseline' | 'tie'

/**
 * Whether the judge would rather go on with this context than with the baseline's: 1 where it says so in both orders,
 * 0 where it prefers the baseline in both, 0.5 otherwise. Equal contexts, such as the baseline's own, are 0.5 unasked.
 */
export const pairwisePreference: JudgedMetric = {
  id: 'pairwise',
  label: 'Preferred to the baseline',
  group: 'judge',
  direction: 'higher',
  unit: 'share',
  isPassFail: false,
  needsModel: true,
  measure: async (subject, context) => {
    const obstacle = explainWhyNotAsked(subject, context)
    if (obstacle !== null) return { kind: 'nothing', reason: obstacle }
    const { baseline } = context
    if (baseline === null)
      return { kind: 'nothing', reason: 'There is no result of the baseline to compare with.' }
    return await compare(subject, baseline, context)
  },
}

async function compare(
  subject: Subject,
  baseline: Conversation,
  context: JudgeContext,
): Promise<JudgedMeasurement> {
  const texts = { candidate: renderRecordText(subject.result), baseline: renderRecordText(baseline) }
  if (texts.candidate === texts.baseline) {
    const notes = ['Both contexts are the same, so no judge was asked.']
    return {
      kind: 'measured',
      value: 0.5,
      evidence: { kind: 'pairwise', verdicts: [], isFlipped: false, answers: [], notes },
    }
  }
  const next = renderContinuationStart(subject.continuation, context.counter)
  const first = await ask(context, 'first order', [texts.candidate, texts.baseline], next)
  if (first.kind === 'unusable') return first
  const second = await ask(context, 'second order', [texts.baseline, texts.candidate], next)
  const answers = [...first.answers, ...second.answers]
  if (second.kind === 'unusable') return { ...second, answers }
  const verdicts = [
    readVerdict(first.value, { A: 'candidate', B: 'baseline' }),
    readVerdict(second.value, { A: 'baseline', B: 'candidate' }),
  ]
  const evidence = {
    kind: 'pairwise' as const,
    verdicts,
    isFlipped: verdicts[0] !== verdicts[1],
    answers,
    notes: [...new Set([...first.notes, ...second.notes])],
  }
  return { kind: 'measured', value: scoreVerdicts(verdicts), evidence }
}

type Preferred = z.infer<typeof schema>['preferred']

async function ask(
  context: JudgeContext,
  label: string,
  [a, b]: readonly [string, string],
  next: string,
): Promise<Judged<Preferred>> {
  const records = [
    { title: 'Record A', text: a },
    { title: 'Record B', text: b },
  ]
  const judged = await askJudge(context, {
    label,
    prompt: pairwisePrompt,
    records: next === '' ? records : [...records, { title: 'What came next', text: next }],
    question: 'Which record would serve the assistant better, A or B?',
    schema,
    maxTokens: answerTokens,
  })
  return judged.kind === 'unusable' ? judged : { ...judged, value: judged.value.preferred }
}

/** For a letter, two sentences, and some thinking aloud. */
const answerTokens = 1000

function readVerdict(preferred: Preferred, names: Readonly<Record<'A' | 'B', Verdict>>): Verdict {
  return preferred === 'tie' ? 'tie' : names[preferred]
}

function scoreVerdicts(verdicts: readonly Verdict[]): number {
  if (verdicts.every((verdict) => verdict === 'candidate')) return 1
  return verdicts.every((verdict) => verdict === 'baseline') ? 0 : 0.5
}
