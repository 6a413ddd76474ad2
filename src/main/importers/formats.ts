import type { Companion } from '../files/companions.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import { clineSdk } from './cline-sdk/cline-sdk.ts'
import { codex } from './codex/codex.ts'
import { copilotCli } from './copilot-cli/copilot-cli.ts'
import { crush } from './crush/crush.ts'
import { dewpointResult } from './dewpoint-result/dewpoint-result.ts'
import type { ImportFormat } from './format.ts'
import { geminiCli } from './gemini-cli/gemini-cli.ts'
import { goose } from './goose/goose.ts'
import { iflowCli } from './iflow-cli/iflow-cli.ts'
import { messageArray } from './message-array/message-array.ts'
import { openCodeGo } from './opencode-go/opencode-go.ts'
import { openCode } from './opencode/opencode.ts'
import { pi } from './pi/pi.ts'
import { qwenCode } from './qwen-code/qwen-code.ts'
import { clineTask } from './roo/cline-task.ts'
import { rooTask } from './roo/roo-task.ts'

/** Every format that can be read; the first one that recognises a source reads it, so the narrow ones come first. */
export const formats: readonly ImportFormat[] = [
  clineTask,
  rooTask,
  dewpointResult,
  openCode,
  crush,
  openCodeGo,
  goose,
  codex,
  pi,
  copilotCli,
  qwenCode,
  geminiCli,
  iflowCli,
  clineSdk,
  claudeCode,
  messageArray,
]

/** What belongs to tasks of all formats. */
export const companions: readonly Companion[] = formats.flatMap((format) => format.companions ?? [])
