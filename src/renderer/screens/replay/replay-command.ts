import type { AppInfo } from '../../../shared/installation/app-contract.ts'
import { quoteShellWord } from '../../../shared/kernel/quote-shell-word.ts'
import { policyFileName } from './policies/policy-file-name.ts'
import type { PolicyDraft } from './policies/use-policy-draft.ts'

type ReplayCommandOptions = Pick<PolicyDraft, 'taskId' | 'maxCostUsd'> & {
  readonly info: Pick<AppInfo, 'commandLine' | 'dataFolder' | 'platform'>
}

/** The command that gives the same figures, with the policies saved beside it: on the same data, from any folder. */
export function replayCommand({ taskId, maxCostUsd, info }: ReplayCommandOptions): string {
  const { commandLine, dataFolder, platform } = info
  const words = [
    ...commandLine,
    'replay',
    taskId,
    '--policy',
    policyFileName,
    ...(maxCostUsd === null ? [] : ['--max-cost', String(maxCostUsd)]),
    '--data',
    dataFolder,
  ]
  const quote = platform.startsWith('win32') ? quoteOnWindows : quoteShellWord
  return words.map(quote).join(' ')
}

function quoteOnWindows(word: string): string {
  return /^[\w./:\\-]+$/.test(word) ? word : `"${word}"`
}
