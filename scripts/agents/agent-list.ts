import type { Agent } from './agent.ts'
import { cline } from './drivers/cline.ts'
import { codex } from './drivers/codex.ts'
import { geminiCli } from './drivers/gemini-cli.ts'
import { openCode } from './drivers/open-code.ts'
import { pi } from './drivers/pi.ts'
import { qwenCode } from './drivers/qwen-code.ts'

/** OpenCode's package has another name for each machine. */
const machine = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** The agents, in the order of the table. */
export const agents: readonly Agent[] = [
  { id: 'opencode', name: 'OpenCode', package: `opencode-${machine}`, version: '1.18.34', driver: openCode },
  { id: 'codex', name: 'Codex', package: '@openai/codex', version: '0.171.0', driver: codex },
  { id: 'gemini', name: 'Gemini CLI', package: '@google/gemini-cli', version: '0.61.0', driver: geminiCli },
  { id: 'qwen', name: 'Qwen Code', package: '@qwen-code/qwen-code', version: '0.24.4', driver: qwenCode },
  { id: 'cline', name: 'Cline', package: 'cline', version: '3.0.65', driver: cline },
  { id: 'pi', name: 'pi', package: '@earendil-works/pi-coding-agent', version: '1.6.0', driver: pi },
]

/** What opens pseudo terminals for agents that need one. It installs without a build. */
export const terminalPackage = { id: 'terminal', package: '@lydell/node-pty', version: '1.1.0' } as const
