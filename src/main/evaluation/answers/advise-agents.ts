import type { AgentAdvice } from '../../../shared/domain/agent-advice.ts'
import type { Answer } from '../../../shared/domain/answer.ts'
import { sweepWindows } from '../../../shared/domain/sweep.ts'
import { agentSettings } from '../../engine/policy/agent-settings.ts'
import { agentsWays, type AgentWays } from '../../engine/policy/agents-own-ways.ts'

/** Agents that are advised at most, and the share of the tasks that a second one needs. */
const mostAgents = 3
const leastShare = 0.2

/** No smaller size is written as a setting: the system prompt and tools alone take a good part of it. */
const leastTokens = 50_000

/** Agents condense before their window is full: what is larger than this share is a size for a larger window. */
const mostOfWindow = 0.8

/** A task that an answer is about. */
export type AdvisedTask = {
  readonly format: string | null
  /** Tokens at its cut; null where it was not measured. */
  readonly cutTokens: number | null
}

/** Where to set what is recommended, in the agents that most of the tasks come from. Empty without a recommendation. */
export function adviseAgents(
  { arms, recommended }: Pick<Answer, 'arms' | 'recommended'>,
  tasks: readonly AdvisedTask[],
): AgentAdvice[] {
  if (recommended === null) return []
  return agentsWays
    .map((ways) => ({ ways, own: tasks.filter(({ format }) => ways.formats.includes(format ?? '')) }))
    .toSorted((a, b) => b.own.length - a.own.length)
    .filter(({ own }, place) => own.length > 0 && (place === 0 || own.length >= leastShare * tasks.length))
    .slice(0, mostAgents)
    .map(({ ways, own }) => adviseAgent(ways, own, { arms, recommended }))
}

function adviseAgent(
  ways: AgentWays,
  tasks: readonly AdvisedTask[],
  { arms, recommended }: Pick<Answer, 'arms' | 'recommended'>,
): AgentAdvice {
  const own = arms.filter(({ id, verdict }) => id in ways.arms && verdict !== 'unmeasured')
  const arm = own.find(({ id }) => id === recommended) ?? own[0] ?? null
  const fixed = arm === null ? null : (ways.arms[arm.id] ?? null)
  const sized = fixed === null ? sizeLine(ways, arm?.id ?? null, tasks) : { line: fixed, at: null }
  return {
    agent: ways.id,
    label: ways.label,
    tasks: tasks.length,
    fit: arm === null ? 'unmeasured' : arm.id === recommended ? 'recommended' : 'another',
    arm: arm?.id ?? null,
    ...sized,
    command: ways.command,
  }
}

/** The setting of the size: at the median size of the cuts where that is one to condense at, else its name alone. */
function sizeLine(
  { size }: AgentWays,
  armId: string | null,
  tasks: readonly AdvisedTask[],
): Pick<AgentAdvice, 'line' | 'at'> {
  if (size === undefined || (armId !== null && !size.arms.includes(armId))) return { line: null, at: null }
  const cuts = tasks.flatMap(({ cutTokens }) => cutTokens ?? [])
  const middle = cuts.toSorted((a, b) => a - b)[Math.floor(cuts.length / 2)] ?? 0
  const tokens = Math.round(middle / 1000) * 1000
  const windowTokens = sweepWindows.find((window) => tokens <= mostOfWindow * window)
  if (tokens < leastTokens || windowTokens === undefined)
    return { line: { ...size.lineOf(size.usual, 0), text: null }, at: null }
  const [setting] = Object.entries(agentSettings(tokens, windowTokens)[size.agent] ?? {})
  if (setting === undefined) return { line: null, at: null }
  return { line: size.lineOf(...setting), at: { tokens, windowTokens } }
}
