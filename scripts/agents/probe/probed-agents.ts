import { agents } from '../agent-list.ts'
import type { Agent, Driver, Stage } from '../agent.ts'
import { beginWithClaudeCode, claudeCode } from '../drivers/claude-code.ts'
import { resumeDrivers } from '../resume/drivers.ts'

/** An agent that a probe is tried with: nothing of it is compared with an arm. */
export type ProbedAgent = Omit<Agent, 'driver'> & {
  readonly driver: Pick<Driver, 'protocol' | 'program' | 'limit' | 'useTool' | 'settings' | 'env'>
  /** Leads it through a prompt and returns the path of the session. */
  readonly begin: (stage: Stage, prompt: string) => Promise<string>
}

/** Those that go on with a session without a terminal. */
export const probedAgents: readonly ProbedAgent[] = [
  ...agents.flatMap((agent) => {
    const begin = resumeDrivers[agent.id]?.begin
    return begin === undefined || agent.id === 'cline' ? [] : [{ ...agent, begin }]
  }),
  {
    id: 'claude',
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.332',
    driver: claudeCode,
    begin: beginWithClaudeCode,
  },
]
