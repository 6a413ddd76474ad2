import { z } from 'zod'
import type { ProposedAction } from '../../../shared/domain/evidence.ts'
import type { Subject } from '../metrics/subject.ts'
import { actionAgreement, type Action } from './action-agreement.ts'
import { askJudge, type Judged } from './ask-judge.ts'
import type { JudgeContext } from './judge-context.ts'
import type { JudgedMeasurement, JudgedMetric } from './judged-metric.ts'
import { nextActionPrompt } from './prompts.ts'
import { messagesBeforeAction, recordedAction } from './recorded-action.ts'
import { recordText } from './record-text.ts'
import { toolsText } from './tools-text.ts'
import { whyNobodyIsAsked } from './why-nobody-is-asked.ts'

const schema = z.object({
  tool: z.string().trim().nullable(),
  input: z.record(z.string(), z.unknown()).nullish(),
  text: z.string().default(''),
})

/** Whether a model would do the same next, given the condensed context, as given the full one. */
export const nextActionAgreement: JudgedMetric = {
  id: 'next-action-agreement',
  label: 'Same next action',
  group: 'next-action',
  direction: 'higher',
  unit: 'share',
  isPassFail: false,
  needsModel: true,
  measure: async (subject, context) => {
    const obstacle = whyNobodyIsAsked(subject, context)
    return obstacle === null ? await compare(subject, context) : { kind: 'nothing', reason: obstacle }
  },
}

async function compare(subject: Subject, context: JudgeContext): Promise<JudgedMeasurement> {
  const { source, result, continuation } = subject
  const said = continuation === null ? '' : recordText(messagesBeforeAction(continuation))
  const tools = toolsText(source)
  const full = await ask(context, 'full context', { record: recordText(source), said, tools })
  if (full.kind === 'unusable') return full
  const condensed = await ask(context, 'condensed context', { record: recordText(result), said, tools })
  const answers = [...full.answers, ...condensed.answers]
  if (condensed.kind === 'unusable') return { ...condensed, answers }
  return {
    kind: 'measured',
    value: actionAgreement(full.value, condensed.value),
    evidence: {
      kind: 'next-action',
      full: shown(full.value),
      condensed: shown(condensed.value),
      recorded: continuation === null ? null : recordedAction(continuation),
      answers,
      notes: [...full.notes, ...condensed.notes],
    },
  }
}

type Shown = { readonly record: string; readonly said: string; readonly tools: string }

async function ask(
  context: JudgeContext,
  label: string,
  { record, said, tools }: Shown,
): Promise<Judged<Action>> {
  const judged = await askJudge(context, {
    label,
    prompt: nextActionPrompt,
    // What the user said next is no part of either context: both get it alike.
    records: [
      { title: 'The record', text: said === '' ? record : `${record}\n\n${said}` },
      { title: 'Tools that were used in this task, with the names of their arguments', text: tools },
    ],
    question: 'Which tool call comes next?',
    schema,
    maxTokens: answerTokens,
  })
  if (judged.kind === 'unusable') return judged
  const { tool, input, text } = judged.value
  return { ...judged, value: { tool: tool === '' ? null : tool, input: input ?? {}, text } }
}

/** For one call with its long arguments cut, and some thinking aloud. */
const answerTokens = 1500

function shown({ tool, input, text }: Action): ProposedAction {
  return { tool, input: tool === null ? '' : JSON.stringify(input), text }
}
