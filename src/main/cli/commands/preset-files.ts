import { resolve } from 'node:path'
import type { ImportedPreset } from '../../../shared/api/presets.ts'
import { newestVersion } from '../../../shared/domain/preset-entry.ts'
import { readFileText } from '../../files/read-file.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { findPreset } from '../find-preset.ts'
import { jsonText } from '../output/json.ts'
import { presetJson } from '../output/preset-text.ts'
import { outputFile } from '../output-file.ts'

export type ExportPresetOptions = CommonOptions & { readonly out?: string; readonly force?: boolean }

/** `dewpoint presets export <preset>`: the text of a preset file, to stdout or into a file. */
export async function exportPreset(
  name: string,
  options: ExportPresetOptions,
  context: CommandContext,
): Promise<number> {
  return withDewpoint(options, context, async ({ client, guard }) => {
    const { folder, terminal } = context
    const out = await outputFile(options.out, { folder, force: options.force, guard })
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
      version: version ?? newestVersion(preset).version,
      file: out.path,
    }
    const said = `${what.provider}:${id}, version ${what.version}, is in ${what.file}\n`
    await terminal.out(options.json === true ? jsonText(what) : said)
    return 0
  })
}

/** In bytes; no preset comes near to it. */
const longestFile = 1_000_000

export type ImportPresetOptions = CommonOptions & { readonly as?: string }

/** `dewpoint presets import <file>`: a new preset, or the next version of the one with its id. */
export async function importPreset(
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
  await context.terminal.out(
    options.json === true ? jsonText({ ...presetJson(preset), result }) : `${resultText(imported)}\n`,
  )
  return 0
}

function resultText({ preset, result }: ImportedPreset): string {
  const name = `${preset.providerId}:${preset.id}`
  switch (result) {
    case 'created':
      return `Preset ${name} added.`
    case 'version-added':
      return `Version ${preset.versions.length} of ${name} added.`
    case 'unchanged':
      return `Version ${preset.versions.length} of ${name} has these very settings; no version was added.`
  }
}
