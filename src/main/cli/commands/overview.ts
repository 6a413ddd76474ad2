import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { jsonText } from '../output/json.ts'
import { overviewText } from '../output/overview-text.ts'
import { prepareLibrary } from '../prepare-library.ts'

export type OverviewOptions = CommonOptions & { readonly open?: string }

/** `dewpoint overview`: what is not counted yet is counted first. */
export async function overviewCommand(options: OverviewOptions, context: CommandContext): Promise<number> {
  const overview = await withDewpoint(options, context, async ({ client }) => {
    await prepareLibrary(client, 'survey', options, context)
    return client.library.overview()
  })
  await context.terminal.out(options.json === true ? jsonText(overview) : overviewText(overview))
  return 0
}
