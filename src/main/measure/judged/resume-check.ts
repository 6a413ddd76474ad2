import { append } from '../../../shared/kernel/append.ts'
import type { RawAnswer, ResumedStep, ResumeFinding } from '../../../shared/kernel/evidence.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'
import type { Subject } from '../metrics/subject.ts'
import type { Judged, Unusable } from './ask-judge.ts'
import { findBans } from './find-bans.ts'
import { type JudgeContext, type JudgedMetric, explainWhyNotAsked } from './judged-metric.ts'
import {
  type Action,
  askNextAction,
  toProposedAction,
  type Shown,
  describeTools,
} from './next-action-agreement.ts'
import { renderRecordText, readWordsBeforeAction } from './render-record-text.ts'
import {
  findActionFaults,
  listRecordedCalls,
  findRecordedResult,
  type ResumeRecord,
} from './resume-record.ts'

type Steps = { readonly steps: readonly ResumedStep[]; readonly notes: readonly string[] }

type Resumed = {
  readonly full: readonly ResumedStep[]
  readonly condensed: readonly ResumedStep[]
  readonly record: ResumeRecord
  readonly answers: readonly RawAnswer[]
  readonly notes: readonly string[]
}

type Result = { readonly kind: 'resumed'; readonly value: Resumed } | Unusable

type Known = { readonly model: LanguageModel; readonly steps: number; readonly result: Promise<Result> }

const known = new WeakMap<Subject, Known>()

/**
 * How often the next actions of a model go wrong from the condensed context, less how often they do from the full one:
 * files read that the full context shows, work done again, bans broken. Each context gets up to `steps` actions; the
 * results are those of the record where the call is the same, and where it is not, the steps end there.
 */
export const resumeCheck: readonly JudgedMetric[] = [
  createCountMetric('resume-rereads', 'Read again', 're-read'),
  createCountMetric('resume-repeats', 'Done again', 'repeat'),
  createCountMetric('resume-contradictions', 'Bans broken', 'contradiction'),
]

function createCountMetric(id: string, label: string, kind: ResumeFinding['kind']): JudgedMetric {
  return {
    id,
    label,
    group: 'resume',
    direction: 'lower',
    unit: 'count',
    isPassFail: false,
    needsModel: true,
    measure: async (subject, context) => {
      const obstacle = explainWhyNotAsked(subject, context)
      if (obstacle !== null) return { kind: 'nothing', reason: obstacle }
      const result = await resumeOnce(subject, context)
      if (result.kind === 'unusable') return result
      const { full, condensed, record, answers, notes } = result.value
      const { bans } = record
      const isNothing = kind === 'contradiction' && bans.length === 0
      return {
        kind: 'measured',
        value: isNothing ? null : countStepFindings(condensed, kind) - countStepFindings(full, kind),
        evidence: { kind: 'resume', full, condensed, bans, answers, notes },
      }
    },
  }
}

function countStepFindings(steps: readonly ResumedStep[], kind: ResumeFinding['kind']): number {
  return steps.flatMap(({ findings }) => findings).filter((finding) => finding.kind === kind).length
}

/** The metrics that look at the steps of a subject ask for them once together. */
function resumeOnce(subject: Subject, context: JudgeContext): Promise<Result> {
  const { model, steps } = context
  const before = known.get(subject)
  if (before?.model === model && before.steps === steps) return before.result
  const result = resume(subject, context)
  known.set(subject, { model, steps, result })
  return result
}

async function resume({ source, result, continuation }: Subject, context: JudgeContext): Promise<Result> {
  const record: ResumeRecord = {
    history: listRecordedCalls(source),
    continuation: continuation === null ? [] : listRecordedCalls(continuation),
    bans: findBans(source.parts),
  }
  const said = readWordsBeforeAction(continuation)
  const tools = describeTools(source)
  const full = await takeSteps(context, 'full context', record, {
    record: renderRecordText(source),
    said,
    tools,
  })
  if (full.kind === 'unusable') return full
  const own = { record: renderRecordText(result), said, tools }
  const condensed = await takeSteps(context, 'condensed context', record, own)
  const answers = [...full.answers, ...condensed.answers]
  if (condensed.kind === 'unusable') return { ...condensed, answers }
  const notes = [...new Set([...full.value.notes, ...condensed.value.notes])]
  return {
    kind: 'resumed',
    value: { full: full.value.steps, condensed: condensed.value.steps, record, answers, notes },
  }
}

async function takeSteps(
  context: JudgeContext,
  label: string,
  record: ResumeRecord,
  { said: first, ...rest }: Shown,
): Promise<Judged<Steps>> {
  const steps: ResumedStep[] = []
  const taken: Action[] = []
  const answers: RawAnswer[] = []
  const notes: string[] = []
  let said = first
  while (steps.length < context.steps) {
    const asked = await askNextAction(context, `${label}, step ${steps.length + 1}`, { ...rest, said })
    append(answers, asked.answers)
    if (asked.kind === 'unusable') return { ...asked, answers }
    append(notes, asked.notes)
    const action = asked.value
    const { from, text } = findRecordedResult(action, record)
    steps.push({
      action: toProposedAction(action),
      result: from,
      findings: findActionFaults(action, record, taken),
    })
    if (from === 'none') break
    taken.push(action)
    said = [said, renderStepText(action, text)].filter((part) => part !== '').join('\n\n')
  }
  return { kind: 'answered', value: { steps, notes }, answers, notes }
}

/** A step as the record spells what came before it. */
function renderStepText({ tool, input, text }: Action, result: string): string {
  const call = `[tool-call]\n${tool ?? ''} ${JSON.stringify(input)}`
  return ['[assistant]', ...(text === '' ? [] : [text]), call, '', '[user]', `[tool-result]\n${result}`].join(
    '\n',
  )
}
