import type { AgentAdvice, AgentLine } from '../../../../shared/home/agent-advice-types.ts'
import type { Answer } from '../../../../shared/home/answer-types.ts'
import { sweepWindows } from '../../../../shared/replay/sweep-types.ts'
import {
  agentsWays,
  findSettingPath,
  type AgentSetting,
  type AgentWays,
  type SettingsPlace,
} from '../../../kernel/policy/agents-own-ways.ts'
import { buildAgentSettings } from '../../../kernel/policy/build-agent-settings.ts'

/** Agents that are advised at most, and the share of the tasks that a second one needs. */
const mostAgents = 3
const leastShare = 0.1

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
  const fixed = arm === null ? null : buildFixedLine(ways, arm.id)
  const sized = fixed === null ? buildSizeLine(ways, arm?.id ?? null, tasks) : { line: fixed, at: null }
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

/** What turns an arm on whatever its size; null where nothing does, or nothing needs to. */
function buildFixedLine({ where, arms }: AgentWays, armId: string): AgentLine | null {
  const { settings = [], code } = arms[armId] ?? {}
  if (where === null) return null
  if (code !== undefined) return { kind: 'code', place: where.place, key: readCodeKey(code), text: code }
  const [setting] = settings
  return setting === undefined ? null : formatAgentLine(where, setting)
}

/** The setting of the size: at the median size of the cuts where that is one to condense at, else its name alone. */
function buildSizeLine(
  { where, size }: AgentWays,
  armId: string | null,
  tasks: readonly AdvisedTask[],
): Pick<AgentAdvice, 'line' | 'at'> {
  const nothing = { line: null, at: null }
  if (where === null || size === undefined || (armId !== null && !size.arms.includes(armId))) return nothing
  const cuts = tasks.flatMap(({ cutTokens }) => cutTokens ?? [])
  const middle = cuts.toSorted((a, b) => a - b)[Math.floor(cuts.length / 2)] ?? 0
  const tokens = Math.round(middle / 1000) * 1000
  const windowTokens = sweepWindows.find((window) => tokens <= mostOfWindow * window)
  if (tokens < leastTokens || windowTokens === undefined)
    return { line: { ...formatAgentLine(where, { key: size.usual, value: 0 }), text: null }, at: null }
  const [setting] = Object.entries(buildAgentSettings(tokens, windowTokens)[size.agent] ?? {})
  if (setting === undefined) return nothing
  const [key, value] = setting
  return { line: formatAgentLine(where, { key, value }), at: { tokens, windowTokens } }
}

/** A setting as it is written where it belongs. */
function formatAgentLine(where: SettingsPlace, { key, value }: AgentSetting): AgentLine {
  const line = { kind: where.kind, place: where.place, key }
  if (where.kind !== 'file') return { ...line, text: `${value} %` }
  const written = JSON.stringify(key.startsWith('CLAUDE_') ? String(value) : value)
  if (where.format === 'toml') return { ...line, text: `${key} = ${written}` }
  if (where.format === 'yaml') return { ...line, text: `${key}: ${written}` }
  const [last = '', ...outer] = findSettingPath(key).toReversed()
  const text = outer.reduce((inner, name) => `"${name}": { ${inner} }`, `"${last}": ${written}`)
  return { ...line, text }
}

/** The name that code gives a value to. */
function readCodeKey(code: string): string {
  return /[\w-]+/.exec(code)?.[0] ?? ''
}
