import { z } from 'zod'
import type { ProposedAction } from '../../../shared/domain/evidence.ts'
import type { Subject } from '../metrics/subject.ts'
import { actionAgreement, type Action } from './action-agreement.ts'
import { askJudge, type Judged } from './ask-judge.ts'
import type { JudgeContext } from './judge-context.ts'
import type { JudgedMeasurement, JudgedMetric } from './judged-metric.ts'
import { nextActionPrompt } from './prompts.ts'
import { recordText } from './record-text.ts'
import { whyNobodyIsAsked } from './why-nobody-is-asked.ts'
import type { Conversation } from '../../engine/conversation.ts'
import type { Part } from '../../../shared/domain/part.ts'
import { callInput } from '../../engine/facts/call-input.ts'
import { xmlParameters } from '../../engine/history/xml-elements.ts'

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

/** What the recorded task did next: the first call of the assistant's first message, and what it said with it. */
function recordedAction({ messages, parts }: Conversation): ProposedAction | null {
  const index = messages.findIndex(({ role }) => role === 'assistant')
  if (index < 0) return null
  const own = parts[index] ?? []
  const call = own.find(({ kind }) => kind === 'tool-call')
  const said = own.flatMap(({ kind, text }) => (kind === 'assistant-text' ? [text] : []))
  const tool = call?.toolName ?? null
  const written = call?.text ?? ''
  const input = call?.holder === 'input' ? written.slice((tool ?? '').length + 1) : written
  return { tool, input, text: said.join('\n').trim() }
}

/** What a user said between the cut and the assistant's next step. */
function messagesBeforeAction({ messages, parts }: Conversation): Pick<Conversation, 'messages' | 'parts'> {
  const index = messages.findIndex(({ role }) => role === 'assistant')
  const end = index < 0 ? messages.length : index
  return { messages: messages.slice(0, end), parts: parts.slice(0, end) }
}

/** The tools that a task has called so far, a line each, with the names of their arguments; sorted. */
function toolsText({ parts }: Conversation): string {
  const tools = new Map<string, Set<string>>()
  for (const part of parts.flat()) {
    if (part.kind !== 'tool-call' || part.toolName === undefined) continue
    const names = tools.get(part.toolName) ?? new Set<string>()
    for (const name of argumentNames(part)) names.add(name)
    tools.set(part.toolName, names)
  }
  const lines = [...tools].map(([tool, names]) => `${tool}: ${[...names].toSorted().join(', ') || '(none)'}`)
  return lines.toSorted().join('\n') || '(no tool was called yet)'
}

function argumentNames(part: Part): string[] {
  if (part.holder === 'input' || part.text.startsWith('<use_mcp_tool>'))
    return Object.keys(callInput(part) ?? {})
  return xmlParameters(part.text).flatMap(
    ({ start }) => /<([\w-]+)>$/.exec(part.text.slice(Math.max(0, start - 100), start))?.[1] ?? [],
  )
}
