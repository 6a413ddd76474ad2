import type { Command } from 'commander'
import { alignRight, buildTable, buildText, type Block } from '../../../../shared/document/document.ts'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import type { CommandContext, CommonOptions } from '../../../terminal/context.ts'
import { askAndPrint } from '../../../terminal/print-answer.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'

/** `dewpoint discover`. */
export function addDiscoverCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'discover',
    'Find the folders in which agents on this machine keep their tasks.',
    'discover --json',
  ).action(
    run((options: CommonOptions, context: CommandContext) =>
      askAndPrint(options, context, (client) => client.library.discover(), buildFoundFolders),
    ),
  )
}

function buildFoundFolders(
  found: Awaited<ReturnType<Dewpoint['client']['library']['discover']>>,
): readonly Block[] {
  const readable = found.find(({ isReadable }) => isReadable)
  return [
    buildTable(
      ['agent', 'editor', ...alignRight('tasks'), 'state', 'path'],
      found.map(({ agent, editor, tasks, path, isReadable, reason, isWatched }) => [
        agent,
        editor ?? '',
        formatCount(tasks),
        isReadable ? (isWatched ? 'watched' : '') : `cannot be read: ${reason ?? ''}`,
        path,
      ]),
    ),
    buildText(
      readable === undefined
        ? 'No storage that can be read was found. Name a folder: `dewpoint open <folder>`.'
        : `Open one: \`dewpoint open "${readable.path}"\``,
    ),
  ]
}
