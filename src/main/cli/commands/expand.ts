import { resolve } from 'node:path'
import { CliFailure } from '../cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { findResult } from '../find-result.ts'
import { jsonText } from '../output/json.ts'
import { refuseSource } from '../refuse-source.ts'
import { sourcesOfResult } from '../sources-of-result.ts'
import { requireFree, writeFileOnce } from '../write-file-once.ts'

/** Options of `dewpoint expand`. */
export type ExpandOptions = CommonOptions & { readonly out?: string; readonly force?: boolean }

/** `dewpoint expand <result>`. Resolves to the exit code: 1 where what came back is not proved to be the source. */
export async function expandCommand(
  name: string,
  options: ExpandOptions,
  context: CommandContext,
): Promise<number> {
  const write = { force: options.force === true }
  const out = options.out === undefined ? null : resolve(context.folder, options.out)
  if (out !== null) await requireFree(out, write)
  const source = await findResult(name, context.folder)
  if (source === null) {
    throw new CliFailure({
      message: 'This is no result.',
      where: resolve(context.folder, name),
      hint: 'Name a file that `dewpoint condense --out` wrote, or the id of a run.',
    })
  }
  const expanded = await withDewpoint(options, context, async ({ client }) => {
    if (out !== null) await refuseSource(out, await sourcesOfResult(source, client))
    return client.runs.expand(source)
  })
  const { text, messages, verified, restoredFromStore } = expanded
  if (out !== null) await writeFileOnce(out, text, write)
  if (options.json === true) {
    const summary = { verified, restoredFromStore, messageCount: messages.length, out }
    await context.terminal.out(jsonText(out === null ? { ...summary, messages } : summary))
  } else if (out === null) {
    await context.terminal.out(text)
  } else {
    context.terminal.err(`The source is in ${out}\n`)
  }
  if (restoredFromStore > 0) {
    context.terminal.err(
      `${restoredFromStore} parts came from the store, because the result no longer held them.\n`,
    )
  }
  if (!verified) context.terminal.err('dewpoint: What came back is not the source that was condensed.\n')
  return verified ? 0 : 1
}
