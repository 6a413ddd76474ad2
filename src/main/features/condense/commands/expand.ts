import { resolve } from 'node:path'
import type { Command } from 'commander'
import { escapeControls } from '../../../../shared/kernel/show-controls.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findResult, listResultSourcePaths } from '../../../terminal/arguments/find-result.ts'
import { openOutputFile } from '../../../terminal/arguments/open-output-file.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { expandNotes } from './expand-notes.ts'

/** `dewpoint expand`. */
export function addExpandCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'expand',
    'Turn a reversible result back into its source.',
    'expand small.json --out original.json',
  )
    .argument('<result>', 'a file that `condense --out` wrote, or the id of a run')
    .option('-o, --out <file>', 'write the source to a file')
    .option('--force', 'replace the file if it exists')
    .action(run(expandCommand))
}

/** Options of `dewpoint expand`. */
type ExpandOptions = CommonOptions & { readonly out?: string; readonly force?: boolean }

/** `dewpoint expand <result>`. Resolves to the exit code: 1 where what came back is not proved to be the source. */
async function expandCommand(name: string, options: ExpandOptions, context: CommandContext): Promise<number> {
  const { folder, terminal } = context
  const source = await findResult(name, folder)
  if (source === null) {
    throw new CliFailure({
      message: 'This is not a result.',
      where: resolve(folder, name),
      hint: 'Name a file that `dewpoint condense --out` wrote, or the id of a run.',
    })
  }
  return withDewpoint(options, context, async ({ client, guard }) => {
    guard.protect([resolve(folder, name), ...listResultSourcePaths(source)])
    const out = await openOutputFile(options.out, { folder, force: options.force, guard })
    const expanded = await client.runs.expand(source)
    const { text, messages, verified, sameBytes, difference, restoredFromStore } = expanded
    const summary = { verified, sameBytes, difference, restoredFromStore, messageCount: messages.length }
    if (!verified) {
      if (options.json === true) await terminal.out(formatJson({ ...summary, out: null }))
      throw makeNotTheSourceFailure(name)
    }
    await out?.write(text)
    const path = out?.path ?? null
    if (options.json === true) {
      await terminal.out(formatJson({ ...summary, out: path, ...(out === null ? { messages } : {}) }))
    } else if (out === null) {
      // Whoever pipes it on gets the same values; the bytes are what `--out` writes.
      await terminal.out(escapeControls(text.replace(/^\uFEFF/, '')))
    }
    terminal.err(expandNotes(expanded, options.json === true ? null : path))
    return 0
  })
}

/** What came back goes nowhere, for it would pass for the source. */
function makeNotTheSourceFailure(where: string): CliFailure {
  return new CliFailure({
    message: 'The expanded result differs from the source, so nothing was written.',
    where,
    hint: 'The result was changed after it was written. Condense the source again.',
    exitCode: 1,
  })
}
