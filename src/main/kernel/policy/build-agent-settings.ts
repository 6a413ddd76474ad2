import { findSmallest } from '../../../shared/kernel/find-extreme.ts'

/**
 * Tokens that Claude Code keeps free of its window before it condenses: 20,000 of output and 13,000 (`arms.md` section 1).
 * Qwen Code keeps as many (`computeThresholds`).
 */
const claudeCodeReserve = 33_000

/** What Claude Code takes as a window of its own, tokens. */
const claudeCodeWindows = { least: 100_000, most: 1_000_000 } as const

/** Gemini CLI goes by the window of its models, whatever a task had. */
const geminiWindowTokens = 1_048_576

/** Codex condenses at this share of the window at the latest. */
const codexShare = 0.9

/** The smallest share of the window that Roo Code takes. */
const rooLeastShare = 0.05

/** Names and values of settings. */
export type AgentSettings = Readonly<Record<string, Readonly<Record<string, number>>>>

/**
 * The settings with which each agent that has one condenses at a size: as its own documentation names them, by the
 * triggers of `arms.md`. OpenCode's counts for models with an input limit, taken to be the window. Claude Code's
 * window is named where it can be as small as that, its percentage elsewhere, rounded down so that it condenses no later.
 */
export function buildAgentSettings(thresholdTokens: number, windowTokens: number): AgentSettings {
  const percent = (100 * thresholdTokens) / windowTokens
  const share = Math.round(percent * 10) / 1000
  const left = Math.max(0, windowTokens - thresholdTokens)
  const geminiShare = Math.round((1000 * thresholdTokens) / geminiWindowTokens) / 1000
  return {
    'claude-code': buildClaudeCodeSetting(thresholdTokens, windowTokens),
    codex: {
      model_auto_compact_token_limit: Math.min(thresholdTokens, Math.round(codexShare * windowTokens)),
    },
    'gemini-cli': { 'model.compressionThreshold': Math.min(1, geminiShare) },
    opencode: { 'compaction.reserved': left },
    'opencode-2': { 'compaction.buffer': left },
    'qwen-code': { 'context.autoCompactThreshold': Math.min(1, share) },
    'roo-code': {
      autoCondenseContextPercent: Math.min(100, Math.max(100 * rooLeastShare, Math.round(percent))),
    },
    pi: { 'compaction.reserveTokens': left },
    goose: { GOOSE_AUTO_COMPACT_THRESHOLD: share },
  }
}

/** The size at which an agent so set really condenses, and of which window: it takes no size above or below its bounds. */
export function computeAgentSize(
  agent: string,
  { tokens, windowTokens }: Readonly<{ tokens: number; windowTokens: number }>,
): Readonly<{ tokens: number; windowTokens: number }> {
  const capTokens = (most: number) => ({ tokens: Math.min(tokens, Math.round(most)), windowTokens })
  switch (agent) {
    case 'claude-code':
    case 'qwen-code':
      return windowTokens > claudeCodeReserve
        ? capTokens(windowTokens - claudeCodeReserve)
        : capTokens(tokens)
    case 'codex':
      return capTokens(codexShare * windowTokens)
    case 'gemini-cli':
      return { tokens: Math.min(tokens, geminiWindowTokens), windowTokens: geminiWindowTokens }
    case 'roo-code':
      return { tokens: Math.max(tokens, Math.round(rooLeastShare * windowTokens)), windowTokens }
    default:
      return { tokens, windowTokens }
  }
}

/**
 * The size at which an agent condenses by what stands in its settings, the reverse of `buildAgentSettings`; null where it is
 * not set. `read` gives the number behind a key, null where there is none.
 */
export function readAgentSize(
  agent: string,
  windowTokens: number,
  read: (key: string) => number | null,
): number | null {
  const sizes = Object.keys(buildAgentSettings(windowTokens, windowTokens)[agent] ?? {})
  const keys = agent === 'claude-code' ? ['autoCompactWindow', 'CLAUDE_AUTOCOMPACT_PCT_OVERRIDE'] : sizes
  const set = keys.flatMap((key) => {
    const value = read(key)
    return value === null ? [] : [Math.round(toThreshold(key, value, windowTokens))]
  })
  const tokens = set.length === 0 ? null : findSmallest(set)
  return tokens === null || tokens <= 0 ? null : computeAgentSize(agent, { tokens, windowTokens }).tokens
}

function toThreshold(key: string, value: number, windowTokens: number): number {
  switch (key) {
    case 'autoCompactWindow':
      return value - claudeCodeReserve
    case 'CLAUDE_AUTOCOMPACT_PCT_OVERRIDE':
    case 'autoCondenseContextPercent':
      return (value * windowTokens) / 100
    case 'model.compressionThreshold':
      return value * geminiWindowTokens
    case 'context.autoCompactThreshold':
    case 'GOOSE_AUTO_COMPACT_THRESHOLD':
      return value * windowTokens
    case 'compaction.reserved':
    case 'compaction.buffer':
    case 'compaction.reserveTokens':
      return windowTokens - value
    default:
      return value
  }
}

function buildClaudeCodeSetting(
  thresholdTokens: number,
  windowTokens: number,
): Readonly<Record<string, number>> {
  const autoCompactWindow = thresholdTokens + claudeCodeReserve
  const { least, most } = claudeCodeWindows
  if (autoCompactWindow >= least && autoCompactWindow <= Math.min(most, windowTokens))
    return { autoCompactWindow }
  const percent = Math.floor((100 * thresholdTokens) / windowTokens)
  return { CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: Math.min(100, Math.max(1, percent)) }
}
