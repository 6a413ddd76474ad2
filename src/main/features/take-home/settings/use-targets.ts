import { agentTargets } from './targets/agent-targets.ts'
import { aiSdk } from './targets/ai-sdk.ts'
import { anthropic } from './targets/anthropic.ts'
import { dewpoint } from './targets/dewpoint.ts'
import { langchain } from './targets/langchain.ts'
import { openai } from './targets/openai.ts'
import type { UseTarget } from './use-target.ts'

/** Everything that an arm can be used in: agents, then vendors, then frameworks. */
export const useTargets: readonly UseTarget[] = [
  ...agentTargets,
  anthropic,
  openai,
  aiSdk,
  langchain,
  dewpoint,
]
