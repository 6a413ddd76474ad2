import type { Command } from 'commander'
import { command, type Runner } from '../../arguments/command.ts'
import { folderName } from '../../arguments/folder-name.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../context.ts'
import { jsonText } from '../../output/json.ts'
import { overviewText } from '../../output/overview-text.ts'
import { prepareLibrary } from '../../jobs/prepare-library.ts'

/** `dewpoint overview`. */
export function addOverviewCommand(program: Command, run: Runner): void {
  command(
    program,
    'overview',
    'Show where the tokens of all opened tasks go, and what lossless would save.',
    'overview --open ~/tasks --json',
  )
    .option('--open <folder>', 'open this folder of task folders first', folderName)
    .action((options: OverviewOptions) => run((context) => overviewCommand(options, context)))
}

type OverviewOptions = CommonOptions & { readonly open?: string }

/** `dewpoint overview`: what is not counted yet is counted first. Resolves to 1 where a task could not be. */
async function overviewCommand(options: OverviewOptions, context: CommandContext): Promise<number> {
  const { code, overview } = await withDewpoint(options, context, async ({ client }) => {
    const code = await prepareLibrary(client, 'survey', options, context)
    return { code, overview: await client.library.overview() }
  })
  await context.terminal.out(options.json === true ? jsonText(overview) : overviewText(overview))
  return code
}
