import { describe, expect, it } from 'vitest'
import {
  describeAgentAdvice,
  formatAgentLine,
  describeAgentLine,
} from '../../../../shared/home/agent-advice-words.ts'
import type { AnswerArm } from '../../../../shared/home/answer-types.ts'
import { agentsWays } from '../../../kernel/policy/agents-own-ways.ts'
import { arms as knownArms } from '../../../methods/arms.ts'
import { adviseAgents, type AdvisedTask } from './advise-agents.ts'

const arm = (id: string, verdict: AnswerArm['verdict'] = 'candidate'): AnswerArm => ({
  id,
  label: knownArms.find((one) => one.id === id)?.label ?? id,
  source: null,
  certainty: null,
  isExtracted: false,
  savedPercent: 60,
  savedInterval: null,
  costUsdPerTask: null,
  costUsdMedian: null,
  isCostUneven: false,
  costedTasks: 0,
  figures: { 'continuation-recall': { value: 0.8, interval: null, tasks: 3, controls: {} } },
  tasks: { changed: 3, unchanged: 0, failed: 0, invalid: 0 },
  verdict,
})

const answer = (recommended: string | null, ...others: readonly string[]) => ({
  recommended,
  arms: [...(recommended === null ? [] : [arm(recommended, 'recommended')]), ...others.map((id) => arm(id))],
})

const tasks = (format: string, cutTokens: number, count = 3): readonly AdvisedTask[] =>
  Array.from({ length: count }, () => ({ format, cutTokens }))

const readAdvisedLines = (given: ReturnType<typeof answer>, own: readonly AdvisedTask[]) =>
  adviseAgents(given, own).map((advice) => ({
    text: `${describeAgentAdvice(advice, given)} ${describeAgentLine(advice)}`,
    line: formatAgentLine(advice),
  }))

describe('where to set what is recommended', () => {
  it.each([
    ['claude-code', 'claude-code', '"autoCompactWindow": 153000'],
    ['codex-local', 'codex', 'model_auto_compact_token_limit = 120000'],
    ['opencode', 'opencode', '"compaction": { "reserved": 80000 }'],
    ['opencode-prune', 'opencode', '"compaction": { "prune": true }'],
    ['gemini-cli', 'gemini-cli', '"model": { "compressionThreshold": 0.114 }'],
    ['roo-current', 'roo-task', 'autoCondenseContextPercent = 60 %'],
    ['pi', 'pi', '"compaction": { "reserveTokens": 80000 }'],
    ['qwen-code', 'qwen-code', '"context": { "autoCompactThreshold": 0.6 }'],
  ])('is, for %s on tasks of %s, a line to write', (id, format, line) => {
    const given = answer(id, 'smart-balanced')
    const [said] = readAdvisedLines(given, tasks(format, 120_000))
    expect(said?.line).toBe(line)
    expect(said?.text).toMatch(/condenses this way itself\./)
  })

  it('names the best of its own ways where an agent cannot be set to the recommended one', () => {
    const [said] = readAdvisedLines(
      answer('smart-balanced', 'codex-local', 'claude-code'),
      tasks('claude-code', 60_000),
    )
    expect(said?.text).toBe(
      'Smart: Balanced cannot be set in Claude Code. Its best built-in method, Claude Code, sends 60 % less and keeps 80 % of the facts the agent went on to use. To condense at 60,000 of 200,000 tokens, the median size here, write this to ~/.claude/settings.json:',
    )
    expect(said?.line).toBe('"env": { "CLAUDE_AUTOCOMPACT_PCT_OVERRIDE": "30" }')
  })

  it('names no size that the tasks are too small for, and no setting that is not known', () => {
    expect(readAdvisedLines(answer('codex-local'), tasks('codex', 9000))).toEqual([
      {
        text: 'Codex condenses this way itself. model_auto_compact_token_limit in ~/.codex/config.toml sets the size. At their median these tasks are too small to suggest one: `dewpoint when` and Replay show which size pays.',
        line: null,
      },
    ])
    const [cline] = readAdvisedLines(answer('smart-balanced', 'cline-classic'), tasks('cline-task', 120_000))
    expect(cline?.text).toContain('Dewpoint knows of no setting of Cline for it. /smol condenses by hand.')
    const [crush] = readAdvisedLines(answer('smart-balanced'), tasks('crush', 120_000))
    expect(crush).toEqual({
      text: 'Smart: Balanced cannot be set in Crush, and its own way to condense is not measured here. Dewpoint knows of no setting of Crush for it.',
      line: null,
    })
  })

  it('is for the agents of most of the tasks, the first of them always', () => {
    const own = [...tasks('codex', 90_000, 2), ...tasks('pi', 90_000, 11), ...tasks('crush', 90_000, 1)]
    const advised = adviseAgents(answer('pi', 'codex-local'), own)
    expect(advised.map(({ agent, fit }) => [agent, fit])).toEqual([
      ['pi', 'recommended'],
      ['codex', 'another'],
    ])
    expect(adviseAgents(answer(null, 'pi'), own)).toEqual([])
    expect(adviseAgents(answer('pi'), [{ format: null, cutTokens: null }])).toEqual([])
  })

  it('knows every arm of an agent by an id that there is', () => {
    const ids = agentsWays.flatMap(({ arms }) => Object.keys(arms))
    expect(ids.filter((id) => !knownArms.some((one) => one.id === id))).toEqual([])
  })
})
