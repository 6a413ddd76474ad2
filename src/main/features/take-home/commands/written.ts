import type { Command } from 'commander'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { buildWritten } from './build-session-copy.ts'

/** `dewpoint written`. */
export function addWrittenCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'written',
    'List what was written for agents, copies of sessions and settings, or take one back.',
    'written --remove 4f1c',
  )
    .option('--remove <id>', 'remove this copy, or put back the settings that were there before')
    .option('--force', 'also where its agent has continued the copy, or the settings were changed since')
    .action(run(runWrittenCommand))
}

type WrittenOptions = CommonOptions & { readonly remove?: string; readonly force?: boolean }

/** `dewpoint written`. Resolves to the exit code. */
async function runWrittenCommand(options: WrittenOptions, context: CommandContext): Promise<number> {
  return withDewpoint(options, context, async ({ client }) => {
    const [sessions, settings] = await Promise.all([client.resume.written(), client.uses.written()])
    if (options.remove === undefined) {
      return printAnswer(options, context, { sessions, settings }, () => buildWritten(sessions, settings))
    }
    const id = requireId(options.remove, [...sessions, ...settings])
    const request = { id, isForced: options.force === true }
    if (settings.some((one) => one.id === id)) await client.uses.restore(request)
    else await client.resume.remove(request)
    return printAnswer(options, context, { removed: id }, () => `Took back ${id}.`)
  })
}

/** The whole id that begins so. Throws a `CliFailure` where none or several do. */
function requireId(start: string, written: readonly { readonly id: string }[]): string {
  const fitting = written.filter(({ id }) => id === start || id.startsWith(start)).map(({ id }) => id)
  const exact = fitting.find((id) => id === start)
  const [only] = fitting
  if (exact !== undefined || (only !== undefined && fitting.length === 1)) return exact ?? only ?? start
  throw new CliFailure({
    message:
      only === undefined ? `Dewpoint wrote nothing called ${start}.` : `Several ids begin with ${start}.`,
    where: start,
    hint:
      only === undefined
        ? 'List what was written with `dewpoint written`.'
        : `Name one of: ${fitting.join(', ')}.`,
  })
}
