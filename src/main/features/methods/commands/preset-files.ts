import { resolve } from 'node:path'
import type { Command } from 'commander'
import { pickNewestVersion } from '../../../../shared/methods/preset-entry-types.ts'
import type { ImportedPreset } from '../../../../shared/methods/presets-contract.ts'
import { readFileText } from '../../../platform/files/read-file.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findPreset } from '../../../terminal/arguments/find-preset.ts'
import { openOutputFile } from '../../../terminal/arguments/open-output-file.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { buildPresetJson } from './build-preset.ts'

const presetHelp =
  'id of a preset, `provider:id` where several providers have it, `id@2` for a version (see `dewpoint presets list`)'
/** `dewpoint presets export` and `import`. */
export function addPresetFileCommands(presets: Command, run: Runner): void {
  addCommand(
    presets,
    'export',
    'Write a preset as a file that others can import.',
    'presets export mine --out mine.preset.json',
  )
    .argument('<preset>', presetHelp)
    .option('-o, --out <file>', 'write to a file instead of stdout')
    .option('--force', 'replace the file if it exists')
    .action(run(exportPreset))
  addCommand(
    presets,
    'import',
    'Import a preset from a file: a new one, or the next version of the one with its id.',
    'presets import mine.preset.json --as theirs',
  )
    .argument('<file>', 'a file that `presets export` wrote')
    .option('--as <id>', 'another id than the file’s')
    .action(run(importPreset))
}

type ExportPresetOptions = CommonOptions & { readonly out?: string; readonly force?: boolean }

/** `dewpoint presets export <preset>`: the text of a preset file, to stdout or into a file. */
async function exportPreset(
  name: string,
  options: ExportPresetOptions,
  context: CommandContext,
): Promise<number> {
  return withDewpoint(options, context, async ({ client, guard }) => {
    const { folder, terminal } = context
    const out = await openOutputFile(options.out, { folder, force: options.force, guard })
    const { preset, version } = await findPreset(name, client)
    const { providerId, id } = preset
    const { text } = await client.presets.export({
      providerId,
      id,
      ...(version === null ? {} : { version }),
    })
    if (out === null) {
      await terminal.out(text)
      return 0
    }
    await out.write(text)
    const what = {
      provider: providerId,
      id,
      version: version ?? pickNewestVersion(preset).version,
      file: out.path,
    }
    const said = `${what.provider}:${id}, version ${what.version}, is in ${what.file}`
    return printAnswer(options, context, what, () => said)
  })
}

/** In bytes; no preset comes near to it. */
const longestFile = 1_000_000

type ImportPresetOptions = CommonOptions & { readonly as?: string }

/** `dewpoint presets import <file>`: a new preset, or the next version of the one with its id. */
async function importPreset(
  file: string,
  options: ImportPresetOptions,
  context: CommandContext,
): Promise<number> {
  const path = resolve(context.folder, file)
  const text = await readFileText(path, longestFile)
  const as = options.as === undefined ? {} : { as: options.as }
  const imported = await withDewpoint(options, context, ({ client }) =>
    client.presets.import({ text, ...as }),
  )
  const { preset, result } = imported
  await printAnswer(options, context, { ...buildPresetJson(preset), result, ...pickNotes(imported) }, () =>
    describeImportResult(imported),
  )
  if (options.json !== true)
    for (const note of imported.notes ?? []) context.terminal.err(`note: ${formatOneLine(note, 300)}\n`)
  return 0
}

function pickNotes({ notes }: ImportedPreset): Pick<ImportedPreset, 'notes'> {
  return notes === undefined ? {} : { notes }
}

function describeImportResult({ preset, result }: ImportedPreset): string {
  const name = `${preset.providerId}:${preset.id}`
  switch (result) {
    case 'created':
      return `Preset ${name} added.`
    case 'version-added':
      return `Version ${preset.versions.length} of ${name} added.`
    case 'unchanged':
      return `Version ${preset.versions.length} of ${name} already has these settings, so no version was added.`
  }
}
