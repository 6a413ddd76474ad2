import type { Command } from 'commander'
import { formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { buildTaskFilter, type TaskFilterOptions } from '../../../terminal/arguments/build-task-filter.ts'
import { parseHitLimit } from '../../../terminal/arguments/numbers.ts'
import { parseFolderName } from '../../../terminal/arguments/parse-folder-name.ts'
import { addTaskFilterOptions } from '../../../terminal/arguments/task-filter-options.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { prepareLibrary } from '../../../terminal/jobs/prepare-library.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { searchText } from './search-text.ts'

/** `dewpoint search`. */
export function addSearchCommand(program: Command, run: Runner): void {
  const search = addCommand(
    program,
    'search',
    'Find messages in all tasks that were opened, the newest first.',
    'search src/app.tsx "out of memory" --agent roo --active 2026-11-01.. --limit 20',
  )
    .argument(
      '<query...>',
      'words that a message has to contain, the last of which may be a beginning (in quotes for a phrase)',
    )
    .option('--limit <number>', 'messages to show, at most', parseHitLimit, 50)
    .option('--open <folder>', 'open this folder of task folders first', parseFolderName)
  addTaskFilterOptions(search).action(run(searchCommand))
}

type SearchOptions = CommonOptions & TaskFilterOptions & { readonly limit: number; readonly open?: string }

/** `dewpoint search <query>`: what is not indexed yet is indexed first. Resolves to 1 where a task could not be. */
async function searchCommand(
  words: readonly string[],
  options: SearchOptions,
  context: CommandContext,
): Promise<number> {
  const query = buildSearchQuery(words)
  refuseQuery(query)
  const { code, found } = await withDewpoint(options, context, async ({ client }) => {
    const code = await prepareLibrary(client, 'index', options, context)
    const filter = buildTaskFilter(options, await client.tasks.list())
    return { code, found: await client.library.search({ query, limit: options.limit, filter }) }
  })
  await context.terminal.out(options.json === true ? formatJson(found) : searchText(found))
  return code
}

const longest = 1000

function refuseQuery(query: string): void {
  if (query.trim() === '') {
    throw new CliFailure({
      message: 'There is nothing to search for.',
      hint: 'Name a word, or a phrase in quotes.',
    })
  }
  // Before all tasks are indexed for it in vain.
  if (!/[\p{L}\p{N}]/u.test(query)) {
    throw new CliFailure({
      message: 'Only words are searched, and this contains none.',
      where: query,
      hint: 'Type letters or digits.',
    })
  }
  if (query.length <= longest) return
  const size = `${formatCount(query.length)} characters, and at most ${formatCount(longest)} are searched for`
  throw new CliFailure({ message: `The query has ${size}.`, hint: 'Name a few words of it.' })
}

/** Words that the shell kept together belong together; a lone argument is a query as it would be typed elsewhere. */
function buildSearchQuery(words: readonly string[]): string {
  const [only = ''] = words
  if (words.length === 1) return only
  return words.map((word) => (/\s/.test(word) && !word.includes('"') ? `"${word}"` : word)).join(' ')
}
