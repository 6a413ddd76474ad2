import type { TaskSummary } from '../../../shared/library/task-types.ts'
import type { KeptChange, KeptReplay } from '../../../shared/replay/kept-replay-contract.ts'

/** What of the basis of a kept replay has changed since, and what to do; `state` is that of its task, once known. */
export function describeKeptReplay(kept: KeptReplay, state: TaskSummary['state'] | undefined): string {
  const changes = kept.changes.map((change) => changeText(change, kept)).join(' ')
  return `${changes} ${describeAdvice(state)}`.trim()
}

/** Figures of now need files of now. */
function describeAdvice(state: TaskSummary['state'] | undefined): string {
  if (state === 'gone') return 'Its files are gone: playing again uses what was last read.'
  if (state === 'failed')
    return 'Its files cannot be read as they are now: playing again uses what was last read.'
  return state === undefined ? '' : 'Play again for current figures.'
}

function changeText(change: KeptChange, { version }: KeptReplay): string {
  const texts: Readonly<Record<KeptChange, string>> = {
    task: 'The task has changed since this was played.',
    settings:
      'What these policies name has changed since: presets, prompts, pins, models or the policy of runs.',
    version: `This was played by Dewpoint ${version}. Another version may count differently.`,
  }
  return texts[change]
}
