import { resolve } from 'node:path'
import { CliFailure } from '../cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { findResult } from '../find-result.ts'
import { expandNotes } from '../output/expand-notes.ts'
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
  const { text, messages, verified, sameBytes, difference, restoredFromStore } = expanded
  const summary = { verified, sameBytes, difference, restoredFromStore, messageCount: messages.length }
  if (!verified) {
    if (options.json === true) await context.terminal.out(jsonText({ ...summary, out: null }))
    throw notTheSource(name)
  }
  if (out !== null) await writeFileOnce(out, text, write)
  if (options.json === true) {
    await context.terminal.out(jsonText({ ...summary, out, ...(out === null ? { messages } : {}) }))
  } else if (out === null) {
    await context.terminal.out(text)
  }
  context.terminal.err(expandNotes(expanded, options.json === true ? null : out))
  return 0
}

/** What came back goes nowhere, for it would pass for the source. */
function notTheSource(where: string): CliFailure {
  return new CliFailure({
    message: 'What came back is not the source that was condensed, so nothing was written.',
    where,
    hint: 'The result was changed after it was written; condense the source again.',
    exitCode: 1,
  })
}
