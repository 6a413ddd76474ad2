import { z } from 'zod'
import type { ProposedAction } from '../../../shared/kernel/evidence.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { formatCallText } from '../../kernel/history/blocks.ts'
import { readInputPath } from '../../kernel/history/tool-catalogue.ts'
import { findXmlParameters } from '../../kernel/history/xml-elements.ts'
import type { Act } from '../facts/act.ts'
import { normalisePath } from '../facts/path-class.ts'
import { readCallActs } from '../facts/read-call-acts.ts'
import { readCallInput } from '../facts/read-call-input.ts'
import type { Subject } from '../metrics/subject.ts'
import { askJudge, type Judged } from './ask-judge.ts'
import {
  type JudgeContext,
  type JudgedMeasurement,
  type JudgedMetric,
  explainWhyNotAsked,
} from './judged-metric.ts'
import { nextActionPrompt } from './prompts.ts'
import { renderRecordText, readWordsBeforeAction } from './render-record-text.ts'

/** A next step; `tool` is null for one that only speaks. */
export type Action = {
  readonly tool: string | null
  readonly input: Readonly<Record<string, unknown>>
  readonly text: string
}

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
    const obstacle = explainWhyNotAsked(subject, context)
    return obstacle === null ? await compare(subject, context) : { kind: 'nothing', reason: obstacle }
  },
}

async function compare(subject: Subject, context: JudgeContext): Promise<JudgedMeasurement> {
  const { source, result, continuation } = subject
  const said = readWordsBeforeAction(continuation)
  const tools = describeTools(source)
  const full = await askNextAction(context, 'full context', { record: renderRecordText(source), said, tools })
  if (full.kind === 'unusable') return full
  const condensed = await askNextAction(context, 'condensed context', {
    record: renderRecordText(result),
    said,
    tools,
  })
  const answers = [...full.answers, ...condensed.answers]
  if (condensed.kind === 'unusable') return { ...condensed, answers }
  return {
    kind: 'measured',
    value: measureActionAgreement(full.value, condensed.value),
    evidence: {
      kind: 'next-action',
      full: toProposedAction(full.value),
      condensed: toProposedAction(condensed.value),
      recorded: continuation === null ? null : findRecordedAction(continuation),
      answers,
      notes: [...full.notes, ...condensed.notes],
    },
  }
}

/** What a model is shown before its next action: a context, what came after it, and the tools of the task. */
export type Shown = { readonly record: string; readonly said: string; readonly tools: string }

/** The next action that a model would take. */
export async function askNextAction(
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

/** An action as it is kept with other evidence. */
export function toProposedAction({ tool, input, text }: Action): ProposedAction {
  return { tool, input: tool === null ? '' : JSON.stringify(input), text }
}

/** What the recorded task did next: the first call of the assistant's first message, and what it said with it. */
function findRecordedAction({ messages, parts }: Conversation): ProposedAction | null {
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

/** The tools that a task has called so far, a line each, with the names of their arguments; sorted. */
export function describeTools({ parts }: Conversation): string {
  const tools = new Map<string, Set<string>>()
  for (const part of parts.flat()) {
    if (part.kind !== 'tool-call' || part.toolName === undefined) continue
    const names = tools.get(part.toolName) ?? new Set<string>()
    for (const name of listArgumentNames(part)) names.add(name)
    tools.set(part.toolName, names)
  }
  const lines = [...tools].map(([tool, names]) => `${tool}: ${[...names].toSorted().join(', ') || '(none)'}`)
  return lines.toSorted().join('\n') || '(no tool was called yet)'
}

function listArgumentNames(part: Part): string[] {
  if (part.holder === 'input' || part.text.startsWith('<use_mcp_tool>'))
    return Object.keys(readCallInput(part) ?? {})
  return findXmlParameters(part.text).flatMap(
    ({ start }) => /<([\w-]+)>$/.exec(part.text.slice(Math.max(0, start - 100), start))?.[1] ?? [],
  )
}

/**
 * How far two next steps agree, 0 to 1: 0 for different tools; for the same one a half, and another half by how much
 * their main arguments have in common (Sørensen–Dice over sets): the files of a call that deals with files, the words
 * of a command, else the words of all arguments, and of what is said where no tool is called. What a file is to
 * become does not count.
 */
export function measureActionAgreement(a: Action, b: Action): number {
  if (a.tool !== b.tool) return 0
  return 0.5 + 0.5 * measureLikeness(readMainArgument(a), readMainArgument(b))
}

/** What an action sets out to do to files, and the commands that it runs; nothing where it calls no tool. */
export function listActionActs({ tool, input }: Action): readonly Act[] {
  if (tool === null) return []
  const path = readInputPath(input)
  return readCallActs({
    messageIndex: 0,
    blockIndex: 0,
    kind: 'tool-call',
    holder: 'input',
    toolName: tool,
    text: formatCallText(tool, input),
    ...(path === undefined ? {} : { path }),
  })
}

function readMainArgument(action: Action): ReadonlySet<string> {
  const { tool, input, text } = action
  if (tool === null) return collectWords(text)
  const acts = listActionActs(action)
  const commands = acts.flatMap((act) => (act.kind === 'command' ? [act.command] : []))
  if (commands.length > 0) return collectWords(commands.join(' '))
  const paths = acts.flatMap((act) =>
    act.kind === 'command' ? [] : act.kind === 'move' ? [act.path, act.to] : [act.path],
  )
  return paths.length > 0
    ? new Set(paths.map(normalisePath))
    : collectWords(collectNestedTexts(input).join(' '))
}

function collectNestedTexts(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectNestedTexts) : []
}

function collectWords(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu))
}

function measureLikeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 1
  const common = [...a].filter((own) => b.has(own)).length
  return (2 * common) / (a.size + b.size)
}
