import type { Command } from 'commander'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { formatTable } from '../../../terminal/output/table.ts'
import { formatAsTyped } from '../../common/find-own-command.ts'

/** `dewpoint discover`. */
export function addDiscoverCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'discover',
    'Find the folders in which agents on this machine keep their tasks.',
    'discover --json',
  ).action((options: CommonOptions) => run((context) => runDiscoverCommand(options, context)))
}

/** `dewpoint discover`. */
async function runDiscoverCommand(options: CommonOptions, context: CommandContext): Promise<number> {
  const found = await withDewpoint(options, context, ({ client }) => client.library.discover())
  if (options.json === true) {
    await context.terminal.out(formatJson(found))
    return 0
  }
  const [readable] = found.filter(({ isReadable }) => isReadable)
  const rows = found.map(({ agent, editor, tasks, path, isReadable, reason, isWatched }) => [
    agent,
    editor ?? '',
    formatCount(tasks),
    isReadable ? (isWatched ? 'watched' : '') : `cannot be read: ${reason ?? ''}`,
    path,
  ])
  const hint =
    readable === undefined
      ? 'No storage that can be read was found. Name a folder: `dewpoint open <folder>`.\n'
      : `\nOpen one: \`dewpoint open "${formatOneLine(readable.path, 500)}"\`\n`
  await context.terminal.out(`${formatTable(columns, rows)}${formatAsTyped(hint)}`)
  return 0
}

const columns = [
  { title: 'agent' },
  { title: 'editor' },
  { title: 'tasks', align: 'right' },
  { title: 'state' },
  { title: 'path' },
] as const
