import { resolve } from 'node:path'
import type { Command } from 'commander'
import {
  pickNewestVersion,
  type PresetEntry,
  type PresetVersion,
} from '../../../../shared/methods/preset-entry-types.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { findPreset } from '../../../terminal/arguments/find-preset.ts'
import { readSettingsFile } from '../../../terminal/arguments/read-settings-file.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { buildPreset, buildPresetJson, buildPresetTable } from './build-preset.ts'
import { addPresetFileCommands } from './preset-files.ts'

const presetHelp =
  'id of a preset, `provider:id` where several providers have it, `id@2` for a version (see `dewpoint presets list`)'

/** `dewpoint presets …`. */
export function addPresetCommands(program: Command, run: Runner): void {
  const presets = program
    .command('presets')
    .description('List the presets, and keep settings as presets of your own, with all their versions.')
    .helpCommand(false)
  addCommand(presets, 'list', 'List the presets, built-in ones first.', 'presets list truncation', {
    isDefault: true,
  })
    .argument('[provider]', 'of this provider only')
    .action(run(listPresets))
  addCommand(
    presets,
    'show',
    'Show a preset with its settings and versions.',
    'presets show truncation:mine@1',
  )
    .argument('<preset>', presetHelp)
    .action(run(showPreset))
  addChanges(presets, run)
  addVersionCommands(presets, run)
  addPresetFileCommands(presets, run)
}

function addChanges(presets: Command, run: Runner): void {
  addCommand(
    presets,
    'save',
    'Save settings as a preset, or as a new version of one.',
    'presets save --provider truncation --id mine --settings settings.json --label "Mine" --note "Longer"',
  )
    .requiredOption('-p, --provider <id>', 'provider that the settings are for (see `dewpoint providers`)')
    .requiredOption('--id <id>', 'lowercase letters, digits and dashes (one that exists gets a new version)')
    .requiredOption('--settings <file>', 'JSON file with settings (what it leaves out are the defaults)')
    .option('--label <text>', 'name for people (default: the id)')
    .option('--description <text>', 'what it does')
    .option('--note <text>', 'why this version was saved')
    .action(run(savePreset))
  addCommand(
    presets,
    'duplicate',
    'Copy a preset, a built-in one too.',
    'presets duplicate balanced --as mine',
  )
    .argument('<preset>', presetHelp)
    .option('--as <id>', 'id of the copy (default: a free one)')
    .option('--label <text>', 'name for people')
    .action(run(duplicatePreset))
  addCommand(
    presets,
    'rename',
    'Give a preset another label. Its id stays.',
    'presets rename mine --label "Ours"',
  )
    .argument('<preset>', presetHelp)
    .requiredOption('--label <text>', 'name for people')
    .option('--description <text>', 'what it does')
    .action(run(renamePreset))
}

function addVersionCommands(presets: Command, run: Runner): void {
  addCommand(
    presets,
    'restore',
    'Restore an older version as a new version with its settings.',
    'presets restore mine@1',
  )
    .argument('<preset@version>', 'an older version (see `dewpoint presets show`)')
    .action(run(restorePreset))
  addCommand(presets, 'remove', 'Remove a preset of your own with all its versions.', 'presets remove mine')
    .argument('<preset>', presetHelp)
    .action(run(removePreset))
}

/** `dewpoint presets list [provider]`. */
async function listPresets(
  providerId: string | undefined,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const which = providerId === undefined ? {} : { providerId }
  const presets = await withDewpoint(options, context, ({ client }) => client.presets.list(which))
  const json = presets.map((preset) => buildPresetJson(preset))
  return printAnswer(options, context, json, () => buildPresetTable(presets))
}

/** `dewpoint presets show <preset>`: the newest version, or the one that is named. */
async function showPreset(name: string, options: CommonOptions, context: CommandContext): Promise<number> {
  const { preset, version } = await withDewpoint(options, context, ({ client }) => findPreset(name, client))
  const shown = version === null ? pickNewestVersion(preset) : requirePresetVersion(preset, version)
  return printAnswer(options, context, buildPresetJson(preset, shown), () => buildPreset(preset, shown))
}

type SavePresetOptions = CommonOptions & {
  readonly provider: string
  readonly id: string
  /** JSON file. */
  readonly settings: string
  readonly label?: string
  readonly description?: string
  readonly note?: string
}

/** `dewpoint presets save`: a preset, or a version of the one with this id. */
async function savePreset(options: SavePresetOptions, context: CommandContext): Promise<number> {
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
      ? `${formatPresetName(after)} already has these settings as version ${after.versions.length}, so no version was added.`
      : describeSavedPreset(after)
  const { notes = [] } = after
  if (options.json !== true)
    for (const note of notes) context.terminal.err(`note: ${formatOneLine(note, 300)}\n`)
  return say(after, said, options, context, notes)
}

type DuplicatePresetOptions = CommonOptions & { readonly as?: string; readonly label?: string }

/** `dewpoint presets duplicate <preset>`. */
async function duplicatePreset(
  name: string,
  options: DuplicatePresetOptions,
  context: CommandContext,
): Promise<number> {
  const { as, label } = options
  const copy = await withDewpoint(options, context, async ({ client }) => {
    const { preset, version } = await findPreset(name, client)
    return client.presets.duplicate({
      ...pickPresetKey(preset),
      ...(version === null ? {} : { version }),
      ...(as === undefined ? {} : { as }),
      ...(label === undefined ? {} : { label }),
    })
  })
  return say(copy, describeSavedPreset(copy), options, context)
}

type RenamePresetOptions = CommonOptions & { readonly label: string; readonly description?: string }

/** `dewpoint presets rename <preset>`: label and description; the id stays. */
async function renamePreset(
  name: string,
  options: RenamePresetOptions,
  context: CommandContext,
): Promise<number> {
  const { label, description } = options
  const renamed = await withDewpoint(options, context, async ({ client }) => {
    const { preset } = await findPreset(name, client, true)
    const texts = { label, ...(description === undefined ? {} : { description }) }
    return client.presets.rename({ ...pickPresetKey(preset), ...texts })
  })
  return say(renamed, `${formatPresetName(renamed)} is called ${renamed.label} now.`, options, context)
}

/** `dewpoint presets restore <preset@version>`. */
async function restorePreset(name: string, options: CommonOptions, context: CommandContext): Promise<number> {
  const restored = await withDewpoint(options, context, async ({ client }) => {
    const { preset, version } = await findPreset(name, client, true)
    if (version !== null) return client.presets.restore({ ...pickPresetKey(preset), version })
    throw new CliFailure({
      message: 'The version to restore is missing.',
      where: name,
      hint: 'Write `id@1`. `dewpoint presets show` lists the versions.',
    })
  })
  return say(restored, describeSavedPreset(restored), options, context)
}

/** `dewpoint presets remove <preset>`. */
async function removePreset(name: string, options: CommonOptions, context: CommandContext): Promise<number> {
  const preset = await withDewpoint(options, context, async ({ client }) => {
    const { preset: found, version } = await findPreset(name, client, true)
    if (version !== null) {
      throw new CliFailure({
        message: 'A single version cannot be removed.',
        where: name,
        hint: 'Leave the version out to remove the preset with all its versions.',
      })
    }
    await client.presets.remove(pickPresetKey(found))
    return found
  })
  const removed = { removed: { provider: preset.providerId, id: preset.id } }
  const said = `${formatPresetName(preset)} removed. Runs that used it keep their settings.`
  return printAnswer(options, context, removed, () => said)
}

function say(
  preset: PresetEntry,
  text: string,
  options: CommonOptions,
  context: CommandContext,
  notes: readonly string[] = [],
): Promise<number> {
  const more = notes.length === 0 ? {} : { notes }
  return printAnswer(options, context, { ...buildPresetJson(preset), ...more }, () => text)
}

function describeSavedPreset(preset: PresetEntry): string {
  return `Version ${preset.versions.length} of ${formatPresetName(preset)} saved.`
}

function formatPresetName({ providerId, id }: PresetEntry): string {
  return `${providerId}:${id}`
}

function pickPresetKey({ providerId, id }: PresetEntry): {
  readonly providerId: string
  readonly id: string
} {
  return { providerId, id }
}

function requirePresetVersion(preset: PresetEntry, version: number): PresetVersion {
  const found = preset.versions.find((one) => one.version === version)
  if (found !== undefined) return found
  throw new CliFailure({
    message: `${formatPresetName(preset)} has no version ${version}.`,
    hint: `Its newest version is ${preset.versions.length}.`,
  })
}
