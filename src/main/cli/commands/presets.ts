import { resolve } from 'node:path'
import { newestVersion, type PresetEntry, type PresetVersion } from '../../../shared/domain/preset-entry.ts'
import { CliFailure } from '../cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { findPreset } from '../find-preset.ts'
import { oneLine } from '../output/figures.ts'
import { jsonText } from '../output/json.ts'
import { presetJson, presetsText, presetText } from '../output/preset-text.ts'
import { readSettingsFile } from '../read-settings-file.ts'

/** `dewpoint presets list [provider]`. */
export async function listPresets(
  providerId: string | undefined,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const which = providerId === undefined ? {} : { providerId }
  const presets = await withDewpoint(options, context, ({ client }) => client.presets.list(which))
  await context.terminal.out(
    options.json === true ? jsonText(presets.map((preset) => presetJson(preset))) : presetsText(presets),
  )
  return 0
}

/** `dewpoint presets show <preset>`: the newest version, or the one that is named. */
export async function showPreset(
  name: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const { preset, version } = await withDewpoint(options, context, ({ client }) => findPreset(name, client))
  const shown = version === null ? newestVersion(preset) : versionOf(preset, version)
  await context.terminal.out(
    options.json === true ? jsonText(presetJson(preset, shown)) : presetText(preset, shown),
  )
  return 0
}

export type SavePresetOptions = CommonOptions & {
  readonly provider: string
  readonly id: string
  /** JSON file. */
  readonly settings: string
  readonly label?: string
  readonly description?: string
  readonly note?: string
}

/** `dewpoint presets save`: a preset, or a version of the one with this id. */
export async function savePreset(options: SavePresetOptions, context: CommandContext): Promise<number> {
  const settings = await readSettingsFile(resolve(context.folder, options.settings))
  const { provider: providerId, id, label, description, note } = options
  const texts = Object.fromEntries(
    Object.entries({ label, description, note }).filter(([, text]) => text !== undefined),
  )
  const [before, after] = await withDewpoint(options, context, async ({ client }) => {
    const known = await client.presets.list({ providerId })
    const saved = await client.presets.save({ providerId, id, settings, ...texts })
    return [known.find((preset) => preset.id === id), saved] as const
  })
  const said =
    before?.versions.length === after.versions.length
      ? `${nameOf(after)} has these very settings as version ${after.versions.length}; no version was added.`
      : savedText(after)
  const { notes = [] } = after
  if (options.json !== true) for (const note of notes) context.terminal.err(`note: ${oneLine(note, 300)}\n`)
  return say(after, said, options, context, notes)
}

export type DuplicatePresetOptions = CommonOptions & { readonly as?: string; readonly label?: string }

/** `dewpoint presets duplicate <preset>`. */
export async function duplicatePreset(
  name: string,
  options: DuplicatePresetOptions,
  context: CommandContext,
): Promise<number> {
  const { as, label } = options
  const copy = await withDewpoint(options, context, async ({ client }) => {
    const { preset, version } = await findPreset(name, client)
    return client.presets.duplicate({
      ...keyOf(preset),
      ...(version === null ? {} : { version }),
      ...(as === undefined ? {} : { as }),
      ...(label === undefined ? {} : { label }),
    })
  })
  return say(copy, savedText(copy), options, context)
}

export type RenamePresetOptions = CommonOptions & { readonly label: string; readonly description?: string }

/** `dewpoint presets rename <preset>`: label and description; the id stays. */
export async function renamePreset(
  name: string,
  options: RenamePresetOptions,
  context: CommandContext,
): Promise<number> {
  const { label, description } = options
  const renamed = await withDewpoint(options, context, async ({ client }) => {
    const { preset } = await findPreset(name, client, true)
    const texts = { label, ...(description === undefined ? {} : { description }) }
    return client.presets.rename({ ...keyOf(preset), ...texts })
  })
  return say(renamed, `${nameOf(renamed)} is called ${oneLine(renamed.label, 100)} now.`, options, context)
}

/** `dewpoint presets restore <preset@version>`. */
export async function restorePreset(
  name: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const restored = await withDewpoint(options, context, async ({ client }) => {
    const { preset, version } = await findPreset(name, client, true)
    if (version !== null) return client.presets.restore({ ...keyOf(preset), version })
    throw new CliFailure({
      message: 'The version to go back to is missing.',
      where: name,
      hint: 'Write `id@1`; `dewpoint presets show` lists the versions.',
    })
  })
  return say(restored, savedText(restored), options, context)
}

/** `dewpoint presets remove <preset>`. */
export async function removePreset(
  name: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const preset = await withDewpoint(options, context, async ({ client }) => {
    const { preset: found, version } = await findPreset(name, client, true)
    if (version !== null) {
      throw new CliFailure({
        message: 'A single version cannot be removed.',
        where: name,
        hint: 'Leave the version out to remove the preset with all its versions.',
      })
    }
    await client.presets.remove(keyOf(found))
    return found
  })
  const removed = { removed: { provider: preset.providerId, id: preset.id } }
  const said = `${nameOf(preset)} removed. Runs that used it keep their settings.\n`
  await context.terminal.out(options.json === true ? jsonText(removed) : said)
  return 0
}

async function say(
  preset: PresetEntry,
  text: string,
  options: CommonOptions,
  { terminal }: CommandContext,
  notes: readonly string[] = [],
): Promise<number> {
  const more = notes.length === 0 ? {} : { notes }
  await terminal.out(options.json === true ? jsonText({ ...presetJson(preset), ...more }) : `${text}\n`)
  return 0
}

function savedText(preset: PresetEntry): string {
  return `Version ${preset.versions.length} of ${nameOf(preset)} saved.`
}

function nameOf({ providerId, id }: PresetEntry): string {
  return `${providerId}:${id}`
}

function keyOf({ providerId, id }: PresetEntry): { readonly providerId: string; readonly id: string } {
  return { providerId, id }
}

function versionOf(preset: PresetEntry, version: number): PresetVersion {
  const found = preset.versions.find((one) => one.version === version)
  if (found !== undefined) return found
  throw new CliFailure({
    message: `${nameOf(preset)} has no version ${version}.`,
    hint: `Its newest version is ${preset.versions.length}.`,
  })
}
