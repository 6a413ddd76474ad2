import { setTimeout } from 'node:timers/promises'
import type { Command } from 'commander'
import { describeLive } from '../../../../shared/timeline/describe-live.ts'
import { addCommand, taskHelp, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findTask } from '../../../terminal/arguments/find-task.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'

/** How often the session is looked at, in milliseconds. */
const everyMs = 2000

/** `dewpoint watch`. */
export function addWatchCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'watch',
    'Follow a session: how full its context is, how fast it grows, and when its agent condenses.',
    'watch ~/.claude/projects/app/session.jsonl --once',
  )
    .argument('<task>', taskHelp)
    .option('--once', 'one line, and end: for the status line of an agent')
    .action(run(runWatchCommand))
}

type WatchOptions = CommonOptions & { readonly once?: boolean }

/** `dewpoint watch <session>`: a line, and another one whenever it says something else. Resolves to the exit code. */
async function runWatchCommand(
  name: string,
  options: WatchOptions,
  context: CommandContext,
): Promise<number> {
  const { terminal, signal, folder } = context
  return withDewpoint(options, context, async ({ client }) => {
    let last = ''
    while (!signal.aborted) {
      const { id: taskId } = await findTask(name, client, folder)
      const live = await client.timeline.live({ taskId }, { signal })
      const line = describeLive(live)
      const seen = options.json === true ? JSON.stringify(live) : line
      if (seen !== last) {
        const ifCondensed = options.json === true ? await client.timeline.loss({ taskId }, { signal }) : null
        await terminal.out(`${options.json === true ? JSON.stringify({ ...live, ifCondensed }) : line}\n`)
      }
      last = seen
      if (options.once === true) break
      await setTimeout(everyMs, undefined, { signal }).catch(() => undefined)
    }
    return 0
  })
}
