import type { Conversation } from '../../kernel/conversation.ts'
import { findPrompts } from '../../kernel/history/history-view.ts'
import { findToolPurpose } from '../../kernel/history/tool-catalogue.ts'
import { splitTurns } from '../../kernel/history/turns.ts'
import type { Estimator } from '../../kernel/tokens/estimator.ts'
import { findOutputs, type ToolOutput } from './find-outputs.ts'
import type { ComposedSettings } from './settings.ts'
import { isShortened, shortenMiddle } from './shorten.ts'

type OutputRule = ComposedSettings['outputs']

/** The outputs that a rule takes, oldest first; none where they gain less than the minimum. */
export function chooseOutputs(
  conversation: Conversation,
  rule: OutputRule,
  estimator: Estimator,
): readonly ToolOutput[] {
  if (rule.mode === 'off') return []
  const all = findOutputs(conversation)
  const outputs = rule.stopAtSummary ? selectSinceSummary(conversation, all) : all
  const border = findProtectedBorder(conversation, rule)
  const isDone = createIsDone(rule)
  const isTaken = (output: ToolOutput): boolean => takesTool(output, rule) && !isDone(output.text)
  // Agents that clear results of certain tools count those alone.
  const counted =
    rule.tools.length === 0 ? outputs : outputs.filter((output) => isTaken(output) && output.text !== '')
  const before = counted.filter(({ messageIndex }) => messageIndex < border)
  const older = before.slice(0, Math.max(0, before.length - rule.protectResults))
  const candidates = takeUntilLeft(counted, older.filter(isTaken), rule)
  const chosen = selectBeyondTokens(candidates, rule, estimator)
  const gain = chosen.reduce((total, { size }) => total + size, 0)
  return gain < rule.minimumGain ? [] : chosen.map(({ output }) => output)
}

/** The oldest alone, until no more than so many characters of all are left; all of them where there are not too many. */
function takeUntilLeft(
  all: readonly ToolOutput[],
  candidates: readonly ToolOutput[],
  { aboveChars, leaveChars }: OutputRule,
): readonly ToolOutput[] {
  let left = all.reduce((total, { text }) => total + text.length, 0)
  if (aboveChars === 0 || left <= aboveChars) return candidates
  const enough = candidates.findIndex(({ text }) => {
    if (left <= leaveChars) return true
    left -= text.length
    return false
  })
  return enough < 0 ? candidates : candidates.slice(0, enough)
}

/** What stands before a summary belongs to it. */
function selectSinceSummary(
  { messages }: Conversation,
  outputs: readonly ToolOutput[],
): readonly ToolOutput[] {
  const summary = messages.findLastIndex(({ isSummary }) => isSummary === true)
  return outputs.filter(({ messageIndex }) => messageIndex > summary)
}

/** The message from which on outputs are left alone. */
function findProtectedBorder(
  conversation: Conversation,
  { protectTurns, protectReplies }: OutputRule,
): number {
  const count = conversation.messages.length
  const prompts = findPrompts(conversation)
  const turn = protectTurns === 0 ? count : (prompts.at(-protectTurns) ?? 0)
  const rounds = splitTurns(conversation.messages).filter(
    ({ from }) => conversation.messages[from]?.role === 'user',
  )
  const reply = protectReplies === 0 ? count : (rounds.at(-protectReplies)?.from ?? 0)
  // With fewer turns than are protected, all of them are.
  const isShort = protectTurns > prompts.length || protectReplies > rounds.length
  return isShort ? 0 : Math.min(turn, reply)
}

function takesTool(
  { toolName = '', isError }: ToolOutput,
  { tools, exceptTools, keepErrors }: OutputRule,
): boolean {
  if (keepErrors && isError) return false
  if (exceptTools.includes(toolName)) return false
  return tools.length === 0 || tools.includes(findToolPurpose(toolName))
}

type Sized = { readonly output: ToolOutput; readonly size: number }

/** From the newest back, what no longer fits into the protected tokens. */
function selectBeyondTokens(
  candidates: readonly ToolOutput[],
  rule: OutputRule,
  estimator: Estimator,
): readonly Sized[] {
  const { protectTokens, boundary } = rule
  const chosen: Sized[] = []
  let total = 0
  let isPassed = protectTokens === 0
  for (const output of candidates.toReversed()) {
    // Agents measure the text; images lie beside it.
    const size = estimator.ofParts(output.parts.filter(({ kind }) => kind !== 'image'))
    const isOver = isPassed || total + size > protectTokens
    if (isOver) chosen.push({ output, size })
    total += isOver ? measureLeftSize(output, size, rule, estimator) : size
    if (boundary === 'all-older') isPassed ||= isOver
  }
  return chosen.toReversed()
}

/** What is left of an output that is cut counts like the others where each is looked at by itself. */
function measureLeftSize(
  { text }: ToolOutput,
  size: number,
  { mode, boundary, maxChars, headShare }: OutputRule,
  estimator: Estimator,
): number {
  if (mode !== 'cut' || boundary !== 'each') return 0
  return Math.min(size, estimator.ofText(shortenMiddle(text, maxChars, headShare)))
}

/** The placeholder with what it says of an output. */
export function formatPlaceholder(
  { placeholder }: Pick<OutputRule, 'placeholder'>,
  output: ToolOutput,
): string {
  const { text, toolName = 'tool', path = '' } = output
  return placeholder
    .replaceAll('{lines}', String(text.split('\n').length))
    .replaceAll('{chars}', String(text.length))
    .replaceAll('{tool}', toolName)
    .replaceAll('{path}', path)
}

/** Recognises outputs that the rule had taken before. */
function createIsDone({ mode, placeholder }: OutputRule): (text: string) => boolean {
  if (mode === 'cut') return isShortened
  const texts = placeholder.split(/\{\w+\}/)
  return (text) => text.length <= longestDone && holdsInOrder(text, texts)
}

/** Whether a text is these one after the other with anything between two of them. */
function holdsInOrder(text: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let from = first.length
  for (const other of others) {
    const at = text.indexOf(other, from)
    if (at < 0) return false
    from = at + other.length
  }
  return text.length - from >= last.length && text.endsWith(last)
}

/** Characters of the longest placeholder with its figures and a path. */
const longestDone = 6000
