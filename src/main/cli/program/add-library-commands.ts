import type { Command } from 'commander'
import type { OverviewOptions } from '../commands/overview.ts'
import type { SearchOptions } from '../commands/search.ts'
import { command, type Runner } from './command.ts'
import { folderName } from './folder-name.ts'
import { hits } from './numbers.ts'
import { addTaskFilterOptions } from './task-filter-options.ts'

const openHelp = 'open this folder of task folders first'

/** `dewpoint search` and `dewpoint overview`: what works on all tasks at once. */
export function addLibraryCommands(program: Command, run: Runner): void {
  const search = command(
    program,
    'search',
    'Find messages in all tasks that were opened; the newest come first.',
    'search src/app.tsx "out of memory" --agent roo --active 2026-11-01.. --limit 20',
  )
    .argument(
      '<query...>',
      'words that a message has to hold, the last of which may go on; in quotes for words that stand together',
    )
    .option('--limit <number>', 'messages to show, at most', hits, 50)
    .option('--open <folder>', openHelp, folderName)
  addTaskFilterOptions(search).action((words: readonly string[], options: SearchOptions) =>
    run(async (context) => (await import('../commands/search.ts')).searchCommand(words, options, context)),
  )
  command(
    program,
    'overview',
    'Show where the tokens of all opened tasks go, and what lossless would save.',
    'overview --open ~/tasks --json',
  )
    .option('--open <folder>', openHelp, folderName)
    .action((options: OverviewOptions) =>
      run(async (context) => (await import('../commands/overview.ts')).overviewCommand(options, context)),
    )
}
