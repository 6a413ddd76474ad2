import type { Preset } from '../../../shared/methods/provider-types.ts'
import { aider } from './presets/aider.ts'
import { claudeCodeIdle } from './presets/claude-code-idle.ts'
import { claudeCodeMicrocompact } from './presets/claude-code-microcompact.ts'
import { claudeCode } from './presets/claude-code.ts'
import { clearThinking } from './presets/clear-thinking.ts'
import { clearToolUses } from './presets/clear-tool-uses.ts'
import { clineAgentic } from './presets/cline-agentic.ts'
import { clineBasic } from './presets/cline-basic.ts'
import { clineClassic } from './presets/cline-classic.ts'
import { codexLocal } from './presets/codex-local.ts'
import { codexRemoteLike } from './presets/codex-remote-like.ts'
import { continueCli } from './presets/continue-cli.ts'
import { copilotThresholdOnly } from './presets/copilot-threshold-only.ts'
import { crush } from './presets/crush.ts'
import { dsh } from './presets/dsh.ts'
import { geminiCli } from './presets/gemini-cli.ts'
import { geminiMasking } from './presets/gemini-masking.ts'
import { goose } from './presets/goose.ts'
import { hermes } from './presets/hermes.ts'
import { inspectEdit } from './presets/inspect-edit.ts'
import { inspectTrim } from './presets/inspect-trim.ts'
import { modelFree } from './presets/model-free.ts'
import { ompSoft } from './presets/omp-soft.ts'
import { opencode2 } from './presets/opencode-2.ts'
import { opencodePrune } from './presets/opencode-prune.ts'
import { opencode } from './presets/opencode.ts'
import { openhands } from './presets/openhands.ts'
import { pi } from './presets/pi.ts'
import { qwenCode } from './presets/qwen-code.ts'
import { qwenMicrocompact } from './presets/qwen-microcompact.ts'
import { sweAgentLast5 } from './presets/swe-agent-last-5.ts'

/** Ways of agents and vendors, then what follows nobody, in the order in which they are listed. */
export const composedPresets: readonly Preset[] = [
  claudeCode,
  claudeCodeIdle,
  claudeCodeMicrocompact,
  codexLocal,
  codexRemoteLike,
  opencode,
  opencodePrune,
  opencode2,
  geminiCli,
  geminiMasking,
  qwenCode,
  qwenMicrocompact,
  clineBasic,
  clineAgentic,
  clineClassic,
  pi,
  ompSoft,
  dsh,
  hermes,
  openhands,
  goose,
  crush,
  continueCli,
  aider,
  sweAgentLast5,
  inspectEdit,
  inspectTrim,
  copilotThresholdOnly,
  clearToolUses,
  clearThinking,
  modelFree,
]
