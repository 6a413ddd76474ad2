import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import type { AgentAdvice } from './agent-advice-types.ts'
import type { Answer } from './answer-types.ts'
import { describeArmEffects } from './answers-words.ts'

/** What is said of an agent: whether it can condense as recommended, and what stands over the line to write. */
export function describeAgentAdvice(advice: AgentAdvice, { arms, recommended }: AdvisedArms): string {
  const { fit, label } = advice
  const own = arms.find(({ id }) => id === advice.arm)
  const best = arms.find(({ id }) => id === recommended)?.label ?? ''
  const kept = own?.figures['continuation-recall']?.value ?? null
  switch (fit) {
    case 'recommended':
      return `${capitaliseLabel(label)} condenses this way itself.`
    case 'another':
      return own === undefined
        ? ''
        : `${best} cannot be set in ${label}. Its best built-in method, ${own.label}, ${describeArmEffects({ ...own, kept })}.`
    case 'unmeasured':
      return `${best} cannot be set in ${label}, and its own way to condense is not measured here.`
  }
}

/** What to write where, or why there is nothing to write. */
export function describeAgentLine({ line, at, label, command }: AgentAdvice): string {
  if (line === null)
    return `Dewpoint knows of no setting of ${label} for it.${describeManualCommand(command)}`
  if (line.text === null)
    return `${line.key} in ${line.place} sets the size. At their median these tasks are too small to suggest one: \`dewpoint when\` and Replay show which size pays.`
  const size =
    at === null
      ? 'To turn it on'
      : `To condense at ${formatCount(at.tokens)} of ${formatCount(at.windowTokens)} tokens, the median size here`
  switch (line.kind) {
    case 'file':
    case 'code':
      return `${size}, write this to ${line.place}:`
    case 'menu':
      return `${size}, set this under ${line.place}:`
  }
}

/** What stands in the line to write. */
export function formatAgentLine({ line }: AgentAdvice): string | null {
  if (line?.text == null) return null
  return line.kind === 'menu' ? `${line.key} = ${line.text}` : line.text
}

/** Whose tasks these are. */
export function describeAgentTasks({ label, tasks }: AgentAdvice): string {
  return `${capitaliseLabel(label)}, ${formatCountWithNoun(tasks, 'task')}`
}

type AdvisedArms = Pick<Answer, 'arms' | 'recommended'>

function describeManualCommand(command: string | null): string {
  return command === null ? '' : ` ${command} condenses by hand.`
}

function capitaliseLabel(text: string): string {
  return text === 'your own program' ? 'Your own program' : text
}
