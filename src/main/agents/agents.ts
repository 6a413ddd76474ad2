import type { Companion } from '../platform/files/companions.ts'
import { acp } from './acp/acp.ts'
import type { Agent } from './agent.ts'
import { amp } from './amp/amp.ts'
import { atif } from './atif/atif.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import { clineSdk } from './cline-sdk/cline-sdk.ts'
import { codex } from './codex/codex.ts'
import { continueSession } from './continue/continue.ts'
import { copilotCli } from './copilot-cli/copilot-cli.ts'
import { crush } from './crush/crush.ts'
import { dewpointResult } from './dewpoint-result/dewpoint-result.ts'
import { droid } from './droid/droid.ts'
import { dsh } from './dsh/dsh.ts'
import { geminiCli } from './gemini-cli/gemini-cli.ts'
import { goose } from './goose/goose.ts'
import { hermes } from './hermes/hermes.ts'
import { iflowCli } from './iflow-cli/iflow-cli.ts'
import { inspectEval } from './inspect-eval/inspect-eval.ts'
import { kimiCli } from './kimi-cli/kimi-cli.ts'
import { kimiCode } from './kimi-code/kimi-code.ts'
import { langfuse } from './langfuse/langfuse.ts'
import { messageArray } from './message-array/message-array.ts'
import { miniSweAgent } from './mini-swe-agent/mini-swe-agent.ts'
import { omp } from './omp/omp.ts'
import { openAiAgents } from './openai-agents/openai-agents.ts'
import { openClaw } from './openclaw/openclaw.ts'
import { openCodeGo } from './opencode-go/opencode-go.ts'
import { openCode } from './opencode/opencode.ts'
import { openHands } from './openhands/openhands.ts'
import { otelGenAi } from './otel-genai/otel-genai.ts'
import { pi } from './pi/pi.ts'
import { qwenCode } from './qwen-code/qwen-code.ts'
import { requests } from './requests/requests.ts'
import { clineTask } from './roo/cline-task.ts'
import { rooTask } from './roo/roo-task.ts'
import { sweAgent } from './swe-agent/swe-agent.ts'

/** Every agent whose sessions can be read; the first one that recognises a source reads it, so the narrow ones come first. */
export const agents: readonly Agent[] = [
  clineTask,
  rooTask,
  inspectEval,
  openCode,
  crush,
  openCodeGo,
  goose,
  hermes,
  openAiAgents,
  codex,
  droid,
  dsh,
  openClaw,
  omp,
  pi,
  copilotCli,
  qwenCode,
  geminiCli,
  iflowCli,
  clineSdk,
  claudeCode,
  miniSweAgent,
  sweAgent,
  amp,
  kimiCli,
  kimiCode,
  acp,
  atif,
  continueSession,
  openHands,
  otelGenAi,
  langfuse,
  dewpointResult,
  requests,
  messageArray,
]

/** What belongs to tasks of all agents. */
export const companions: readonly Companion[] = agents.flatMap((agent) => agent.companions ?? [])
