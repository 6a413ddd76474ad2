import type { Command } from 'commander'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { parseFolderName } from '../../../terminal/arguments/parse-folder-name.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { prepareLibrary } from '../../../terminal/jobs/prepare-library.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { buildOverview } from './build-overview.ts'

/** `dewpoint overview`. */
export function addOverviewCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'overview',
    'Show where the tokens of all opened tasks go, and what lossless would save.',
    'overview --open ~/tasks --json',
  )
    .option('--open <folder>', 'open this folder of task folders first', parseFolderName)
    .action(run(runOverviewCommand))
}

type OverviewOptions = CommonOptions & { readonly open?: string }

/** `dewpoint overview`: what is not counted yet is counted first. Resolves to 1 where a task could not be. */
async function runOverviewCommand(options: OverviewOptions, context: CommandContext): Promise<number> {
  const { code, overview } = await withDewpoint(options, context, async ({ client }) => {
    const code = await prepareLibrary(client, 'survey', options, context)
    return { code, overview: await client.library.overview() }
  })
  await printAnswer(options, context, overview, buildOverview)
  return code
}
